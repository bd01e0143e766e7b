import { z } from 'zod';
import {
  BizDate,
  ChoiceOf,
  EnteredDate,
  FilterChoice,
  FilterDay,
  FilterId,
  Id,
  Instant,
  OptionalId,
  OptionalText,
  RowVersion,
  Text,
  Yuan,
} from '~/shared/fields.schema';
import { keysOf } from '~/shared/keysOf';
import { PageQuery, tells } from '~/shared/page.schema';
import {
  caseSources,
  caseStates,
  contactResults,
  contactWays,
  letterKinds,
  promiseStates,
  recordKinds,
  returnStages,
  returnStates,
  sendStates,
  stepStates,
} from './case';
import { channels } from './strategy';

const Positive = Yuan.refine((fen) => fen > 0n, '金额必须大于0');
const flag = z.enum(['true', 'false', '']).default('');

export const CaseQuery = tells(
  PageQuery.extend({
    no: z.string().trim().max(40).default(''),
    customerId: FilterId,
    ownerId: FilterId,
    status: FilterChoice(caseStates),
    strategyId: FilterId,
    overdueDaysMin: z.coerce.number().int().min(0).max(36500).optional(),
    overdueDaysMax: z.coerce.number().int().min(0).max(36500).optional(),
    overdueStart: Yuan.optional(),
    overdueEnd: Yuan.optional(),
    followStart: FilterDay,
    followEnd: FilterDay,
    promised: flag,
    disputed: flag,
    /** A promise of theirs was broken. */
    broken: flag,
    closed: flag,
  }),
  { no: [], overdueDaysMin: [], overdueDaysMax: [], followStart: [], followEnd: [], promised: [], disputed: [], broken: [] },
);
export type CaseQuery = z.output<typeof CaseQuery>;
export const CaseRow = z.object({
  id: Id,
  no: z.string(),
  customerId: Id,
  customerName: z.string(),
  status: z.enum(keysOf(caseStates)),
  paused: z.boolean(),
  ownerId: Id.nullable(),
  ownerName: z.string(),
  openAmount: Yuan,
  overdueAmount: Yuan,
  disputedAmount: Yuan,
  items: z.number(),
  overdueDays: z.number(),
  /** 账龄段 by the tenant's settings; empty when nothing is overdue. */
  bucket: z.string(),
  strategyName: z.string(),
  stepNo: z.number(),
  cycleNo: z.number(),
  lastContactOn: BizDate.nullable(),
  nextOn: BizDate.nullable(),
  followOn: BizDate.nullable(),
  promisedUntil: BizDate.nullable(),
  promisedAmount: Yuan,
  broken: z.number(),
  createdAt: Instant,
  version: z.number(),
});
export type CaseRow = z.input<typeof CaseRow>;

