import { z } from 'zod';
import { Layer, StoredPolicy } from '~/domains/price/pricePolicy.schema';
import {
  BizDate,
  ChoiceOf,
  EnteredDate,
  FilterChoice,
  FilterId,
  Id,
  Instant,
  OptionalId,
  OptionalText,
  PositiveQty,
  Price,
  Qty,
  RowVersion,
  Text,
} from '~/shared/fields.schema';
import { keysOf } from '~/shared/keysOf';
import { ChangeEntry } from '~/shared/logEntries.schema';
import { comparePrice, compareQty } from '~/shared/money';
import { PageQuery, tells } from '~/shared/page.schema';
import { customerScopes, goodsScopes, MOST_REFS, MOST_TIERS, roundingNames, strategyStates } from './priceStrategy';

const CustomerScope = ChoiceOf(customerScopes, '客户范围');
const GoodsScope = ChoiceOf(goodsScopes, '商品范围');
const Method = z.enum(['FIXED', 'RATE', 'MINUS', 'PLUS'], '请选择定价方式');
const RoundTo = ChoiceOf(roundingNames, '取整方式');
const State = z.enum(keysOf(strategyStates));

const MOST_FACTOR = '10';
const MOST_VALUE = '9999999.999999';
const Refs = z.array(z.string().min(1).max(60)).max(MOST_REFS, `最多选择${MOST_REFS}项`).default([]);
const TierInput = z.object({
  minQty: z.union([z.literal('').transform(() => '0'), Qty.refine((qty) => !qty.startsWith('-'), '起始数量不能小于0')]).default('0'),
  value: Price,
});

const Fields = z.object({
  name: Text(60, '策略名称'),
  customerScope: CustomerScope,
  /** Ids of levels or customers, or regions by name. */
  buyers: Refs,
  goodsScope: GoodsScope,
  /** Brands, or ids of categories, products or SKUs. */
  goods: Refs,
  method: Method,
  tiers: z.array(TierInput).min(1, '请至少填写一档').max(MOST_TIERS, `最多${MOST_TIERS}档`),
  roundTo: RoundTo.default('0.01'),
  validFrom: EnteredDate,
  validTo: z.union([z.literal(''), EnteredDate]).default(''),
  remark: OptionalText(200, '备注'),
});
type Fields = z.output<typeof Fields>;

function checkAll(input: Fields, context: z.RefinementCtx): void {
  const tell = (path: (string | number)[], message: string) => context.addIssue({ code: 'custom', path, message });
  if (input.validTo !== '' && input.validTo < input.validFrom) tell(['validTo'], '失效日期不能早于生效日期');
  if (input.customerScope !== 'ALL' && input.buyers.length === 0) tell(['buyers'], `请选择${customerScopes[input.customerScope]}`);
  if (input.goodsScope !== 'ALL' && input.goods.length === 0) tell(['goods'], `请选择${goodsScopes[input.goodsScope]}`);
  for (const [index, tier] of input.tiers.entries()) {
    const problem = valueProblem(input.method, tier.value);
    if (problem) tell(['tiers', index, 'value'], problem);
    const same = input.tiers.findIndex((other) => compareQty(other.minQty, tier.minQty) === 0);
    if (same < index) tell(['tiers', index, 'minQty'], `与第${same + 1}档的起始数量相同`);
  }
}

function valueProblem(method: Fields['method'], value: string): string {
  if (method === 'RATE') {
    if (comparePrice(value, '0') <= 0) return '折扣率必须大于0';
    return comparePrice(value, MOST_FACTOR) > 0 ? '折扣率不能超过1000%' : '';
  }
  if (comparePrice(value, '0') <= 0) return method === 'FIXED' ? '单价必须大于0' : '金额必须大于0';
  return comparePrice(value, MOST_VALUE) > 0 ? `不能超过${MOST_VALUE}` : '';
}

export const StrategyInput = Fields.extend({ id: OptionalId, version: RowVersion.optional() }).superRefine(checkAll);
export type StrategyInput = z.output<typeof StrategyInput>;

