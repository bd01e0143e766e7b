import { z } from 'zod';
import { filterOf, inputOf } from '~/shared/fieldSchemas';
import { FilterId, FilterRegion, Id, Instant, Mobile, OptionalId, OptionalText, RowVersion, Text, Yuan } from '~/shared/fields.schema';
import { ChangeEntry } from '~/shared/logEntries.schema';
import { PageQuery, tells } from '~/shared/page.schema';
import { identityProblems } from './customer';
import { customerFields, customerFilters } from './customerFields';
import { MergeRecord } from './customerMerge.schema';
import { type CustomerState, idleSpans } from './customerNames';
import { Contact, InvoiceTitle, OptionalEmail } from './customerParts.schema';
import { tagsProblem } from './customerTags';

const MASKABLE = '1\\d{10}|1\\d{2}\\*{4}\\d{3}|\\*{3}';
/** A number as the server masks or hides it, sent back unchanged, means "as it was". */
const MaskableMobile = z.string().regex(new RegExp(`^(${MASKABLE})$`), '请输入11位手机号');
const OptionalMobile = z
  .string()
  .regex(new RegExp(`^(${MASKABLE})?$`), '请输入11位手机号')
  .default('');

const shape = {
  ...inputOf(customerFields, { contactMobile: OptionalMobile, email: OptionalEmail }),
  customerType: z.enum(['1', '2'], '请选择客户类型'),
  uscc: z.string().max(40, '统一社会信用代码应为18位').default(''),
  /** As the server masks it: unchanged. */
  idCard: z.string().trim().toUpperCase().max(18, '身份证号应为18位').default(''),
  salesAreaId: OptionalId,
  /** Names a topmost sales area where no area is given by id. */
  regionLabel: OptionalText(20, '销售区域'),
  stockVisible: z.boolean().default(false),
};

const Fields = z.object(shape);
const checkFields = (input: z.output<typeof Fields>, context: z.RefinementCtx): void => {
  for (const { field, message } of identityProblems(input)) context.addIssue({ code: 'custom', path: [field], message });
  const problem = tagsProblem(input.tags);
  if (problem) context.addIssue({ code: 'custom', path: ['tags'], message: problem });
};

/** `confirm` repeats a save after the duplicates warning. */
export const CustomerInput = Fields.extend({ status: z.enum(['ACTIVE', 'POTENTIAL']).default('ACTIVE'), confirm: z.boolean().default(false) }).superRefine(
  checkFields,
);
export const CustomerUpdate = Fields.extend({ id: Id, version: RowVersion, confirm: z.boolean().default(false) }).superRefine(checkFields);
/** What the form holds. */
export const CustomerForm = Fields.extend({ status: z.enum(['ACTIVE', 'POTENTIAL']).default('ACTIVE') }).superRefine(checkFields);
export type CustomerForm = z.input<typeof CustomerForm>;
export type CustomerFields = z.output<typeof Fields>;

export const CustomerQuery = tells(
  PageQuery.extend({
    /** Name, short name, pinyin, code, mobile number or credit code. */
    keyword: z.string().trim().max(60).default(''),
    code: z.string().trim().max(20).default(''),
    mobile: z.string().trim().max(11).default(''),
    ...filterOf(customerFields, customerFilters),
    /** One tag, in full. */
    tag: z.string().trim().max(12).default(''),
    /** Comma list of region labels. */
    regionLabel: z.string().max(60).default(''),
    isMember: z.enum(['', '0', '1']).default(''),
    /** A province or city covers what lies in it. */
    region: FilterRegion,
    customerType: z.enum(['', '1', '2']).default(''),
    status: z.enum(['', 'POTENTIAL', 'ACTIVE', 'DISABLED', 'ENDED']).default(''),
    /** A sales area covers what lies below it. */
    salesAreaId: FilterId,
    scene: z.enum(['', 'MINE', 'JOINED', 'TEAM']).default(''),
    /** Has ordered nothing for this many days, or never. */
    idleDays: z.enum(['', ...idleSpans]).default(''),
    /** Has overdue receivables; only for whoever may see receivables. */
    overdue: z.enum(['', 'true', 'false']).default(''),
  }),
  { keyword: ['mobile', 'idCard'], code: [], tag: [], regionLabel: [], region: [] },
);
export type CustomerQuery = z.output<typeof CustomerQuery>;

