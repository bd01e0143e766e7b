import { z } from 'zod';
import { Id, Instant, RowVersion, Yuan } from '~/shared/fields';

/** A merge can be taken back for this long, as long as nothing that moved was touched. */
export const MERGE_UNDO_HOURS = 24;

/** `confirm` repeats it after a warning. */
export const MergeInput = z.object({ fromId: Id, fromVersion: RowVersion, intoId: Id, intoVersion: RowVersion, confirm: z.boolean().default(false) });
export const MergePair = z.object({ fromId: Id, intoId: Id });

const Side = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  status: z.string(),
  version: z.number(),
  uscc: z.string(),
  contactName: z.string(),
  contactMobile: z.string(),
  salesName: z.string(),
  createdAt: Instant,
  balance: Yuan,
  held: Yuan,
  openReceivable: Yuan,
  counts: z.array(z.object({ name: z.string(), count: z.number() })),
});
export type MergeSide = z.input<typeof Side>;

export const MergePreview = z.object({
  from: Side,
  into: Side,
  /** Fields the remaining customer lacks and takes over. */
  fills: z.array(z.object({ name: z.string(), value: z.string() })),
  /** Active prices of the same goods and days: those of the remaining customer stand. */
  priceClashes: z.number(),
  /** Why this pair cannot be merged; '' when it can. */
  problem: z.string(),
  warning: z.string(),
});
export type MergePreview = z.input<typeof MergePreview>;

/** A merge as the remaining customer's page shows it. */
export const MergeRecord = z.object({
  id: z.string(),
  fromName: z.string(),
  fromCode: z.string(),
  intoId: z.string(),
  intoName: z.string(),
  actor: z.string(),
  at: Instant,
  undoUntil: Instant,
  undone: z.boolean(),
  undoneBy: z.string(),
  /** Whether the time for taking it back is not over. */
  undoable: z.boolean(),
  moved: z.array(z.object({ name: z.string(), count: z.number(), kept: z.number() })),
});
export type MergeRecord = z.input<typeof MergeRecord>;

/** What people call the tables a merge moves; parts of a document go under the document's name. */
export const tableNames: Record<string, string> = {
  sales_order: '订单',
  order_line: '订单',
  order_version: '订单',
  order_event: '订单',
  delivery: '发货单',
  delivery_line: '发货单',
  delivery_event: '发货单',
  package: '发货单',
  package_line: '发货单',
  trace: '发货单',
  return_order: '退货单',
  return_line: '退货单',
  return_event: '退货单',
  order_refund: '退款单',
  order_refund_part: '退款单',
  ar_plan: '应收计划',
  ar_plan_item: '应收计划',
  ar_adjust: '应收调整单',
  ar_dispute: '应收争议',
  credit_account: '授信账户',
  credit_line: '授信账户',
  credit_freeze: '授信账户',
  credit_journal: '授信账户',
  credit_entry: '授信账户',
  credit_order: '用信单',
  credit_hold: '用信单',
  credit_use: '用信单',
  credit_notice: '授信账户',
  repay_revision: '还款计划',
  repay_item: '还款计划',
  repay_notice: '还款计划',
  repay_change: '还款周期变更单',
  repay_payment: '还款单',
  repay_alloc: '还款单',
  credit_apply: '授信申请',
  credit_special: '赊销特批',
  credit_release: '赊销特批',
  credit_trace: '授信规则检查',
  credit_risk_action: '风控动作',
  ct_contract: '合同',
  ct_signer: '合同',
  ct_revision: '合同',
  ct_event: '合同',
  ct_identity: '合同',
  billing: '开票申请',
  billing_line: '开票申请',
  billing_request: '开票申请',
  invoice: '开票申请',
  receivable: '应收单',
  receipt: '收款单',
  receipt_apply: '核销记录',
  enter_account: '入账单',
  fund_hold: '资金冻结',
  withdrawal: '提现单',
  expense_entry: '费用单',
  expense_lot: '费用批次',
  expense_use: '费用批次',
  expense_take: '费用批次',
  customer_price: '客户价',
  customer_price_change_line: '客户价',
  price_strategy_customer: '价格策略的适用客户',
  project_price: '工程价',
  project_price_line: '工程价',
  project_price_version: '工程价',
  price_use: '价格用量',
  customer_address: '收货地址',
  customer_contact: '联系人',
  customer_invoice_title: '开票抬头',
  customer_member: '登录账号',
  customer_helper: '协作人',
  customer_invite: '登录邀请',
  favourite_sku: '常购商品',
  dunning_log: '催款记录',
  bank_line: '银行流水',
  project: '工程项目',
  project_contact: '工程项目',
  attachment: '附件',
  approval_log: '审批记录',
  wf_instance: '审批记录',
  wf_task: '审批记录',
  wf_action_log: '审批记录',
  product_visibility: '商品可见范围',
};
/** The tables whose rows are counted one by one; others are parts of them. */
export const wholeTables: ReadonlySet<string> = new Set([
  'sales_order',
  'delivery',
  'return_order',
  'order_refund',
  'billing',
  'receivable',
  'receipt',
  'enter_account',
  'fund_hold',
  'withdrawal',
  'expense_entry',
  'customer_price',
  'price_strategy_customer',
  'project_price',
  'customer_address',
  'customer_contact',
  'customer_invoice_title',
  'customer_member',
  'customer_helper',
  'project',
  'attachment',
  'product_visibility',
]);