export const StrategyQuery = tells(
  PageQuery.extend({
    keyword: z.string().trim().max(60).default(''),
    customerId: FilterId,
    customerScope: FilterChoice(customerScopes),
    goodsScope: FilterChoice(goodsScopes),
    /** A product the strategy can reach. */
    productId: FilterId,
    state: FilterChoice(strategyStates),
  }),
  { keyword: [] },
);
export type StrategyQuery = z.output<typeof StrategyQuery>;

/** The factor of RATE is hidden with prices too, as in files and versions. */
const Tier = z.object({ minQty: Qty, value: Price });
export const StrategyRow = z.object({
  id: Id,
  no: z.string(),
  name: z.string(),
  priority: z.number(),
  customerScope: CustomerScope,
  customerWords: z.string(),
  goodsScope: GoodsScope,
  goodsWords: z.string(),
  method: Method,
  tiers: z.array(Tier),
  roundTo: RoundTo,
  validFrom: BizDate,
  validTo: BizDate.nullable(),
  state: State,
  /** Lines it priced within 30 days, counted up to 1000. */
  hits: z.number(),
  version: z.number(),
  updatedAt: Instant,
});
export type StrategyRow = z.input<typeof StrategyRow>;

const Named = z.object({ value: z.string(), label: z.string() });
export const StrategyDetail = StrategyRow.extend({
  buyers: z.array(Named),
  goods: z.array(Named),
  remark: z.string(),
  updatedBy: z.string(),
  log: z.array(ChangeEntry),
});
export type StrategyDetail = z.input<typeof StrategyDetail>;

export const Picked = z
  .array(z.object({ id: Id, version: RowVersion }))
  .min(1, '请先选择价格策略')
  .max(200, '一次最多200条');

/** PLACE: to where `placeOf` stands, which makes room. */
export const MoveInput = z.object({ id: Id, version: RowVersion, to: z.enum(['FIRST', 'UP', 'DOWN', 'LAST', 'PLACE']), placeOf: OptionalId });
export type MoveInput = z.output<typeof MoveInput>;

export const PolicyAnswer = z.object({ policy: StoredPolicy, version: z.number() });
export const PolicyInput = z.object({ policy: StoredPolicy, version: z.number().int().min(0) });

export const SimulateInput = z.object({
  customerId: z.uuid('请选择客户'),
  projectId: OptionalId,
  skuId: z.uuid('请选择商品'),
  unitId: OptionalId,
  qty: PositiveQty.default('1'),
  /** yyyy-MM-dd, or with HH:mm; '' is now. Shanghai. */
  at: z
    .string()
    .trim()
    .regex(/^$|^\d{4}-\d{2}-\d{2}([ T]\d{2}:\d{2}(:\d{2})?)?$/, '时间格式应如2026-12-31 18:00')
    .default(''),
});
export type SimulateInput = z.output<typeof SimulateInput>;

export const Simulation = z.object({
  customerId: Id,
  customerName: z.string(),
  projectId: z.string(),
  projectName: z.string(),
  skuId: Id,
  skuCode: z.string(),
  productName: z.string(),
  units: z.array(z.object({ unitId: Id, name: z.string() })),
  unitId: Id,
  unitName: z.string(),
  qty: Qty,
  at: Instant,
  price: Price.nullable(),
  source: Layer.nullable(),
  listPrice: Price.nullable(),
  minPrice: Price.nullable(),
  belowFloor: z.boolean(),
  problem: z.string(),
  rows: z.array(
    z.object({
      order: z.number(),
      layer: Layer,
      id: z.string().nullable(),
      name: z.string(),
      rule: z.string(),
      minQty: Qty,
      validity: z.string(),
      price: Price.nullable(),
      hit: z.boolean(),
      usable: z.boolean(),
      reason: z.string(),
    }),
  ),
});
export type Simulation = z.input<typeof Simulation>;
