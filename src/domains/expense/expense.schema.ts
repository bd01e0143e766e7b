import { z } from 'zod';
import { FundEntry, Positive } from '~/domains/finance/fund.schema';
import { BizDate, ChoiceOf, EnteredDate, FilterChoice, FilterId, Id, Instant, OptionalText, RangeEnd, RowVersion, Text, Yuan } from '~/shared/fields.schema';
import { keysOf } from '~/shared/keysOf';
import { NotedEntry } from '~/shared/logEntries.schema';
import { PageQuery, tells } from '~/shared/page.schema';
import { expenseKinds, expenseStates, lotScopes, lotStates } from './expense';

const Kind = ChoiceOf(expenseKinds, '费用类型');
const State = z.enum(keysOf(expenseStates));
const Scope = z.enum(keysOf(lotScopes));
const LotStanding = z.enum(keysOf(lotStates));
const Percent = z.number('请输入整数').int('请输入整数').min(1, '最少1%').max(100, '最多100%');

export const ExpenseForm = z
  .object({
    customerId: z.uuid('请选择客户'),
    kind: Kind,
    amount: Positive,
    basisNo: OptionalText(40, '依据单号'),
    /** '' never expires. */
    validTo: z.union([z.literal(''), EnteredDate]).default(''),
    maxRatio: Percent.default(100),
    scope: Scope.default('ALL'),
    scopeIds: z.array(Id).max(200, '最多选择200个').default([]),
    voucher: z.array(z.string().max(200)).max(9, '最多9个附件').default([]),
    remark: OptionalText(200, '备注'),
  })
  .refine((form) => form.scope === 'ALL' || form.scopeIds.length > 0, { path: ['scopeIds'], message: '请选择适用商品' });
export type ExpenseForm = z.output<typeof ExpenseForm>;

export const ExpenseQuery = tells(
  PageQuery.extend({
    no: z.string().trim().max(40).default(''),
    customerId: FilterId,
    kind: FilterChoice(expenseKinds),
    status: FilterChoice(expenseStates),
    validStart: RangeEnd.optional(),
    validEnd: RangeEnd.optional(),
  }),
  { no: [] },
);
export type ExpenseQuery = z.output<typeof ExpenseQuery>;

export const ExpenseRow = z.object({
  id: Id,
  no: z.string(),
  version: z.number(),
  customerId: Id,
  customerName: z.string(),
  kind: Kind,
  amount: Yuan,
  /** Not used up, expired or reversed; set aside for orders is part of it. */
  remaining: Yuan,
  held: Yuan,
  validTo: BizDate.nullable(),
  maxRatio: z.number(),
  scope: Scope,
  basisNo: z.string(),
  status: State,
  creator: z.string(),
  createdAt: Instant,
  confirmer: z.string(),
  confirmedAt: Instant.nullable(),
  /** Entered by the person who asks: another one must confirm it. */
  mine: z.boolean(),
});
export type ExpenseRow = z.input<typeof ExpenseRow>;

export const LotRow = z.object({
  id: Id,
  validTo: BizDate.nullable(),
  amount: Yuan,
  remaining: Yuan,
  held: Yuan,
  used: Yuan,
  expired: Yuan,
  /** Came back after an earlier lot had expired. */
  renewed: z.boolean(),
  state: LotStanding,
});
export type LotRow = z.input<typeof LotRow>;

export const LotUse = z.object({
  id: Id,
  orderId: Id,
  orderNo: z.string(),
  held: Yuan,
  taken: Yuan,
  returned: Yuan,
  validTo: BizDate.nullable(),
});
export type LotUse = z.input<typeof LotUse>;

export const ExpenseDetail = ExpenseRow.extend({
  remark: z.string(),
  reason: z.string(),
  voucher: z.array(z.string()),
  scopeNames: z.array(z.string()),
  accountId: Id.nullable(),
  lots: z.array(LotRow),
  uses: z.array(LotUse),
  entries: z.array(FundEntry.extend({ bizDate: BizDate })),
  logs: z.array(NotedEntry),
});
export type ExpenseDetail = z.input<typeof ExpenseDetail>;

const Ref = z.object({ id: Id, version: RowVersion });
/** `amount` is typed again by the person who confirms: the sum of the documents, or it is refused. */
export const ConfirmInput = z.object({ items: z.array(Ref).min(1, '请先选择费用单').max(100, '一次最多确认100张'), amount: Positive });
export const ExpenseReason = Ref.extend({ reason: Text(200, '原因') });

/** Categories or products a new entry may be bound to. */
export const GoodsQuery = tells(z.object({ scope: z.enum(['CATEGORY', 'PRODUCT']), keyword: z.string().trim().max(40).default('') }), { keyword: [] });
export const GoodsOptions = z.object({ options: z.array(z.object({ id: Id, name: z.string(), code: z.string() })) });

/** Goods of an order being entered, at the prices shown; `asked` '' is as much as can be used. */
export const QuoteInput = z.object({
  customerId: FilterId,
  lines: z.array(z.object({ skuId: Id, amount: Yuan })).max(200),
  asked: z.union([z.literal(''), Yuan]).default(''),
});
export const ExpenseQuote = z.object({
  /** Free in all lots. */
  available: Yuan,
  /** The most this order may use. */
  most: Yuan,
  used: Yuan,
  ceiling: z.number(),
  lots: z.array(
    z.object({
      id: Id,
      no: z.string(),
      kind: Kind,
      validTo: BizDate.nullable(),
      maxRatio: z.number(),
      scope: Scope,
      available: Yuan,
      used: Yuan,
    }),
  ),
});
export type ExpenseQuote = z.input<typeof ExpenseQuote>;

/** A dealer's own lots. */
export const MyLotQuery = PageQuery.extend({
  state: FilterChoice(lotStates),
});
export const MyLot = LotRow.extend({ no: z.string(), kind: Kind, maxRatio: z.number(), scope: Scope, scopeNames: z.array(z.string()) });
export type MyLot = z.input<typeof MyLot>;
