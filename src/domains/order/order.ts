import type { OrderStatus } from './order.schema';

export const orderStates = {
  DRAFT: '草稿',
  PENDING_AUDIT: '待审核',
  REJECTED: '已驳回',
  PENDING_PAY: '待付款',
  PENDING_DELIVERY: '待发货',
  PARTIAL_DELIVERED: '部分发货',
  DELIVERED: '待收货',
  COMPLETED: '已完成',
  CANCELLED: '已取消',
  CLOSED: '已结单',
} as const;
export const allStatuses = Object.keys(orderStates) as OrderStatus[];
/** Submitted, and neither rejected nor cancelled: what counts as ordered. */
export const standingStates = allStatuses.filter((status) => !['DRAFT', 'REJECTED', 'CANCELLED'].includes(status));

export const payMethods = { BALANCE: '资金账户', CREDIT: '授信支付', OFFLINE: '线下付款', MIXED: '组合支付' } as const;
/** Derived by the database from what is held, billed and settled. */
/** How far an order is invoiced: of what it keeps. */
export const invoiceStates = { NONE: '未开票', PART: '部分开票', ALL: '全部开票' } as const;
export type InvoiceState = keyof typeof invoiceStates;
/** How far what was signed came back. */
export const returnStates = { NONE: '未退货', PART: '部分退货', ALL: '全部退货' } as const;
export const payStates = { NONE: '无需付款', UNPAID: '未付款', HELD: '已冻结', PART: '部分付款', PAID: '已付清' } as const;
export const orderSources = { FACTORY: '厂家代下', DEALER: '经销商', IMPORT: '导入', API: '接口' } as const;
/** What people choose; a replacement of goods brought back is made by its return alone. */
export const orderTypes = { NORMAL: '普通订单', SAMPLE: '样品订单' } as const;
export const orderTypeNames: Readonly<Record<string, string>> = { ...orderTypes, EXCHANGE: '换货订单' };
export const lineSources = {
  PROJECT: '工程价',
  CUSTOMER: '客户价',
  STRATEGY: '价格策略',
  ACTIVITY: '限时折扣',
  LIST: '标准价',
  MANUAL: '手工价',
  GIFT: '赠品',
} as const;
/** As the customer reads them. */
export const myLineSources = { ...lineSources, CUSTOMER: '专属价' } as const;
export const versionKinds = { CREATE: '提交', EDIT: '修改重提', CHANGE: '变更', AUDIT_EDIT: '审核修改', CLOSE: '结单' } as const;
export type VersionKind = keyof typeof versionKinds;
export const versionStates = { PENDING: '待审批', EFFECTIVE: '已生效', REJECTED: '已驳回', WITHDRAWN: '已撤回' } as const;
export const parties = { FACTORY: '厂家', DEALER: '经销商', SYSTEM: '系统' } as const;

export const orderActions = {
  SAVE: '保存草稿',
  SUBMIT: '提交',
  DELETE: '删除',
  WITHDRAW: '撤回',
  APPROVE: '审核通过',
  REJECT: '驳回',
  CONFIRM_PAID: '确认到款',
  SHIP: '发货',
  REVERSE: '冲销发货',
  SIGN: '签收',
  CHANGE: '变更',
  /** A change asked for is passed, refused or taken back. */
  DECIDE: '变更',
  CLOSE: '结单',
  CANCEL: '取消',
} as const;
export type OrderAction = keyof typeof orderActions;
export type Party = 'FACTORY' | 'DEALER' | 'SYSTEM';

interface Transition {
  to: readonly OrderStatus[];
  who: readonly Party[];
}

const both = ['FACTORY', 'DEALER'] as const;
const factory = ['FACTORY'] as const;
const afterAudit = ['PENDING_PAY', 'PENDING_DELIVERY'] as const;
/** Submitting ends further along when the factory audits automatically. */
const submitted = { to: ['PENDING_AUDIT', ...afterAudit], who: both } as const;
const cancel = { to: ['CANCELLED'], who: factory } as const;
const cancelOwn = { to: ['CANCELLED'], who: both } as const;

