import { sql } from 'kysely';
import { customerForTrade } from '~/domains/customer/customer.server';
import type { SkuForSale } from '~/domains/product/product';
import { skusForSale } from '~/domains/product/product.server';
import { placeOf } from '~/domains/region/region.server';
import { holds, type Me } from '~/portal/me';
import { ORDER_ADD, ORDER_PRICE_EDIT } from '~/portal/permissions';
import type { Tx } from '~/server/db.server';
import { defineImport } from '~/server/import.server';
import { lockIfThere } from '~/server/versioned.server';
import { shanghaiDate } from '~/shared/dates';
import { refuse } from '~/shared/refusal';
import { cancelOrder } from '../change/close.server';
import { type LineInput, OrderInput } from '../form/orderInput.schema';
import { placeOrder } from '../placing/place.server';
import { titleOf } from '../store.server';
import { type Cols, columns, MOST_LINES, ofOrder, ofPlace, type Plan, type Row, type Told } from './importColumns.server';
import { priceOrders, refuseUnfunded } from './importMoney.server';

interface Undo {
  orders: { id: string; rowVersion: number }[];
}

/** Orders from another system: rows of one external number are one order, submitted like one entered by hand. */
export const orderImport = defineImport<Cols, Plan>({
  type: 'order',
  title: '订单',
  permission: ORDER_ADD,
  modes: ['INSERT'],
  columns,
  notes: [
    '同一外部单号的多行合并为一张订单，订单级的列只需在第一行填写（客户编码每行都要填）。',
    '导入的订单直接提交，价格按当前取价；资金账户支付的会冻结资金。',
    '撤销导入会取消这些订单，已被处理过的订单不能撤销。',
  ],
  async validate(tx, me, { rows, report, mean, now }) {
    // One import of orders at a time a factory: two files with the same numbers meet each other here.
    await sql`select pg_advisory_xact_lock(hashtextextended('order-import:' || ${String(me.tenantId)}, 0))`.execute(tx);
    const bad = new Set<string>();
    const told = new Set(rows.filter((row) => row.bad.size > 0));
    const tell: Told = (row, column, sentence) => {
      if (row.value.externalNo) bad.add(row.value.externalNo);
      told.add(row);
      report(row, column, sentence);
    };
    for (const row of told) if (row.value.externalNo) bad.add(row.value.externalNo);
    const groups = ordersOf(rows, tell);
    await refuseKnown(tx, me, groups, tell);
    const skus = await skusByCode(tx, me, rows);
    const customers = await customersByCode(tx, me, rows);
    const plan: Plan = new Map();
    for (const row of rows) {
      const known = customers.get(row.value.customer ?? '');
      const base = skus.get(row.value.sku ?? '')?.units[0];
      if (known) mean(row, 'customer', `${known.code} ${known.name}`);
      if (base && !row.value.unit) mean(row, 'unit', base.name);
    }
    for (const [no, group] of groups) {
      const lines = group.map((row) => lineOf(me, row, skus, tell));
      const head = await headOf(tx, me, group, customers, tell, shanghaiDate(now));
      if (!bad.has(no) && head) plan.set(no, { rows: group, input: OrderInput.parse({ ...head, lines: lines.filter((line) => line !== null) }) });
    }
    const payable = await priceOrders(tx, me, plan, tell, now);
    await refuseUnfunded(tx, me, plan, payable, tell, now);
    for (const no of bad) refuseWhole(groups.get(no) ?? [], told, report);
    return plan;
  },
  effect: () => 'NEW',
  async apply(tx, me, plan, { rows, now }) {
    const wanted = new Set(rows.map((row) => row.value.externalNo));
    const orders: Undo['orders'] = [];
    for (const [no, { input }] of plan) {
      if (!wanted.has(no)) continue;
      const { id, rowVersion } = await placeOrder(tx, me, input, now, { source: 'IMPORT', external_no: no });
      orders.push({ id, rowVersion });
    }
    return { created: orders.length, updated: 0, undo: { orders } };
  },
  async undo(tx, me, { orders }: Undo, now) {
    for (const order of orders) await undoOne(tx, me, order, now);
  },
});

