import { z } from 'zod';
import { BizDate, ChoiceOf, EnteredDate, FilterChoice, FilterId, Id, OptionalId, OptionalText, RowVersion, Yuan } from '~/shared/fields.schema';
import { PageQuery, tells } from '~/shared/page.schema';
import { returnStages, returnStates } from './case';

const Positive = Yuan.refine((fen) => fen > 0n, '金额必须大于0');

export const ReturnForm = z.object({
  caseId: z.uuid('请选择催收案件'),
  stage: ChoiceOf(returnStages, '阶段'),
  receiptId: OptionalId,
  amount: Positive,
  memberId: z.uuid('请选择归属人'),
  /** Percent, up to 4 decimals. */
  ratio: z
    .string()
    .trim()
    .regex(/^\d{1,3}(\.\d{1,4})?$/, '分成比例最多四位小数')
    .refine((text) => Number(text) > 0 && Number(text) <= 100, '分成比例应大于0且不超过100'),
  receivedOn: EnteredDate,
  remark: OptionalText(200, '备注'),
});
export const ReturnQuery = tells(
  PageQuery.extend({
    no: z.string().trim().max(40).default(''),
    caseId: FilterId,
    customerId: FilterId,
    memberId: FilterId,
    status: FilterChoice(returnStates),
  }),
  { no: [] },
);
export const ReturnStep = z.object({ id: Id, version: RowVersion, opinion: OptionalText(200, '意见') });
export const ReturnOptions = z.object({
  cases: z.array(z.object({ id: Id, no: z.string(), customerName: z.string() })),
  receipts: z.array(z.object({ id: Id, no: z.string(), amount: Yuan, left: Yuan, receivedOn: BizDate })),
  members: z.array(z.object({ id: Id, name: z.string() })),
});