/** The one transition table: what may happen in each state, where it leads, and which party may do it. */
export const next: Record<OrderStatus, Partial<Record<OrderAction, Transition>>> = {
  DRAFT: { SAVE: { to: ['DRAFT'], who: both }, SUBMIT: submitted, DELETE: { to: [], who: both }, CANCEL: cancelOwn },
  REJECTED: { SAVE: { to: ['DRAFT'], who: both }, SUBMIT: submitted, CANCEL: cancelOwn },
  PENDING_AUDIT: {
    WITHDRAW: { to: ['DRAFT'], who: both },
    APPROVE: { to: afterAudit, who: ['FACTORY', 'SYSTEM'] },
    REJECT: { to: ['REJECTED'], who: factory },
    CANCEL: cancelOwn,
  },
  // Money may come in parts: until all is there the order waits on.
  PENDING_PAY: { CONFIRM_PAID: { to: ['PENDING_PAY', 'PENDING_DELIVERY'], who: factory }, CANCEL: cancel },
  PENDING_DELIVERY: {
    SHIP: { to: ['PARTIAL_DELIVERED', 'DELIVERED'], who: factory },
    CHANGE: { to: ['PENDING_DELIVERY'], who: both },
    DECIDE: { to: ['PENDING_DELIVERY'], who: both },
    CLOSE: { to: ['PENDING_DELIVERY'], who: factory },
    CANCEL: cancel,
  },
  PARTIAL_DELIVERED: {
    SHIP: { to: ['PARTIAL_DELIVERED', 'DELIVERED'], who: factory },
    REVERSE: { to: ['PENDING_DELIVERY', 'PARTIAL_DELIVERED'], who: factory },
    SIGN: { to: ['PARTIAL_DELIVERED'], who: ['FACTORY', 'DEALER', 'SYSTEM'] },
    CHANGE: { to: ['PARTIAL_DELIVERED'], who: both },
    DECIDE: { to: ['PARTIAL_DELIVERED', 'DELIVERED', 'COMPLETED', 'CLOSED'], who: both },
    CLOSE: { to: ['PARTIAL_DELIVERED', 'DELIVERED', 'CLOSED'], who: factory },
  },
  DELIVERED: {
    REVERSE: { to: ['PENDING_DELIVERY', 'PARTIAL_DELIVERED'], who: factory },
    SIGN: { to: ['DELIVERED', 'COMPLETED', 'CLOSED'], who: ['FACTORY', 'DEALER', 'SYSTEM'] },
    // All that was ordered has left while a change asked for more.
    DECIDE: { to: ['PARTIAL_DELIVERED', 'DELIVERED', 'COMPLETED', 'CLOSED'], who: both },
  },
  COMPLETED: {},
  CANCELLED: {},
  CLOSED: {},
};

export const allowed = (status: OrderStatus, action: OrderAction, party: Party): boolean => next[status][action]?.who.includes(party) === true;
/** Passed by the auditor and not called off: what was agreed stands. */
export const isApproved = (status: OrderStatus): boolean => !['DRAFT', 'PENDING_AUDIT', 'REJECTED', 'CANCELLED'].includes(status);
export const isFinal = (status: OrderStatus): boolean => status === 'COMPLETED' || status === 'CANCELLED' || status === 'CLOSED';
/** Before approval the factory is bound to nothing: the dealer may still cancel alone. */
export const isBeforeApproval = (status: OrderStatus): boolean => status === 'DRAFT' || status === 'REJECTED' || status === 'PENDING_AUDIT';

/** 新建 → 提交 → 审核 → 发货 → 收货 → 完成, for the step bar. */
export const steps = ['下单', '审核', '发货', '收货', '完成'] as const;
export function stepOf(status: OrderStatus): number {
  if (status === 'DRAFT') return 0;
  if (status === 'PENDING_AUDIT' || status === 'REJECTED') return 1;
  if (status === 'PENDING_PAY' || status === 'PENDING_DELIVERY' || status === 'PARTIAL_DELIVERED') return 2;
  return status === 'DELIVERED' ? 3 : 4;
}