async function undoOne(tx: Tx, me: Me, ref: Undo['orders'][number], now: Date): Promise<void> {
  const order = await lockIfThere(tx, me, 'sales_order', ref.id);
  if (!order || order.status === 'CANCELLED') return;
  if (order.row_version !== ref.rowVersion) refuse('IMPORT_STATE', `${titleOf(order)}导入后已被处理，不能撤销导入，请单独取消或变更该订单`);
  await cancelOrder(tx, me, { ...ref, reason: '撤销导入' }, now);
}

/** Rows by external number, in the file's order; what belongs to the order must agree. */
function ordersOf(rows: readonly Row[], tell: Told): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) if (row.value.externalNo) groups.set(row.value.externalNo, [...(groups.get(row.value.externalNo) ?? []), row]);
  for (const group of groups.values()) {
    for (const column of ofOrder) {
      const first = group.find((row) => row.value[column] !== null);
      for (const row of group)
        if (first && row.value[column] !== null && row.value[column] !== first.value[column])
          tell(row, column, `与第${first.rowNumber}行不一致，同一外部单号只能有一个${columns[column].title}`);
    }
    for (const row of group.slice(MOST_LINES)) tell(row, 'externalNo', `一张订单最多${MOST_LINES}行`);
  }
  return groups;
}

/** An order goes in whole or not at all: its good rows say which row holds them back. */
function refuseWhole(group: readonly Row[], told: ReadonlySet<Row>, report: Told): void {
  const wrong = group.find((row) => told.has(row));
  for (const row of group) if (wrong && !told.has(row)) report(row, 'externalNo', `的第${wrong.rowNumber}行有错误，同一外部单号的订单整单不导入`);
}

async function refuseKnown(tx: Tx, me: Me, groups: ReadonlyMap<string, Row[]>, tell: Told): Promise<void> {
  if (!groups.size) return;
  const known = await tx
    .selectFrom('sales_order')
    .select(['external_no', 'no'])
    .where('tenant_id', '=', me.tenantId)
    .where('external_no', 'in', [...groups.keys()])
    .where('external_no', '<>', '')
    .where('status', '<>', 'CANCELLED')
    .execute();
  for (const one of known) for (const row of groups.get(one.external_no) ?? []) tell(row, 'externalNo', `已导入为订单${one.no ?? ''}`);
}

async function skusByCode(tx: Tx, me: Me, rows: readonly Row[]): Promise<Map<string, SkuForSale>> {
  const codes = [...new Set(rows.flatMap((row) => (row.value.sku === null ? [] : [row.value.sku])))];
  if (!codes.length) return new Map();
  const found = await tx.selectFrom('sku').select('id').where('tenant_id', '=', me.tenantId).where('code', '=', sql<string>`any(${codes}::text[])`).execute();
  const skus = await skusForSale(tx, me, { customerId: '', skuIds: found.map((one) => one.id) });
  return new Map([...skus.values()].map((sku) => [sku.skuCode, sku]));
}

function lineOf(me: Me, row: Row, skus: ReadonlyMap<string, SkuForSale>, tell: Told): LineInput | null {
  const { value } = row;
  const sku = value.sku === null ? undefined : skus.get(value.sku);
  if (value.sku !== null && !sku) tell(row, 'sku', '不存在');
  const unit = sku && (value.unit ? sku.units.find((one) => one.name === value.unit) : sku.units[0]);
  if (sku && !unit) tell(row, 'unit', `不属于该SKU（可用：${sku.units.map((one) => one.name).join('、')}）`);
  if ((value.price !== null || value.gift) && !holds(me, ORDER_PRICE_EDIT)) tell(row, value.gift ? 'gift' : 'price', '没有手工改价权限，请留空');
  if (value.price !== null && !value.gift && !value.priceReason) tell(row, 'priceReason', '不能为空：填写了手工价');
  if (!sku || !unit || value.qty === null) return null;
  const byHand = value.price !== null && !value.gift;
  return {
    id: '',
    skuId: sku.skuId,
    unitId: unit.unitId,
    qty: value.qty,
    price: '',
    manualPrice: byHand ? (value.price as string) : '',
    manualReason: byHand ? (value.priceReason ?? '') : '',
    gift: value.gift ?? false,
    remark: value.lineRemark ?? '',
  };
}

