import { pricesFrom } from '~/domains/price/price.server';
import type { PricePolicy } from '~/domains/price/pricePolicy';
import { candidatesFor } from '~/domains/price/priceSource.server';
import type { ResolvedPrice } from '~/domains/price/resolve';
import { orderRuleProblem, type SkuForSale, type SkuUnit, toBaseQty, unitOf } from '~/domains/product/product';
import { skusForSale } from '~/domains/product/product.server';
import { holds, type Me } from '~/portal/me';
import { ORDER_PRICE_EDIT } from '~/portal/permissions';
import { jsonb, type Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { comparePrice, compareQty, convertQty, lineAmount, MOST_FEN, MOST_QTY, mustFit, sumQty, taxInside } from '~/shared/money';
import { Refusal, type RefusalReason, refusalCodes, refuse } from '~/shared/refusal';
import { saidYuan } from '~/shared/said';
import { said } from '~/shared/told';
import type { LineInput } from '../form/orderInput.schema';
import type { Line } from '../store.server';
import { splitOf } from './split';

/** An order line as it will be written. */
export interface PricedLine {
  id: string;
  input: LineInput;
  sku: SkuForSale;
  unit: SkuUnit;
  baseQty: string;
  resolved: ResolvedPrice;
  price: string;
  source: string;
  sourceId: string | null;
  manual: boolean;
  manualReason: string;
  belowFloor: boolean;
  amount: bigint;
  /** Expense it carries, 分: lowers what it costs and is taxed for. */
  expense: bigint;
  tax: bigint;
}

interface Pricing {
  customerId: string;
  /** '' without one. */
  projectId: string;
  now: Date;
  lines: readonly LineInput[];
  /** Also everything that must hold at submit: on sale, visible, minimum and multiple, priced, nothing dearer than shown. */
  strict: boolean;
  /** Lines as stored, by id: hand-set prices already there may stay. */
  stored?: ReadonlyMap<string, Line>;
  /** Row of each line on the person's screen, when only some of them are priced. */
  rows?: readonly number[];
  /** What the order gives back of limited prices by being priced anew. */
  own?: ReadonlyMap<string, string>;
  /** Whoever asked for these lines was allowed to. */
  trusted?: boolean;
}

interface Problem {
  field: string;
  reason: RefusalReason;
  message: string;
  suggested?: string;
  /** What the first of two lines may have. */
  split?: string;
}

/** Prices all lines in a few statements; refuses with every problem of every line at once. */
export async function priceLines(tx: Tx, me: Me, { customerId, projectId, now, lines, strict, stored, rows, own, trusted }: Pricing): Promise<PricedLine[]> {
  if (lines.length === 0) return [];
  const skuIds = [...new Set(lines.map((line) => line.skuId))];
  const asked = { customerId, projectId, at: now };
  const [skus, found] = await Promise.all([skusForSale(tx, me, { customerId, skuIds }), candidatesFor(tx, me, asked, skuIds)]);
  const rowOf = (index: number) => rows?.[index] ?? index;
  refuseAll(
    lines.flatMap((line, index) => (skus.get(line.skuId) ? measured(skus.get(line.skuId) as SkuForSale, line, rowOf(index)) : [missing(rowOf(index))])),
  );
  const resolved = pricesFrom(skus, found, { at: now, own, lines: lines.map((line) => ({ ...line, free: line.gift || line.manualPrice !== '' })) });
  const priced = lines.map((line, index) =>
    priceLine(trusted ? null : { ...me, policy: found.policy }, skus.get(line.skuId) as SkuForSale, line, resolved[index] as ResolvedPrice, stored),
  );
  refuseAll(
    priced.flatMap((line, index) =>
      line.amount > MOST_FEN
        ? [
            {
              field: `lines.${rowOf(index)}.qty`,
              reason: 'QTY_EXCEED' as const,
              message: `商品“${line.sku.name}”（${line.sku.skuCode}）的金额${saidYuan(line.amount)}元超过一行的上限${saidYuan(MOST_FEN)}元`,
            },
          ]
        : [],
    ),
  );
  if (strict) {
    refuseAll(priced.flatMap((line, index) => problemsOf(line, rowOf(index))));
    refuseDearer(priced, rowOf);
  }
  return priced;
}

const missing = (index: number): Problem => ({ field: `lines.${index}.skuId`, reason: 'NOT_ON_SALE', message: '商品不存在或已删除' });

function measured(sku: SkuForSale, line: LineInput, index: number): Problem[] {
  try {
    const baseQty = toBaseQty(sku, line.unitId, line.qty);
    if (compareQty(line.qty, MOST_QTY) <= 0 && compareQty(baseQty, MOST_QTY) <= 0) return [];
    return [
      {
        field: `lines.${index}.qty`,
        reason: 'QTY_EXCEED',
        message: `商品“${sku.name}”（${sku.skuCode}）的数量${line.qty}超过一行的上限${MOST_QTY}（按基本单位）`,
      },
    ];
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return [
      {
        field: `lines.${index}.${error.data.reason === 'UNIT_INEXACT' ? 'qty' : 'unitId'}`,
        reason: error.data.reason as RefusalReason,
        message: error.said.message,
      },
    ];
  }
}

type Pricer = Me & { policy: PricePolicy };

function priceLine(me: Pricer | null, sku: SkuForSale, input: LineInput, resolved: ResolvedPrice, stored?: ReadonlyMap<string, Line>): PricedLine {
  const before = stored?.get(input.id);
  const manual = input.manualPrice !== '' && !input.gift;
  if (me && (manual || input.gift)) refuseByHand(me, sku, input, before);
  const price = input.gift ? '0' : manual ? input.manualPrice : (resolved.price ?? '0');
  const amount = input.gift ? 0n : lineAmount(input.qty, price);
  return {
    // A reservation belongs to a line and its SKU: other goods are another line.
    id: before?.sku_id === sku.skuId ? before.id : newId(),
    input,
    sku,
    unit: unitOf(sku, input.unitId),
    baseQty: toBaseQty(sku, input.unitId, input.qty),
    resolved,
    price,
    source: input.gift ? 'GIFT' : manual ? 'MANUAL' : (resolved.source ?? 'LIST'),
    sourceId: manual || input.gift ? null : resolved.sourceId,
    manual,
    manualReason: manual ? input.manualReason : '',
    belowFloor: !input.gift && resolved.minPrice !== null && comparePrice(price, resolved.minPrice) < 0,
    amount,
    expense: 0n,
    tax: taxInside(amount, sku.taxRatePpm),
  };
}

/** Prices and gifts by hand need the permission, unless the line already carries exactly that. */
function refuseByHand(me: Pricer, sku: SkuForSale, input: LineInput, before: Line | undefined): void {
  const same = before !== undefined && (input.gift ? before.is_gift : before.manual_price && comparePrice(before.price, input.manualPrice) === 0);
  if (!same && (me.customerId !== null || !holds(me, ORDER_PRICE_EDIT)))
    refuse('PRICE_FLOOR', `没有改价权限，不能修改商品“${sku.name}”（${sku.skuCode}）的成交价或设为赠品`);
  if (!same && !input.gift && me.policy.manualPrice === 'OFF')
    refuse('PRICE_FLOOR', `价格策略配置不允许手工改价，请清除商品“${sku.name}”（${sku.skuCode}）的改价`);
  if (!same && !input.gift && !me.policy.allowZero && !/[1-9]/.test(input.manualPrice))
    refuse('PRICE_FLOOR', `商品“${sku.name}”（${sku.skuCode}）的成交价不能为0，赠送请设为赠品`);
  if (!input.gift && input.manualReason === '') refuse('PRICE_FLOOR', `请填写商品“${sku.name}”（${sku.skuCode}）的改价原因`);
}

function problemsOf(line: PricedLine, index: number): Problem[] {
  const { sku, input, unit } = line;
  const title = `商品“${sku.name}”（${sku.skuCode}）`;
  if (!sku.visible || sku.status !== 'ON' || sku.skuStatus !== 'ACTIVE')
    return [{ field: `lines.${index}.skuId`, reason: 'NOT_ON_SALE', message: `${title}已下架或暂不可订购` }];
  if (!input.gift && !line.manual && line.resolved.price === null)
    return [{ field: `lines.${index}.price`, reason: 'NO_PRICE', message: `${title}没有可用的价格，请联系厂家维护价格` }];
  const split = input.gift || line.manual ? null : splitOf(sku, unit, input.qty, line.resolved.overCap);
  if (split) return [{ field: `lines.${index}.qty`, reason: split.reason, message: split.message, split: split.left }];
  const rule = input.gift ? null : orderRuleProblem(sku, line.baseQty);
  return rule ? [{ field: `lines.${index}.qty`, reason: 'MOQ', message: rule.message, suggested: inUnit(rule.suggested, unit) }] : [];
}

/** A base quantity in `unit`; when it does not come out even, the next whole unit. */
export function inUnit(baseQty: string, unit: Pick<SkuUnit, 'num' | 'den'>): string {
  const even = convertQty(baseQty, unit.den, unit.num);
  if (even !== null) return even;
  const whole = BigInt(baseQty.split('.')[0] ?? '0') + 1n;
  return String((whole * BigInt(unit.den) + BigInt(unit.num) - 1n) / BigInt(unit.num));
}

function refuseAll(problems: Problem[]): void {
  const first = problems[0];
  if (!first) return;
  const row = Number(first.field.split('.')[1]) + 1;
  const more = problems.length > 1 ? `（共${problems.length}行有问题）` : '';
  throw new Refusal(refusalCodes[first.reason], `第${row}行：${first.message}${more}`, {
    reason: first.reason,
    fields: Object.fromEntries(problems.map((one) => [one.field, one.message])),
    suggestions: Object.fromEntries(problems.flatMap((one) => (one.suggested ? [[one.field, one.suggested]] : []))),
    splits: Object.fromEntries(problems.flatMap((one) => (one.split ? [[one.field, one.split]] : []))),
  });
}

/** A price that rose since it was shown must be confirmed; one that fell is passed on. */
function refuseDearer(lines: readonly PricedLine[], rowOf: (index: number) => number): void {
  const changed = lines.flatMap(({ input, manual, sku, price }, index) =>
    input.price !== '' && !manual && !input.gift && comparePrice(price, input.price) > 0
      ? [{ index: rowOf(index), skuCode: sku.skuCode, name: sku.name, old: input.price, now: price }]
      : [],
  );
  const first = changed[0];
  if (!first) return;
  refuse(
    'PRICE_CHANGED',
    `第${first.index + 1}行商品“${first.name}”（${first.skuCode}）的价格已由${said('amount', first.old)}元调整为${said('amount', first.now)}元${changed.length > 1 ? `，共${changed.length}行价格有变` : ''}，请确认后重新提交`,
    { changed },
  );
}

export interface LineOwner {
  tenantId: bigint;
  orderId: string;
  customerId: string;
  warehouseId: string;
}

export function lineRow(owner: LineOwner, line: PricedLine, lineNo: number) {
  const { sku, unit, resolved } = line;
  return {
    tenant_id: owner.tenantId,
    id: line.id,
    order_id: owner.orderId,
    customer_id: owner.customerId,
    line_no: lineNo,
    sku_id: sku.skuId,
    sku_snapshot: jsonb({
      code: sku.skuCode,
      productCode: sku.productCode,
      name: sku.name,
      spec: sku.spec,
      saleText: sku.saleText,
      image: sku.image,
      unitName: unit.name,
      unitDecimals: unit.decimals,
      baseUnitName: sku.units[0]?.name ?? unit.name,
      minPrice: resolved.minPrice,
    }) as never,
    unit_id: unit.unitId,
    qty: line.input.qty,
    base_qty: line.baseQty,
    list_price: resolved.listPrice,
    price: line.price,
    price_source: line.source,
    price_source_id: line.sourceId,
    price_trace: jsonb(resolved.trace) as never,
    manual_price: line.manual,
    manual_reason: line.manualReason,
    below_floor: line.belowFloor,
    amount: line.amount,
    expense_alloc: line.expense,
    tax_rate_ppm: sku.taxRatePpm,
    tax: line.tax,
    is_gift: line.input.gift,
    warehouse_id: owner.warehouseId,
    remark: line.input.remark,
  };
}

export const totalsOf = (lines: readonly PricedLine[], freight: bigint) => {
  const goods = lines.reduce((sum, line) => sum + line.amount, 0n);
  const expense = lines.reduce((sum, line) => sum + line.expense, 0n);
  return {
    goods_amount: goods,
    expense_used: expense,
    payable: mustFit(goods + freight - expense, '订单应付合计'),
    tax: lines.reduce((sum, line) => sum + line.tax, 0n),
    line_count: lines.length,
    total_qty: sumQty(lines.map((line) => line.input.qty)),
  };
};

/** A stored line as its own input, to submit, copy or change what is already there. */
export const inputOf = (line: Line): LineInput => ({
  id: line.id,
  skuId: line.sku_id,
  unitId: line.unit_id,
  qty: line.qty,
  price: compareQty(line.base_qty, '0') > 0 && !line.is_gift && line.price !== '0.000000' ? line.price : '',
  manualPrice: line.manual_price ? line.price : '',
  manualReason: line.manual_reason,
  gift: line.is_gift,
  remark: line.remark,
});