export const CustomerRow = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  shortName: z.string(),
  customerType: z.number(),
  levelName: z.string(),
  /** 重点客户、月结 */
  tags: z.string(),
  regionLabel: z.string(),
  isMember: z.number(),
  province: z.string(),
  city: z.string(),
  district: z.string(),
  contactName: z.string(),
  contactMobile: z.string(),
  salesName: z.string(),
  paymentDays: z.number(),
  accountCount: z.number(),
  /** Null for whoever may not see the customer's money. */
  openReceivable: Yuan.nullable(),
  overdue: Yuan.nullable(),
  lastOrderAt: Instant.nullable(),
  status: z.string(),
  version: z.number(),
  createdAt: Instant,
});
export type CustomerRow = z.input<typeof CustomerRow>;

export const Address = z.object({
  id: z.string(),
  receiver: z.string(),
  phone: z.string(),
  province: z.string(),
  city: z.string(),
  district: z.string(),
  address: z.string(),
  isDefault: z.boolean(),
});
export type Address = z.input<typeof Address>;

export const BindForm = z.object({ mobile: Mobile, name: Text(30, '姓名') });
export const LevelForm = z.object({
  code: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9_-]{1,20}$/, '级别编码只能是1到20位字母、数字或 - _'),
  name: Text(20, '级别名称'),
  sort: z
    .string()
    .regex(/^\d{1,4}$/, '排序应为0到9999的整数')
    .default('0'),
});
export const CustomerLevel = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  sort: z.number(),
  /** "3个客户、2个商品的可见范围"; empty: nowhere. */
  usedIn: z.string(),
});
export type CustomerLevel = z.input<typeof CustomerLevel>;

export const AddressForm = z.object({
  receiver: Text(30, '收货人'),
  phone: MaskableMobile,
  province: Text(30, '省'),
  city: Text(30, '市'),
  district: OptionalText(30, '区'),
  address: Text(120, '详细地址'),
  isDefault: z.boolean().default(false),
});
export type AddressForm = z.input<typeof AddressForm>;

/** What the trade domains need of a customer. */
export interface CustomerForTrade {
  id: string;
  code: string;
  name: string;
  status: CustomerState;
  levelId: string | null;
  paymentDays: number;
  salesMemberId: string | null;
  stockVisible: boolean;
  addresses: z.output<typeof Address>[];
}

export const CustomerOption = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  status: z.string(),
  levelName: z.string(),
  city: z.string(),
});
export type CustomerOption = z.input<typeof CustomerOption>;

/** Another customer that may be the same one. Outside the person's data scope: without id and code, the salesperson masked. */
export const Duplicate = z.object({ id: z.string(), code: z.string(), name: z.string(), why: z.string(), sales: z.string() });
export type Duplicate = z.input<typeof Duplicate>;

export const CustomerDetail = CustomerRow.extend({
  uscc: z.string(),
  idCard: z.string(),
  levelId: z.string().nullable(),
  address: z.string(),
  email: z.string(),
  salesMemberId: z.string().nullable(),
  stockVisible: z.boolean(),
  remark: z.string(),
  updatedAt: Instant,
  contactRole: z.string(),
  salesAreaId: z.string().nullable(),
  salesArea: z.string(),
  stateReason: z.string(),
  addresses: z.array(Address),
  contacts: z.array(Contact),
  invoiceTitles: z.array(InvoiceTitle),
  helpers: z.array(z.object({ id: z.string(), name: z.string() })),
  /** Seen as a helper alone: whose it is and who helps is for others to say. */
  helping: z.boolean(),
  merges: z.array(MergeRecord),
  accounts: z.array(z.object({ id: z.string(), name: z.string(), mobile: z.string(), passwordSet: z.boolean(), status: z.string(), createdAt: Instant })),
  /** Null for whoever may not see the customer's money. */
  funds: z.object({ balance: Yuan, held: Yuan, available: Yuan, openReceivable: Yuan, overdue: Yuan }).nullable(),
  /** Null for whoever may not see orders. */
  orders: z.array(z.object({ id: z.string(), no: z.string(), createdAt: Instant, payable: Yuan, status: z.string() })).nullable(),
  log: z.array(ChangeEntry),
});
export type CustomerDetail = z.input<typeof CustomerDetail>;
