import { z } from 'zod';
import { Instant, RangeEnd } from '~/shared/fields';
import { PageQuery } from '~/shared/page';

const F = '/portal/supplyChain/factory';

/** What a log entry is about: its name, and where the record is shown (the id goes behind). */
export const subjects: Readonly<Record<string, readonly [name: string, link?: string]>> = {
  order: ['订单', `${F}/order/detail?id=`],
  delivery: ['发货单', `${F}/deliver/detail?id=`],
  customer: ['客户', '/portal/customer/detail?id='],
  customer_address: ['收货地址'],
  customer_contact: ['客户联系人'],
  customer_level: ['客户级别'],
  customerPrice: ['客户价'],
  project: ['项目', '/portal/project/detail?id='],
  product: ['商品', `${F}/product/detail?id=`],
  sku: ['SKU'],
  category: ['商品分类'],
  attribute: ['商品属性'],
  unit: ['计量单位'],
  warehouse: ['仓库'],
  stock_doc: ['入库单', `${F}/warehouse/inDetail?id=`],
  fund_account: ['资金账户', `${F}/finance/accountManage/accountDetail?id=`],
  fund_hold: ['资金冻结', `${F}/finance/accountManage/frozenDetail?id=`],
  enter_account: ['入账单', `${F}/finance/accountManage/enterAccountDetail?id=`],
  receipt: ['收款单', `${F}/finance/receivables/receiptDetail?id=`],
  receivable: ['应收单', `${F}/finance/receivables/receivablesDetail?id=`],
  account: ['账号'],
  member: ['成员'],
  role: ['角色'],
  department: ['部门'],
  dictionary: ['字典'],
  message_template: ['消息模板'],
  outgoing: ['消息发送'],
  baseConfig: ['订单基础配置'],
  setBase: ['系统基础设置'],
  import: ['导入'],
  export: ['导出'],
};
const subjectKey = (type: string): string => type.split(':')[0] ?? type;
export const subjectName = (type: string): string => subjects[subjectKey(type)]?.[0] ?? '其他';
export const subjectLink = (type: string, id: string): string => {
  const link = subjects[subjectKey(type)]?.[1];
  return link ? `${link}${encodeURIComponent(id)}` : '';
};

const Range = z
  .union([z.literal(''), RangeEnd])
  .catch('')
  .default('');
const words = z.string().trim().max(60).catch('').default('');
const common = { actor: words, address: words, startTime: Range, endTime: Range };

export const OperationQuery = PageQuery.extend({ actor: words, subject: words, action: words, subjectNo: words, startTime: Range, endTime: Range });
export type OperationQuery = z.output<typeof OperationQuery>;
export const Operation = z.object({
  id: z.string(),
  source: z.string(),
  actor: z.string(),
  action: z.string(),
  subjectType: z.string(),
  subjectId: z.string(),
  subjectNo: z.string(),
  at: Instant,
});
export type Operation = z.input<typeof Operation>;

export const OperationDetail = Operation.extend({
  note: z.string(),
  changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
  /** Whether the entries about this record still fit together; null where they carry no hashes. */
  chain: z.object({ whole: z.boolean(), checked: z.number(), problem: z.string() }).nullable(),
});
export type OperationDetail = z.input<typeof OperationDetail>;

export const LoginQuery = PageQuery.extend({ ...common, result: z.enum(['', 'OK', 'FAILED']).catch('').default('') });
export type LoginQuery = z.output<typeof LoginQuery>;
export const LoginEntry = z.object({
  id: z.string(),
  actor: z.string(),
  kind: z.string(),
  detail: z.string(),
  address: z.string(),
  agent: z.string(),
  newDevice: z.boolean(),
  at: Instant,
});
export type LoginEntry = z.input<typeof LoginEntry>;

export const ApiQuery = PageQuery.extend({ ...common, path: words, result: z.enum(['', 'OK', 'FAILED']).catch('').default('') });
export type ApiQuery = z.output<typeof ApiQuery>;
export const ApiEntry = z.object({
  id: z.string(),
  actor: z.string(),
  path: z.string(),
  title: z.string(),
  code: z.string(),
  ms: z.number(),
  address: z.string(),
  at: Instant,
});
export type ApiEntry = z.input<typeof ApiEntry>;
