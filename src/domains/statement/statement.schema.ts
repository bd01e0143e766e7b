import { z } from 'zod';
import { ledgerKinds } from '~/domains/finance/ledgerKinds';
import { BizDate, EnteredDate, FilterId, Id, IdOf, Instant, OptionalText, RowVersion, Text, Yuan } from '~/shared/fields.schema';
import { keysOf } from '~/shared/keysOf';
import { ChangeEntry, NotedEntry } from '~/shared/logEntries.schema';
import { PageQuery, tells } from '~/shared/page.schema';
import {
  type AdjustState,
  adjustStates,
  type DisputeReason,
  type DisputeState,
  disputeReasons,
  disputeStates,
  type StatementState,
  sides,
  statementStates,
} from './statement';

const stateOf = z.enum(keysOf<StatementState>(statementStates));
const day = BizDate.optional();

export const Ref = z.object({ id: Id, version: RowVersion });
export const Refs = z.object({ items: z.array(Ref).min(1, '请至少选择一张对账单').max(200, '一次最多200张对账单') });
export const Saved = z.object({ id: Id, version: z.number() });

export const StatementQuery = tells(
  PageQuery.extend({
    no: z.string().trim().max(40).optional(),
    customerId: FilterId,
    status: stateOf.optional(),
    /** Statements whose period ends in these days. */
    periodStart: day,
    periodEnd: day,
    disputed: z.enum(['true', 'false']).optional(),
  }),
  { no: [] },
);
export type StatementQuery = z.output<typeof StatementQuery>;

export const StatementRow = z.object({
  id: Id,
  /** '' until it is sent. */
  no: z.string(),
  customerId: Id,
  customerName: z.string(),
  periodStart: z.string(),
  periodEnd: z.string(),
  opening: Yuan,
  debit: Yuan,
  credit: Yuan,
  closing: Yuan,
  lineCount: z.number(),
  openDisputes: z.number(),
  status: stateOf,
  sentAt: Instant.nullable(),
  confirmedAt: Instant.nullable(),
  createdAt: Instant,
  creator: z.string(),
  version: z.number(),
});
export type StatementRow = z.input<typeof StatementRow>;

const Dispute = z.object({
  id: Id,
  seq: z.number().nullable(),
  /** Of the line, where there is one. */
  bizNo: z.string(),
  reason: z.enum(keysOf<DisputeReason>(disputeReasons)),
  note: z.string(),
  claimed: Yuan.nullable(),
  status: z.enum(keysOf<DisputeState>(disputeStates)),
  raiser: z.string(),
  raisedAt: Instant,
  reply: z.string(),
  replier: z.string(),
  repliedAt: Instant.nullable(),
});
export type Dispute = z.input<typeof Dispute>;

export const Adjust = z.object({
  id: Id,
  no: z.string(),
  statementId: Id,
  statementNo: z.string(),
  customerId: Id,
  customerName: z.string(),
  amount: Yuan,
  reason: z.string(),
  status: z.enum(keysOf<AdjustState>(adjustStates)),
  opinion: z.string(),
  receivableId: Id.nullable(),
  receivableNo: z.string(),
  creator: z.string(),
  createdAt: Instant,
  mine: z.boolean(),
  decider: z.string(),
  decidedAt: Instant.nullable(),
  version: z.number(),
});
export type Adjust = z.input<typeof Adjust>;
export const AdjustDetail = Adjust.extend({ logs: z.array(NotedEntry) });
export type AdjustDetail = z.input<typeof AdjustDetail>;

