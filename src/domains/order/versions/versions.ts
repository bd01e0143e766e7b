import { grouped } from '~/shared/money';
import { lineSources, payMethods } from '../order';

/** What a version freezes: plain strings, so that it reads the same for ever. Every line has its `id`; lines stand in line order. */
export interface Snapshot {
  header: Record<string, string>;
  lines: Record<string, string>[];
}
/** One field that changed; a side that did not exist is null. */
export interface Difference {
  /** `header.remark` or `lines.<lineId>.qty` */
  path: string;
  label: string;
  before: string | null;
  after: string | null;
}

const headerLabels: Record<string, string> = {
  customerName: '客户',
  receiver: '收货人',
  receiverPhone: '电话',
  region: '省市区',
  address: '详细地址',
  expectDate: '期望到货日',
  payMethod: '支付方式',
  goodsAmount: '商品合计',
  expenseUsed: '费用抵扣',
  freight: '运费',
  payable: '应付金额',
  remark: '备注',
};
const lineLabels: Record<string, string> = {
  lineNo: '行号',
  skuCode: 'SKU编码',
  name: '商品',
  spec: '规格',
  unit: '单位',
  qty: '数量',
  price: '单价',
  priceSource: '价格来源',
  manualReason: '改价原因',
  amount: '金额',
  closed: '结单数量',
  gift: '赠品',
  remark: '行备注',
};

function flatten(snapshot: Snapshot): Map<string, string> {
  const flat = new Map<string, string>();
  for (const [key, value] of Object.entries(snapshot.header)) flat.set(`header.${key}`, value);
  for (const line of snapshot.lines) for (const [key, value] of Object.entries(line)) if (key !== 'id') flat.set(`lines.${line['id']}.${key}`, value);
  return flat;
}

export function diffOf(before: Snapshot, after: Snapshot): Difference[] {
  const old = flatten(before);
  const now = flatten(after);
  const paths = [...now.keys(), ...[...old.keys()].filter((path) => !now.has(path))];
  return paths
    .filter((path) => old.get(path) !== now.get(path))
    .map((path) => ({ path, label: labelOf(path, before, after), before: old.get(path) ?? null, after: now.get(path) ?? null }));
}

function labelOf(path: string, before: Snapshot, after: Snapshot): string {
  const [area, id = '', key = ''] = path.split('.');
  if (area === 'header') return headerLabels[id] ?? id;
  const line = after.lines.find((one) => one['id'] === id) ?? before.lines.find((one) => one['id'] === id);
  return `第${line?.['lineNo'] ?? '?'}行 ${line?.['skuCode'] ?? ''} ${lineLabels[key] ?? key}`;
}

/** Applies a diff; the versions of an order replayed from the first give the newest snapshot. */
export function replay(base: Snapshot, diff: readonly Difference[]): Snapshot {
  const flat = flatten(base);
  for (const { path, after } of diff) {
    if (after === null) flat.delete(path);
    else flat.set(path, after);
  }
  const header: Record<string, string> = {};
  const lines = new Map<string, Record<string, string>>();
  for (const [path, value] of flat) {
    const [area, id = '', key = ''] = path.split('.');
    if (area === 'header') header[id] = value;
    else lines.set(id, { ...(lines.get(id) ?? { id }), [key]: value });
  }
  return { header, lines: [...lines.values()].sort((a, b) => Number(a['lineNo']) - Number(b['lineNo'])) };
}

/** Fields whose text is a number; of all others 1000 may be a name. */
const figures = new Set(['goodsAmount', 'freight', 'payable', 'qty', 'price', 'amount', 'closed']);

/** Codes and figures inside a difference as people read them. */
export function shownValue(path: string, value: string | null): string {
  if (value === null || value === '') return '（无）';
  if (figures.has(path.slice(path.lastIndexOf('.') + 1))) return grouped(value);
  if (path.endsWith('.priceSource')) return (lineSources as Record<string, string>)[value] ?? value;
  if (path === 'header.payMethod') return (payMethods as Record<string, string>)[value] ?? value;
  return value;
}

/** Identifiers travel in snapshots but mean nothing to people. */
export function isShown(difference: Pick<Difference, 'path'>): boolean {
  const [area, id = '', key = ''] = difference.path.split('.');
  return area === 'header' ? id in headerLabels : key in lineLabels && key !== 'lineNo';
}
