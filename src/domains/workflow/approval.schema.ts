import { z } from 'zod';
import { Id, Instant, OptionalText, Text } from '~/shared/fields.schema';

export const TaskKind = z.enum(['TRANSFER', 'OPINION']);
const Answer = z.enum(['AGREE', 'DISAGREE'], '请选择同意或不同意');
const Ended = z.enum(['DECIDED', 'TAKEN_BACK', 'PASSED_ON', 'ASKED_AGAIN']);
export type Ended = z.output<typeof Ended>;

export const ApprovalTask = z.object({
  id: z.string(),
  kind: TaskKind,
  giver: z.string(),
  /** Who has it now. */
  name: z.string(),
  /** Whether that account is still in use. */
  active: z.boolean(),
  mine: z.boolean(),
  words: z.string(),
  givenAt: Instant,
  answer: Answer.nullable(),
  reply: z.string(),
  answeredAt: Instant.nullable(),
  ended: Ended.nullable(),
  endedAt: Instant.nullable(),
  /** Whether the reader may take it back. */
  mayEnd: z.boolean(),
});
export type ApprovalTask = z.input<typeof ApprovalTask>;

/** How the approval stands for the reader, newest task first. */
export const ApprovalState = z.object({ mayDecide: z.boolean(), tasks: z.array(ApprovalTask) });

export const ColleaguesInput = z.object({ id: Id, kind: TaskKind });
export const Colleagues = z.object({ members: z.array(z.object({ id: z.string(), name: z.string(), jobTitle: z.string() })) });
/** 转交 and 加签 as people fill them in; whatever names the document stands beside. */
export const Transfer = z.object({ memberId: z.uuid('请选择接手的同事'), reason: OptionalText(200, '转交说明') });
export type Transfer = z.output<typeof Transfer>;
export const Ask = z.object({
  memberIds: z.array(Id).min(1, '请选择加签的同事').max(10, '一次最多加签10位同事'),
  question: Text(200, '加签说明'),
});
export type Ask = z.output<typeof Ask>;
export const AnswerInput = z
  .object({ id: Id, answer: Answer, reply: OptionalText(200, '加签意见') })
  .refine(({ answer, reply }) => answer === 'AGREE' || reply !== '', { path: ['reply'], message: '不同意请写明理由' });
export type AnswerInput = z.output<typeof AnswerInput>;
