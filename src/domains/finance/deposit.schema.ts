import { z } from 'zod';
import {
  BizDate,
  ChoiceOf,
  EnteredInstant,
  FilterChoice,
  FilterId,
  FlowNo,
  Id,
  Instant,
  OptionalText,
  RangeEnd,
  RowVersion,
  Text,
  Yuan,
} from '~/shared/fields.schema';
import { keysOf } from '~/shared/keysOf';
import { NotedEntry } from '~/shared/logEntries.schema';
import { PageQuery, tells } from '~/shared/page.schema';
import { depositStates } from './deposit';
import { FundEntry, Positive } from './fund.schema';
import { needsFlowNo, receiptWays } from './receiptWay';

const Way = ChoiceOf(receiptWays, '付款方式');
const State = z.enum(keysOf(depositStates));

export const DepositForm = z
  .object({
    customerId: z.uuid('请选择客户'),
    amount: Positive,
    payWay: Way,
    bankFlowNo: FlowNo,
    payer: OptionalText(60, '付款人'),
    paidAt: EnteredInstant,
    voucher: z.array(z.string().max(200)).min(1, '请上传付款凭证').max(9, '最多9个凭证'),
    remark: OptionalText(200, '备注'),
  })
  .refine((form) => !needsFlowNo(form.payWay) || form.bankFlowNo !== '', { path: ['bankFlowNo'], message: '请填写流水号' });
export type DepositForm = z.output<typeof DepositForm>;

export const DepositQuery = tells(
  PageQuery.extend({
    no: z.string().trim().max(40).default(''),
    customerId: FilterId,
    accountId: FilterId,
    payWay: FilterChoice(receiptWays),
    bankFlowNo: z.string().trim().max(64).default(''),
    status: FilterChoice(depositStates),
    paidStart: RangeEnd.optional(),
    paidEnd: RangeEnd.optional(),
    confirmedStart: RangeEnd.optional(),
    confirmedEnd: RangeEnd.optional(),
  }),
  { no: [], bankFlowNo: [] },
);
export type DepositQuery = z.output<typeof DepositQuery>;

export const DepositRow = z.object({
  id: Id,
  no: z.string(),
  version: z.number(),
  customerId: Id,
  customerName: z.string(),
  accountId: Id,
  amount: Yuan,
  payWay: Way,
  bankFlowNo: z.string(),
  payer: z.string(),
  paidAt: Instant,
  status: State,
  creator: z.string(),
  createdAt: Instant,
  confirmer: z.string(),
  confirmedAt: Instant.nullable(),
  /** Entered by the person who asks: another one must confirm it. */
  mine: z.boolean(),
});
export type DepositRow = z.input<typeof DepositRow>;

export const DepositDetail = DepositRow.extend({
  remark: z.string(),
  reason: z.string(),
  voucher: z.array(z.string()),
  entries: z.array(FundEntry.extend({ bizDate: BizDate })),
  logs: z.array(NotedEntry),
});
export type DepositDetail = z.input<typeof DepositDetail>;

const Ref = z.object({ id: Id, version: RowVersion });
/** `amount` is typed again by the person who confirms: the sum of the documents, or it is refused. */
export const ConfirmInput = z.object({ items: z.array(Ref).min(1, '请先选择入账单').max(100, '一次最多确认100张'), amount: Positive });
export const DepositReason = Ref.extend({ reason: Text(200, '原因') });
