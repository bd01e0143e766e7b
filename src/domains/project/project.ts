import { z } from 'zod';
import { AttachedFiles } from '~/domains/file/attachment';
import { EnteredDate, Id, Instant, OptionalText, Qty, RowVersion, Text, Yuan } from '~/shared/fields';
import { PageQuery, tells } from '~/shared/page';
import { projectKinds, projectStages, projectStates } from './projectState';

const OptionalId = z
  .string()
  .regex(/^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})?$/i, '编号格式不正确')
  .default('');
const OptionalDate = z.union([z.literal(''), EnteredDate]).default('');
/** A number as the server masks it, sent back unchanged, means "as it was". */
const ContactMobile = z
  .string()
  .trim()
  .regex(/^(1\d{10}|\d{3}\*{4}\d{3}|0\d{2,3}-?\d{7,8})?$/, '请输入11位手机号或带区号的座机号')
  .default('');

export const ProjectContact = z.object({ id: OptionalId, name: Text(30, '姓名'), role: OptionalText(20, '职务'), mobile: ContactMobile });
export type ProjectContact = z.input<typeof ProjectContact>;

const shape = {
  /** Empty: numbered by the system. */
  code: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9_.-]{0,30}$/, '项目编号只能是1到30位字母、数字或 - _ .')
    .default(''),
  name: Text(80, '项目名称'),
  customerId: Id,
  developer: OptionalText(60, '开发商'),
  contractor: OptionalText(60, '总包单位'),
  kind: z.enum(Object.keys(projectKinds) as [keyof typeof projectKinds], '请选择项目类型').default('OTHER'),
  stage: z.enum(Object.keys(projectStages) as [keyof typeof projectStages], '请选择项目阶段').default('LEAD'),
  province: OptionalText(30, '省'),
  city: OptionalText(30, '市'),
  district: OptionalText(30, '区'),
  address: OptionalText(120, '详细地址'),
  expectedQty: z.union([z.literal(''), Qty.refine((qty) => !qty.startsWith('-'), '预计用量不能为负数')]).default(''),
  expectedUnit: OptionalText(10, '计量单位'),
  expectedAmount: z.union([z.literal(''), Yuan.refine((fen) => fen >= 0n, '预计金额不能为负数')]).default(''),
  startDate: OptionalDate,
  endDate: OptionalDate,
  salesMemberId: OptionalId,
  remark: OptionalText(300, '备注'),
  contacts: z.array(ProjectContact).max(20, '联系人最多20位').default([]),
};

const Fields = z.object(shape);
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

export const blankProject: ProjectForm = {
  code: '',
  name: '',
  customerId: '',
  developer: '',
  contractor: '',
  kind: 'RESIDENCE',
  stage: 'LEAD',
  province: '',
  city: '',
  district: '',
  address: '',
  expectedQty: '',
  expectedUnit: '',
  expectedAmount: '',
  startDate: '',
  endDate: '',
  salesMemberId: '',
  remark: '',
  contacts: [],
  attachments: [],
};

const oneOf = (names: Record<string, string>) =>
  z
    .enum(['', ...Object.keys(names)])
    .catch('')
    .default('');
export const ProjectQuery = tells(
  PageQuery.extend({
    /** Name, code or pinyin. */
    keyword: z.string().trim().max(60).default(''),
    customerId: z.string().max(36).default(''),
    developer: z.string().trim().max(60).default(''),
    status: oneOf(projectStates),
    stage: oneOf(projectStages),
    kind: oneOf(projectKinds),
    salesMemberId: z.string().max(36).default(''),
    /** Region code; a province or city covers what lies in it. */
    region: z.string().max(6).default(''),
    endStart: z.string().max(10).default(''),
    endEnd: z.string().max(10).default(''),
  }),
  { keyword: [], developer: [], region: [] },
);
export type ProjectQuery = z.output<typeof ProjectQuery>;

export const ProjectRow = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  customerId: z.string(),
  customerName: z.string(),
  developer: z.string(),
  kind: z.string(),
  stage: z.string(),
  province: z.string(),
  city: z.string(),
  district: z.string(),
  expectedQty: Qty.nullable(),
  expectedUnit: z.string(),
  expectedAmount: Yuan.nullable(),
  /** Of the orders that count: neither draft, rejected nor cancelled. */
  orderCount: z.number(),
  orderAmount: Yuan,
  startDate: z.string().nullable(),
  endDate: z.string().nullable(),
  salesName: z.string(),
  status: z.string(),
  version: z.number(),
  createdAt: Instant,
});
export type ProjectRow = z.input<typeof ProjectRow>;

export const ProjectDetail = ProjectRow.extend({
  contractor: z.string(),
  address: z.string(),
  salesMemberId: z.string().nullable(),
  remark: z.string(),
  stateReason: z.string(),
  updatedAt: Instant,
  shippedAmount: Yuan,
  contacts: z.array(z.object({ id: z.string(), name: z.string(), role: z.string(), mobile: z.string() })),
  /** The newest ten; null for whoever may not see orders. */
  orders: z.array(z.object({ id: z.string(), no: z.string(), createdAt: Instant, payable: Yuan, status: z.string() })).nullable(),
  log: z.array(z.object({ id: z.string(), at: Instant, actor: z.string(), action: z.string(), changes: z.array(z.string()) })),
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
