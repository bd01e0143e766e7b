import { z } from 'zod';
import { Id, OptionalText, RowVersion, Text } from '~/shared/fields.schema';
import { plainIdentity } from '~/shared/identifiers';
import { taxNoProblem } from './customerParts';

/** What belongs to a customer besides its own fields: contacts, invoice titles, helpers, and the tree of sales areas. */

export const OptionalEmail = z
  .string()
  .trim()
  .max(100, '邮箱长度不能超过100个字')
  .refine((text) => text === '' || z.regexes.email.test(text), '邮箱格式不正确')
  .default('');
/** As the server masks it, sent back unchanged: as it was. */
const Phone = z
  .string()
  .trim()
  .regex(/^(1\d{10}|\d{3}\*{4}\d{3}|\*{3}|0\d{2,3}-?\d{7,8}|[48]00-?\d{3}-?\d{4})?$/, '请输入11位手机号或带区号的座机号')
  .default('');
export const ContactForm = z.object({
  name: Text(30, '姓名'),
  role: OptionalText(20, '职务'),
  mobile: Phone,
  email: OptionalEmail,
  remark: OptionalText(100, '备注'),
});
export type ContactForm = z.input<typeof ContactForm>;
/** The main contact stands on the customer itself and has no id. */
export const Contact = z.object({
  id: z.string(),
  isMain: z.boolean(),
  name: z.string(),
  role: z.string(),
  mobile: z.string(),
  email: z.string(),
  remark: z.string(),
});
export type Contact = z.input<typeof Contact>;

export const InvoiceTitleForm = z
  .object({
    title: Text(60, '开票抬头'),
    taxNo: z.string().overwrite(plainIdentity).max(20, '税号长度不能超过20位').default(''),
    bank: OptionalText(60, '开户行'),
    bankAccount: z
      .string()
      .overwrite(plainIdentity)
      .regex(/^([0-9* -]{6,40})?$/, '银行账号应为6到30位数字')
      .default(''),
    address: OptionalText(120, '注册地址'),
    phone: OptionalText(20, '注册电话'),
    email: OptionalEmail,
    isDefault: z.boolean().default(false),
  })
  .superRefine((input, context) => {
    const problem = input.taxNo ? taxNoProblem(input.taxNo) : null;
    if (problem) context.addIssue({ code: 'custom', path: ['taxNo'], message: `税号${problem}` });
  });
export type InvoiceTitleForm = z.input<typeof InvoiceTitleForm>;
export const InvoiceTitle = z.object({
  id: z.string(),
  title: z.string(),
  taxNo: z.string(),
  bank: z.string(),
  bankAccount: z.string(),
  address: z.string(),
  phone: z.string(),
  email: z.string(),
  isDefault: z.boolean(),
});
export type InvoiceTitle = z.input<typeof InvoiceTitle>;

export const AreaForm = z.object({
  name: Text(20, '区域名称'),
  sort: z
    .string()
    .regex(/^\d{1,4}$/, '排序应为0到9999的整数')
    .default('0'),
});
export const SalesArea = z.object({
  id: z.string(),
  parentId: z.string().nullable(),
  name: z.string(),
  /** Names from the topmost down, joined by " / ". */
  path: z.string(),
  /** Name of its topmost area, which decides on membership. */
  top: z.string(),
  depth: z.number(),
  sort: z.number(),
  version: z.number(),
  /** Of this area itself, not of those below. */
  customers: z.number(),
});
export type SalesArea = z.input<typeof SalesArea>;

export const TransferInput = z.object({
  ids: z.array(Id).min(1, '请选择客户').max(500, '一次最多转移500个客户'),
  toMemberId: Id,
  /** Orders that are not finished go to the new salesperson too. */
  withOrders: z.boolean().default(true),
  withProjects: z.boolean().default(true),
  reason: OptionalText(200, '原因'),
});
export const TransferDone = z.object({ customers: z.number(), orders: z.number(), projects: z.number() });
export const SettingsInput = z.object({
  items: z
    .array(z.object({ id: Id, version: RowVersion }))
    .min(1, '请选择客户')
    .max(200, '一次最多200个客户'),
  what: z.enum(['levelId', 'salesAreaId', 'paymentDays', 'addTags', 'removeTags'], '请选择要设置的内容'),
  /** '' takes level or area away. */
  value: z.string().trim().max(130),
});
