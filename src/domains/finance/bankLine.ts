import { z } from 'zod';
import { Id, Instant, RangeEnd, RowVersion, Text, Yuan } from '~/shared/fields';
import { PageQuery, tells } from '~/shared/page';
import { stateTable } from '~/shared/states';
import { depositStates } from './deposit';

export const bankLineStates = { OPEN: '待认领', ENTERED: '已生成入账单', IGNORED: '已忽略' } as const;
export type BankLineState = keyof typeof bankLineStates;
export const bankLineFlow = stateTable(bankLineStates, { OPEN: ['ENTERED', 'IGNORED'], ENTERED: ['OPEN'], IGNORED: ['OPEN'] });
/** Why a line is believed to be a customer's. */
export const matchBases = { MANUAL: '人工认领', ACCOUNT: '付款账号一致', NAME: '户名一致', CONTACT: '联系人同名', LIKELY: '名称相近', NONE: '未匹配' } as const;
export type MatchBasis = keyof typeof matchBases;
/** From this score on a line may be entered without a person claiming it. */
export const SURE = 90;

const State = z.enum(Object.keys(bankLineStates) as [BankLineState, ...BankLineState[]]);
const Basis = z.enum(Object.keys(matchBases) as [MatchBasis, ...MatchBasis[]]);
const none = <T extends z.ZodType>(schema: T) =>
  z
    .union([schema, z.literal('')])
    .catch('' as never)
    .default('' as never);

export const BankLineQuery = tells(
  PageQuery.extend({
    flowNo: z.string().trim().max(64).catch('').default(''),
    payer: z.string().trim().max(60).catch('').default(''),
    customerId: none(Id),
    basis: none(Basis),
    status: none(State),
    tradedStart: RangeEnd.optional().catch(undefined),
    tradedEnd: RangeEnd.optional().catch(undefined),
  }),
  { flowNo: [], payer: [] },
);
export type BankLineQuery = z.output<typeof BankLineQuery>;

export const BankLineRow = z.object({
  id: Id,
  version: z.number(),
  flowNo: z.string(),
  tradedAt: Instant,
  amount: Yuan,
  payer: z.string(),
  /** The last digits of the payer's account, '' when the bank gave none. */
  payerTail: z.string(),
  summary: z.string(),
  customerId: Id.nullable(),
  customerName: z.string(),
  basis: Basis,
  score: z.number(),
  status: State,
  reason: z.string(),
  enterId: Id.nullable(),
  enterNo: z.string(),
  /** The receipt that took the money in, where no fund entry did. */
  receiptId: Id.nullable(),
  receiptNo: z.string(),
  enterStatus: z.enum(Object.keys(depositStates) as [keyof typeof depositStates, ...(keyof typeof depositStates)[]]).nullable(),
  /** May become a fund entry as it stands. */
  ready: z.boolean(),
  handler: z.string(),
  createdAt: Instant,
});
export type BankLineRow = z.input<typeof BankLineRow>;

const Refs = z
  .array(z.object({ id: Id, version: RowVersion }))
  .min(1, '请先选择银行流水')
  .max(100, '一次最多处理100条流水');
export const ClaimInput = z.object({ items: Refs, customerId: z.uuid('请选择客户') });
export const LineRefs = z.object({ items: Refs });
export const IgnoreInput = z.object({ items: Refs, reason: Text(200, '原因') });

export const isReady = (line: { status: string; amount: bigint; customerId: string | null; score: number }): boolean =>
  line.status === 'OPEN' && line.amount > 0n && line.customerId !== null && line.score >= SURE;
