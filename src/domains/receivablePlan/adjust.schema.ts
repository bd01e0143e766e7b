import { z } from 'zod';
import { BizDate, ChoiceOf, EnteredDate, FilterChoice, FilterId, Id, Instant, RowVersion, Text, Yuan } from '~/shared/fields.schema';
import { keysOf } from '~/shared/keysOf';
import { PageQuery, tells } from '~/shared/page.schema';
import {
  type AdjustKind,
  type AdjustState,
  adjustKinds,
  adjustStates,
  askedKinds,
  type DisputeReason,
  type DisputeState,
  disputeReasons,
  disputeStates,
  natures,
} from './plan';

const Nature = z.enum(keysOf(natures));
const Positive = Yuan.refine((fen) => fen > 0n, '金额必须大于0');
const Files = z.array(z.string().max(200)).max(9, '最多9个凭证').default([]);

export const AdjustInput = z
  .object({
    receivableId: Id,
    kind: ChoiceOf(askedKinds, '调整类型'),
    amount: z.union([z.literal(''), Positive]).default(''),
    dueTo: z.union([z.literal(''), EnteredDate]).default(''),
    natureTo: z.union([z.literal(''), Nature]).default(''),
    reason: Text(300, '调整原因'),
    voucher: Files,
  })
  .superRefine((input, context) => {
    const issue = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    if (input.kind === 'RESCHEDULE' ? input.dueTo === '' : false) issue('dueTo', '请选择新的到期日');
    if (input.kind === 'RECLASS' && input.natureTo === '') issue('natureTo', '请选择新的款项性质');
    if (input.kind !== 'RESCHEDULE' && input.kind !== 'RECLASS' && input.amount === '') issue('amount', '请填写调整金额');
  });
export type AdjustInput = z.output<typeof AdjustInput>;
export const AdjustRef = z.object({ id: Id, version: RowVersion });
export const AdjustReason = AdjustRef.extend({ reason: Text(200, '原因') });
export const RestoreInput = z.object({ id: Id, amount: Positive, reason: Text(300, '恢复原因') });
export const Made = z.object({ id: Id, no: z.string() });

export const AdjustQuery = tells(
  PageQuery.extend({
    no: z.string().trim().max(40).default(''),
    customerId: FilterId,
    kind: FilterChoice(adjustKinds),
    status: FilterChoice(adjustStates),
  }),
  { no: [] },
);
export type AdjustQuery = z.output<typeof AdjustQuery>;
export const AdjustRow = z.object({
  id: Id,
  no: z.string(),
  kind: z.enum(keysOf<AdjustKind>(adjustKinds)),
  customerId: Id,
  customerName: z.string(),
  receivableId: Id,
  receivableNo: z.string(),
  amount: Yuan,
  restored: Yuan,
  dueFrom: BizDate.nullable(),
  dueTo: BizDate.nullable(),
  natureFrom: z.string(),
  natureTo: z.string(),
  reason: z.string(),
  status: z.enum(keysOf<AdjustState>(adjustStates)),
  creator: z.string(),
  createdAt: Instant,
  decider: z.string(),
  decidedAt: Instant.nullable(),
  version: z.number(),
});
export type AdjustRow = z.input<typeof AdjustRow>;
export const AdjustDetail = AdjustRow.extend({
  opinion: z.string(),
  voucher: z.array(z.string()),
  mine: z.boolean(),
  /** As the receivable stands now. */
  open: Yuan,
  disputeId: Id.nullable(),
  disputeNo: z.string(),
  ofAdjustId: Id.nullable(),
  ofAdjustNo: z.string(),
});
export type AdjustDetail = z.input<typeof AdjustDetail>;

export const DisputeInput = z.object({
  receivableId: Id,
  reason: ChoiceOf(disputeReasons, '争议原因'),
  amount: Positive,
  words: Text(500, '争议说明'),
  voucher: Files,
});
export type DisputeInput = z.output<typeof DisputeInput>;
export const UpholdInput = AdjustRef.extend({ amount: Positive, answer: Text(300, '处理说明') });
export const AnswerInput = AdjustRef.extend({ answer: Text(300, '处理说明') });
export const DisputeQuery = tells(
  PageQuery.extend({
    customerId: FilterId,
    reason: FilterChoice(disputeReasons),
    status: FilterChoice(disputeStates),
  }),
  {},
);
export type DisputeQuery = z.output<typeof DisputeQuery>;
export const DisputeRow = z.object({
  id: Id,
  no: z.string(),
  customerId: Id,
  customerName: z.string(),
  receivableId: Id,
  receivableNo: z.string(),
  reason: z.enum(keysOf<DisputeReason>(disputeReasons)),
  amount: Yuan,
  upheld: Yuan,
  words: z.string(),
  answer: z.string(),
  status: z.enum(keysOf<DisputeState>(disputeStates)),
  creator: z.string(),
  createdAt: Instant,
  closer: z.string(),
  closedAt: Instant.nullable(),
  version: z.number(),
});
export type DisputeRow = z.input<typeof DisputeRow>;
export const DisputeDetail = DisputeRow.extend({
  voucher: z.array(z.string()),
  open: Yuan,
  adjustId: Id.nullable(),
  adjustNo: z.string(),
});
export type DisputeDetail = z.input<typeof DisputeDetail>;