export const PromiseRow = z.object({
  id: Id,
  amount: Yuan,
  received: Yuan,
  dueOn: BizDate,
  status: z.enum(keysOf(promiseStates)),
  contact: z.string(),
  remark: z.string(),
  creator: z.string(),
  createdAt: Instant,
});
export const TimelineRow = z.object({
  id: z.string(),
  kind: z.enum([...keysOf(recordKinds), 'OLD']),
  channel: z.string(),
  contact: z.string(),
  result: z.string(),
  content: z.string(),
  nextFollowOn: BizDate.nullable(),
  actor: z.string(),
  at: Instant,
});
export const TaskRow = z.object({
  id: Id,
  caseId: Id,
  caseNo: z.string(),
  customerName: z.string(),
  channel: z.enum(keysOf(channels)),
  status: z.enum(keysOf(sendStates)),
  stepNo: z.number(),
  title: z.string(),
  body: z.string(),
  problem: z.string(),
  assigneeName: z.string(),
  createdAt: Instant,
});
export const LetterRow = z.object({
  id: Id,
  no: z.string(),
  kind: z.enum(keysOf(letterKinds)),
  title: z.string(),
  outstanding: Yuan,
  creator: z.string(),
  createdAt: Instant,
});
export const ReturnRow = z.object({
  id: Id,
  no: z.string(),
  caseId: Id,
  caseNo: z.string(),
  customerId: Id,
  customerName: z.string(),
  stage: z.enum(keysOf(returnStages)),
  receiptId: Id.nullable(),
  receiptNo: z.string(),
  amount: Yuan,
  memberId: Id,
  memberName: z.string(),
  ratio: z.string(),
  receivedOn: BizDate,
  remark: z.string(),
  status: z.enum(keysOf(returnStates)),
  opinion: z.string(),
  version: z.number(),
  creator: z.string(),
  createdAt: Instant,
  decider: z.string(),
  decidedAt: Instant.nullable(),
  mine: z.boolean(),
});
export type ReturnRow = z.input<typeof ReturnRow>;
export const CaseDetail = CaseRow.extend({
  source: z.enum(keysOf(caseSources)),
  locked: z.boolean(),
  strategyId: Id.nullable(),
  reason: z.string(),
  creator: z.string(),
  closedAt: Instant.nullable(),
  nextWords: z.string(),
  steps: z.array(z.object({ no: z.number(), when: z.string(), channel: z.enum(keysOf(channels)), state: z.enum(keysOf(stepStates)) })),
  customer: z.object({ contactName: z.string(), contactMobile: z.string(), salesName: z.string(), levelName: z.string() }),
  debts: z.array(
    z.object({
      id: Id,
      receivableId: Id.nullable(),
      no: z.string(),
      dueDate: BizDate,
      amount: Yuan,
      outstanding: Yuan,
      disputed: Yuan,
      overdueDays: z.number(),
      orderNo: z.string(),
      carrying: z.boolean(),
    }),
  ),
  promises: z.array(PromiseRow),
  tasks: z.array(TaskRow),
  letters: z.array(LetterRow),
  returns: z.array(ReturnRow),
  timeline: z.array(TimelineRow),
});
export type CaseDetail = z.input<typeof CaseDetail>;

export const CaseRef = z.object({ id: Id, version: RowVersion });
export const CaseForm = z.object({
  customerId: z.uuid('请选择客户'),
  ownerId: OptionalId,
  strategyId: OptionalId,
  followOn: z.union([z.literal(''), EnteredDate]).default(''),
  reason: OptionalText(200, '原因'),
});
export const AssignInput = z.object({ ids: z.array(Id).min(1, '请先选择案件').max(200, '一次最多指派200个案件'), ownerId: z.uuid('请选择催收员') });
export const PauseInput = z.object({
  ids: z.array(Id).min(1, '请先选择案件').max(200, '一次最多处理200个案件'),
  paused: z.boolean(),
  reason: OptionalText(200, '原因'),
});
export const MoveInput = CaseRef.extend({ to: z.enum(['ESCALATED', 'WORKING', 'BAD'], '请选择处理方式'), reason: Text(200, '原因') });
export const ChooseInput = CaseRef.extend({ strategyId: OptionalId });
export const RecordInput = z
  .object({
    id: Id,
    way: ChoiceOf(contactWays, '联系方式'),
    contact: OptionalText(40, '联系人'),
    result: ChoiceOf(contactResults, '结果'),
    content: Text(500, '跟进内容'),
    followOn: z.union([z.literal(''), EnteredDate]).default(''),
    /** The task this answers. */
    taskId: OptionalId,
    promiseAmount: Positive.nullable().default(null),
    promiseOn: z.union([z.literal(''), EnteredDate]).default(''),
  })
  .refine(({ result, promiseAmount, promiseOn }) => result !== 'PROMISED' || (promiseAmount !== null && promiseOn !== ''), {
    path: ['promiseOn'],
    error: '请填写承诺金额和日期',
  });
export const PromiseInput = z.object({ id: Id, amount: Positive, dueOn: EnteredDate, contact: OptionalText(40, '联系人'), remark: OptionalText(200, '备注') });
export const PromiseRef = z.object({
  id: Id,
  promiseId: Id,
  /** The customer said it will not pay: it counts as broken, and reminders go on today. */
  broken: z.boolean().default(false),
  reason: Text(200, '原因'),
});
export const Saved = z.object({ id: Id, no: z.string() });
