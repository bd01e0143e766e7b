import { z } from 'zod';
import { FilterChoice, FilterId, Id, Instant, RangeEnd, RowVersion, Text, Yuan } from '~/shared/fields.schema';
import { keysOf } from '~/shared/keysOf';
import { PageQuery, tells } from '~/shared/page.schema';
import { bankLineStates, matchBases } from './bankLine';
import { depositStates } from './deposit';

const State = z.enum(keysOf(bankLineStates));
const Basis = z.enum(keysOf(matchBases));

export const BankLineQuery = tells(
  PageQuery.extend({
    flowNo: z.string().trim().max(64).default(''),
    payer: z.string().trim().max(60).default(''),
    customerId: FilterId,
    basis: FilterChoice(matchBases),
    status: FilterChoice(bankLineStates),
    tradedStart: RangeEnd.optional(),
    tradedEnd: RangeEnd.optional(),
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
  enterStatus: z.enum(keysOf(depositStates)).nullable(),
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
