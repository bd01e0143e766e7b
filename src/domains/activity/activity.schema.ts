import { z } from 'zod';
import { ChoiceOf, EnteredInstant, FilterChoice, Id, Instant, OptionalId, OptionalText, Price, Qty, RowVersion, Text, Yuan } from '~/shared/fields.schema';
import { keysOf } from '~/shared/keysOf';
import { NotedEntry } from '~/shared/logEntries.schema';
import { PageQuery, pageOf, tells } from '~/shared/page.schema';
import { activityStates, buyerScopes, discountModes, myPriceKinds } from './activity';

const Mode = ChoiceOf(discountModes, '优惠方式');
const Scope = ChoiceOf(buyerScopes, '客户范围');
const State = z.enum(keysOf(activityStates));
const Figure = Price.refine((value) => /[1-9]/.test(value) && /^0*\d{1,7}(\.|$)/.test(value), '优惠值必须大于0且小于10000000');
const Limit = z.union([z.literal(''), Qty.refine((qty) => /[1-9]/.test(qty), '数量必须大于0')]).default('');

export const ActivityItemInput = z
  .object({ skuId: z.uuid('请选择商品'), mode: Mode, value: Figure, totalQuota: Limit, perCustomer: Limit, perOrderMin: Limit })
  .refine((item) => item.mode !== 'RATE' || Number(item.value) < 100, { path: ['value'], message: '折扣应小于100（85 表示按标准价的85%）' })
  .refine((item) => !item.totalQuota || !item.perCustomer || Number(item.perCustomer) <= Number(item.totalQuota), {
    path: ['perCustomer'],
    message: '每客户限购不能大于总限量',
  });

const Fields = z.object({
  name: Text(60, '活动名称'),
  startAt: EnteredInstant,
  endAt: EnteredInstant,
  customerScope: Scope.default('ALL'),
  levelIds: z.array(Id).max(50).default([]),
  regions: z.array(z.string().trim().min(1).max(40)).max(50).default([]),
  customerIds: z.array(Id).max(500, '最多指定500个客户').default([]),
  remark: OptionalText(300, '备注'),
  items: z.array(ActivityItemInput).min(1, '请至少添加一个商品').max(200, '一个活动最多200个商品'),
});
const lists = { LEVEL: 'levelIds', REGION: 'regions', CUSTOMER: 'customerIds' } as const;
export const ActivityInput = Fields.extend({ id: OptionalId, version: RowVersion.optional() }).superRefine((input, context) => {
  if (input.endAt <= input.startAt) context.addIssue({ code: 'custom', path: ['endAt'], message: '结束时间必须晚于开始时间' });
  if (input.customerScope !== 'ALL' && !input[lists[input.customerScope]].length)
    context.addIssue({ code: 'custom', path: [lists[input.customerScope]], message: `请选择${buyerScopes[input.customerScope]}` });
});
export type ActivityInput = z.output<typeof ActivityInput>;

export const ActivityQuery = tells(
  PageQuery.extend({ name: z.string().trim().max(60).default(''), sku: z.string().trim().max(60).default(''), state: FilterChoice(activityStates) }),
  { name: [], sku: [] },
);
export type ActivityQuery = z.output<typeof ActivityQuery>;

export const ActivityRow = z.object({
  id: Id,
  no: z.string(),
  name: z.string(),
  startAt: Instant,
  endAt: Instant,
  state: State,
  customerScope: Scope,
  itemCount: z.number(),
  /** Of the item nearest to its quota, in percent; null where nothing is limited. */
  usedPercent: z.number().nullable(),
  creator: z.string(),
  createdAt: Instant,
  version: z.number(),
});
export type ActivityRow = z.input<typeof ActivityRow>;

const Item = z.object({
  id: Id,
  skuId: Id,
  skuCode: z.string(),
  productName: z.string(),
  saleText: z.string(),
  unitName: z.string(),
  listPrice: Price.nullable(),
  minPrice: Price.nullable(),
  mode: Mode,
  value: Price,
  price: Price.nullable(),
  totalQuota: Qty.nullable(),
  perCustomer: Qty.nullable(),
  perOrderMin: Qty.nullable(),
  used: Qty,
});
const Named = z.object({ value: z.string(), label: z.string() });
export const ActivityDetail = ActivityRow.extend({
  remark: z.string(),
  levels: z.array(Named),
  regions: z.array(z.string()),
  customers: z.array(Named),
  closedBy: z.string(),
  closedAt: Instant.nullable(),
  closeReason: z.string(),
  items: z.array(Item),
  orderCount: z.number(),
  amount: Yuan,
  logs: z.array(NotedEntry),
});
export type ActivityDetail = z.input<typeof ActivityDetail>;

export const Ref = z.object({ id: Id, version: RowVersion });
export const CloseActivity = Ref.extend({ reason: Text(200, '关闭原因') });
export const AddQuota = Ref.extend({ itemId: Id, more: Qty.refine((qty) => /[1-9]/.test(qty) && !qty.startsWith('-'), '追加数量必须大于0') });

export const UsageQuery = tells(PageQuery.extend({ activityId: Id }), {});
export const UsageRow = z.object({
  id: Id,
  orderId: Id,
  orderNo: z.string(),
  customerName: z.string(),
  skuCode: z.string(),
  productName: z.string(),
  qty: Qty,
  unitName: z.string(),
  price: Price,
  status: z.string(),
  at: Instant,
});
export const UsagePage = pageOf(UsageRow);

const MyKind = z.enum(keysOf(myPriceKinds));
export const MyPriceQuery = tells(PageQuery.extend({ kind: MyKind.optional(), sku: z.string().trim().max(60).optional() }), { sku: [] });
export type MyPriceQuery = z.output<typeof MyPriceQuery>;
export const MyPriceRow = z.object({
  id: Id,
  kind: MyKind,
  /** The project, or the activity. */
  name: z.string(),
  skuCode: z.string(),
  productName: z.string(),
  unitName: z.string(),
  listPrice: Price.nullable(),
  price: Price,
  /** null: without limit. */
  quota: Qty.nullable(),
  left: Qty.nullable(),
  endsAt: Instant,
});