export const StatementDetail = StatementRow.extend({
  remark: z.string(),
  hash: z.string(),
  prevHash: z.string(),
  /** The statement whose closing is this one's opening. */
  previous: z.object({ id: Id, no: z.string(), status: stateOf }).nullable(),
  sender: z.string(),
  toldAt: Instant.nullable(),
  confirmer: z.string(),
  confirmedFor: z.boolean(),
  confirmIp: z.string(),
  confirmNote: z.string(),
  confirmFiles: z.array(z.string()),
  withdrawnAt: Instant.nullable(),
  withdrawReason: z.string(),
  disputes: z.array(Dispute),
  /** What is open today, by how long it is overdue. */
  aging: z.object({ open: Yuan, notDue: Yuan, days30: Yuan, days60: Yuan, days90: Yuan, daysMore: Yuan }),
});
export type StatementDetail = z.input<typeof StatementDetail>;

/** The factory's: what the customer does not see. */
export const StatementOffice = StatementDetail.extend({
  /** Postings of the period that a draft does not hold yet, or holds though they are gone. */
  stale: z.boolean(),
  adjusts: z.array(Adjust),
  log: z.array(ChangeEntry),
});
export type StatementOffice = z.input<typeof StatementOffice>;

export const LineQuery = tells(
  PageQuery.extend({
    id: Id,
    side: z.enum(keysOf(sides)).optional(),
    kind: z.enum(keysOf(ledgerKinds)).optional(),
    bizNo: z.string().trim().max(40).optional(),
    disputed: z.enum(['true', 'false']).optional(),
  }),
  { bizNo: [] },
);
export type LineQuery = z.output<typeof LineQuery>;
export const StatementLine = z.object({
  /** Place in the statement, as text: the row's key. */
  id: z.string(),
  seq: z.number(),
  bizDate: z.string(),
  kind: z.string(),
  kindName: z.string(),
  bizId: Id,
  bizNo: z.string(),
  memo: z.string(),
  debit: Yuan,
  credit: Yuan,
  balance: Yuan,
  orderId: Id.nullable(),
  /** '' when nobody disputes it. */
  dispute: z.string(),
});
export type StatementLine = z.input<typeof StatementLine>;

export const OpeningQuery = PageQuery.extend({ id: Id });

export const MakeInput = z
  .object({ customerId: IdOf('客户'), start: EnteredDate, end: EnteredDate, remark: OptionalText(500, '备注') })
  .refine((form) => form.start <= form.end, { path: ['end'], message: '结束日期不能早于开始日期' });
/** By month, for these customers or all. */
export const MakeMonthInput = z.object({
  month: z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/, '请选择月份'),
  customerIds: z.array(Id).max(500, '一次最多选择500个客户').default([]),
});
export const Made = z.object({ made: z.number(), skipped: z.number() });

export const EditInput = Ref.extend({ remark: OptionalText(500, '备注') });
export const WithdrawInput = Ref.extend({ reason: Text(200, '撤回原因') });
export const ConfirmForInput = Ref.extend({
  reason: Text(200, '代确认原因'),
  files: z.array(z.string().max(200)).min(1, '请上传客户确认的凭证').max(9, '最多9个凭证'),
});

const DisputeItem = z.object({
  seq: z.number().int().min(1).nullable(),
  reason: z.enum(keysOf<DisputeReason>(disputeReasons)),
  note: Text(300, '异议说明'),
  claimed: Yuan.nullable().default(null),
});
export const DisputeInput = Ref.extend({ items: z.array(DisputeItem).min(1, '请选择有异议的行').max(50, '一次最多提交50条异议') });
export const DisputeRef = Ref.extend({ disputeId: Id });
export const ReplyInput = DisputeRef.extend({ reply: Text(300, '答复') });
export const AdjustInput = Ref.extend({
  disputeId: Id.nullable().default(null),
  amount: Yuan.refine((fen) => fen !== 0n, '调整金额不能为0'),
  reason: Text(300, '调整原因'),
});
export const AdjustReject = Ref.extend({ reason: Text(200, '驳回原因') });

export const PrintInput = z.object({ id: Id });
/** More lines are for the export. */
export const MOST_PRINTED_LINES = 3000;
export const Printed = z.object({ head: StatementDetail, lines: z.array(StatementLine) });