/** What of the group is the order's own; null when a row of it was reported. */
async function headOf(tx: Tx, me: Me, group: readonly Row[], customers: ReadonlyMap<string, Known>, tell: Told, today: string) {
  const top = group[0] as Row;
  const of = <K extends (typeof ofOrder)[number]>(column: K) => group.find((row) => row.value[column] !== null)?.value[column] ?? null;
  const known = customers.get(of('customer') ?? '');
  if (of('customer') !== null && !known) tell(top, 'customer', '不存在');
  if (known && known.status !== 'ACTIVE') tell(top, 'customer', `不能下单：客户“${known.name}”已停用`);
  if (!known) return null;
  const expectDate = of('expectDate');
  if (expectDate !== null && expectDate < today) tell(top, 'expectDate', `不能早于今天（${today}）`);
  const projectId = of('project') === null ? '' : await projectByCode(tx, me, known.id, top, of('project') as string, tell);
  const place = destination(known, group, tell);
  if (!place) return null;
  return { customerId: known.id, projectId, payMethod: of('payMethod') ?? 'OFFLINE', expectDate: expectDate ?? '', remark: of('remark') ?? '', ...place };
}

type Known = Awaited<ReturnType<typeof customerForTrade>>;
async function customersByCode(tx: Tx, me: Me, rows: readonly Row[]): Promise<Map<string, Known>> {
  const codes = [...new Set(rows.flatMap((row) => row.value.customer ?? []))];
  const found = await tx
    .selectFrom('customer')
    .select('id')
    .where('tenant_id', '=', me.tenantId)
    .where('code', '=', sql<string>`any(${codes}::text[])`)
    .execute();
  const known = new Map<string, Known>();
  for (const { id } of found) {
    const customer = await customerForTrade(tx, me, id);
    known.set(customer.code, customer);
  }
  return known;
}

async function projectByCode(tx: Tx, me: Me, customerId: string, row: Row, projectCode: string, tell: Told): Promise<string> {
  const found = await tx
    .selectFrom('project')
    .select(['id', 'status'])
    .where('tenant_id', '=', me.tenantId)
    .where('customer_id', '=', customerId)
    .where('code', '=', projectCode)
    .executeTakeFirst();
  if (!found) tell(row, 'project', '不存在或不属于该客户');
  else if (found.status !== 'ACTIVE') tell(row, 'project', '不在进行中，不能用于新订单');
  return found?.id ?? '';
}

/** Where the goods go: as the file says, else the customer's default address. */
function destination(known: Known, group: readonly Row[], tell: Told) {
  const top = group[0] as Row;
  const of = (column: (typeof ofPlace)[number]) => group.find((row) => row.value[column] !== null)?.value[column] ?? '';
  if (ofPlace.every((column) => of(column) === '')) {
    const [main] = known.addresses;
    if (!main) {
      tell(top, 'address', `不能为空：客户“${known.name}”没有收货地址`);
      return null;
    }
    const { receiver, phone, province, city, district, address } = main;
    return { receiver, receiverPhone: phone, province, city, district, address };
  }
  for (const column of ['receiver', 'phone', 'province', 'address'] as const)
    if (of(column) === '') tell(top, column, '不能为空：收货信息要么全部填写，要么全部留空');
  const phone = of('phone').replace(/\s/g, '');
  if (phone && !/^(1\d{10}|0\d{2,3}-?\d{7,8})$/.test(phone)) tell(top, 'phone', '应为11位手机号或带区号的固定电话');
  const place = of('province') ? placeOf(of('province'), of('city'), of('district')) : null;
  if (of('province') && !place) tell(top, 'district', `不是有效的省市区：${[of('province'), of('city'), of('district')].filter(Boolean).join(' ')}`);
  return place ? { receiver: of('receiver'), receiverPhone: phone, ...place, address: of('address') } : null;
}
