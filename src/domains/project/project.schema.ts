import { z } from 'zod';
import { AttachedFiles } from '~/domains/file/attachment.schema';
import { answerOf, filterOf, inputOf } from '~/shared/fieldSchemas';
import { FilterChoice, FilterRegion, Id, Instant, OptionalId, OptionalText, RowVersion, Text, Yuan } from '~/shared/fields.schema';
import { ChangeEntry } from '~/shared/logEntries.schema';
import { PageQuery, tells } from '~/shared/page.schema';
import { projectFields, projectFilters, projectStates } from './project';

/** A number as the server masks it, sent back unchanged, means "as it was". */
const ContactMobile = z
  .string()
  .trim()
  .regex(/^(1\d{10}|\d{3}\*{4}\d{3}|\*{3}|0\d{2,3}-?\d{7,8})?$/, '请输入11位手机号或带区号的座机号')
  .default('');
export const ProjectContact = z.object({ id: OptionalId, name: Text(30, '姓名'), role: OptionalText(20, '职务'), mobile: ContactMobile });
export type ProjectContact = z.input<typeof ProjectContact>;

const Fields = z.object({ ...inputOf(projectFields), contacts: z.array(ProjectContact).max(20, '联系人最多20位').default([]) });
const checkDates = (input: { startDate: string; endDate: string }, context: z.RefinementCtx): void => {
  if (input.startDate && input.endDate && input.endDate < input.startDate)
    context.addIssue({ code: 'custom', path: ['endDate'], message: `计划完工日期不能早于计划开工日期${input.startDate}` });
};
/** `confirm` repeats a save after the warning about a like project. */
export const ProjectInput = Fields.extend({ attachments: AttachedFiles, confirm: z.boolean().default(false) }).superRefine(checkDates);
export const ProjectUpdate = Fields.extend({ id: Id, version: RowVersion, confirm: z.boolean().default(false) }).superRefine(checkDates);
export const ProjectForm = Fields.extend({ attachments: AttachedFiles }).superRefine(checkDates);
export type ProjectForm = z.input<typeof ProjectForm>;
export type ProjectFields = z.output<typeof Fields>;

export const ProjectQuery = tells(
  PageQuery.extend({
    /** Name, code or pinyin. */
    keyword: z.string().trim().max(60).default(''),
    ...filterOf(projectFields, projectFilters),
    status: FilterChoice(projectStates),
    /** A province or city covers what lies in it. */
    region: FilterRegion,
  }),
  { keyword: [], developer: [], region: [] },
);
export type ProjectQuery = z.output<typeof ProjectQuery>;

const { contractor, address, salesMemberId, remark, ...inList } = answerOf(projectFields);
export const ProjectRow = z.object({
  id: z.string(),
  ...inList,
  customerName: z.string(),
  salesName: z.string(),
  /** Of the orders that count: neither draft, rejected nor cancelled. */
  orderCount: z.number(),
  orderAmount: Yuan,
  status: z.string(),
  version: z.number(),
  createdAt: Instant,
});
export type ProjectRow = z.input<typeof ProjectRow>;

export const ProjectDetail = ProjectRow.extend({
  contractor,
  address,
  salesMemberId,
  remark,
  stateReason: z.string(),
  updatedAt: Instant,
  shippedAmount: Yuan,
  contacts: z.array(z.object({ id: z.string(), name: z.string(), role: z.string(), mobile: z.string() })),
  /** The newest ten; null for whoever may not see orders. */
  orders: z.array(z.object({ id: z.string(), no: z.string(), createdAt: Instant, payable: Yuan, status: z.string() })).nullable(),
  log: z.array(ChangeEntry),
});
export type ProjectDetail = z.input<typeof ProjectDetail>;

export const ProjectOption = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  customerId: z.string(),
  customerName: z.string(),
  status: z.string(),
  city: z.string(),
});
export type ProjectOption = z.input<typeof ProjectOption>;
