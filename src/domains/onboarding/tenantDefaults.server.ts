import { addBuiltIn, type BuiltIn } from '~/domains/role/builtIn.server';
import type { Me } from '~/portal/me';
import * as may from '~/portal/permissions';
import type { Tx } from '~/server/db.server';

/** Anybody may be asked to approve something. */
const tasks = [may.FLOW_TODO, may.FLOW_DONE];
const viewAll = [may.ORDER_MANAGE, may.DELIVER_MANAGE, may.PRODUCT_MANAGE, may.CUSTOMER_MANAGE, may.PROJECT_MANAGE];

/** Roles every tenant begins with; they may be changed and removed like any other. */
export const defaultRoles: readonly BuiltIn[] = [
  {
    name: '订单专员',
    remark: '录单、审核与变更订单',
    permissions: [
      ...tasks,
      may.ORDER_MANAGE,
      may.ORDER_ADD,
      may.ORDER_EDIT,
      may.ORDER_AUDIT,
      may.ORDER_CHANGE,
      may.ORDER_CLOSE,
      may.ORDER_CANCEL,
      may.ORDER_EXPORT,
      may.REVERSE_MANAGE,
      may.REVERSE_ADD,
      may.REVERSE_AUDIT,
      may.BILLING_MANAGE,
      may.BILLING_ADD,
      may.CONTRACT_MANAGE,
      may.CONTRACT_CREATE,
      may.DATA_EXPORT_CENTER,
    ],
  },
  {
    name: '财务',
    remark: '客户资金、收款与应收',
    permissions: [
      ...tasks,
      may.BILLING_MANAGE,
      may.BILLING_AUDIT,
      may.BILLING_ISSUE,
      may.BILLING_RED,
      may.FUND_MANAGE,
      may.FUND_ENTER,
      may.FUND_CONFIRM,
      may.FUND_EXPENSE,
      may.FUND_REFUND,
      may.FUND_HOLD,
      may.FUND_WRITE_OFF,
      may.FUND_CHECK,
      may.CREDIT_REPAY,
      may.CREDIT_REPAY_ENTER,
      may.URGE_MANAGE,
      may.URGE_WORK,
      may.URGE_LEAD,
      may.URGE_CONFIG,
      may.CREDIT_REPAY_AUDIT,
      may.CREDIT_QUOTA,
      may.CREDIT_APPLY,
      may.CREDIT_AUDIT,
      may.CREDIT_FREEZE,
      may.CREDIT_USE,
      may.CREDIT_CONFIG,
      may.ARM_PLAN,
      may.ARM_PLAN_EDIT,
      may.ARM_PAY,
      may.ARM_MATCH,
      may.ARM_ADJUST,
      may.ARM_ADJUST_AUDIT,
      may.ARM_CONFIG,
      may.REVERSE_MANAGE,
      may.REVERSE_REFUND,
      may.ORDER_MANAGE,
      may.CONTRACT_MANAGE,
      may.CONTRACT_AUDIT,
      may.CONTRACT_SIGN,
      may.CONTRACT_SEAL,
      may.DATA_EXPORT_CENTER,
      may.DATA_EXPORT_APPROVE,
    ],
  },
  {
    name: '仓管',
    remark: '出入库、调拨、盘点与发货',
    permissions: [
      ...tasks,
      may.STOCK_MANAGE,
      may.STOCK_IN,
      may.STOCK_OUT,
      may.STOCK_TRANSFER,
      may.STOCK_COUNT,
      may.STOCK_AUDIT,
      may.STOCK_WAREHOUSE,
      may.DELIVER_MANAGE,
      may.DELIVER_ADD,
      may.DELIVER_OUT,
      may.DELIVER_REVERSE,
      may.DELIVER_SIGN,
      may.REVERSE_MANAGE,
      may.REVERSE_RECEIVE,
      may.DATA_EXPORT_CENTER,
    ],
  },
  {
    name: '业务员',
    remark: '自己的客户与他们的订单',
    permissions: [
      ...tasks,
      ...viewAll,
      may.URGE_MANAGE,
      may.URGE_WORK,
      may.ORDER_ADD,
      may.ORDER_EDIT,
      may.REVERSE_MANAGE,
      may.REVERSE_ADD,
      may.BILLING_MANAGE,
      may.BILLING_ADD,
      may.PRICE_MANAGE,
      may.PRICE_CUSTOMER,
      may.PRICE_PROJECT,
      may.CONTRACT_MANAGE,
      may.CONTRACT_CREATE,
      may.DATA_EXPORT_CENTER,
    ],
    dataScope: 'SELF',
  },
  {
    name: '销售经理',
    remark: '本部门及下级部门的客户与订单',
    permissions: [
      ...tasks,
      ...viewAll,
      may.URGE_MANAGE,
      may.URGE_WORK,
      may.URGE_LEAD,
      may.URGE_AUDIT,
      may.ORDER_ADD,
      may.ORDER_EDIT,
      may.ORDER_AUDIT,
      may.ORDER_EXPORT,
      may.PRICE_MANAGE,
      may.PRICE_CUSTOMER,
      may.PRICE_PROJECT,
      may.PRICE_PROJECT_AUDIT,
      may.PRICE_CUSTOMER_AUDIT,
      may.PRICE_ACTIVITY,
      may.CONTRACT_MANAGE,
      may.CONTRACT_CREATE,
      may.DATA_EXPORT_CENTER,
    ],
    dataScope: 'DEPARTMENT',
  },
];

/** Modules a tenant that registers itself may use. */
export const defaultApps = ['order'] as const;

export const makeRoles = (tx: Tx, tenantId: bigint): Promise<void> => addBuiltIn(tx, tenantId, defaultRoles);

type Start = { startTenant(tx: Tx, me: Me, now: Date): Promise<void> };

/** What each domain gives a new tenant, so that the first customer and the first product can be entered at once. */
export async function startDomains(tx: Tx, me: Me, now: Date): Promise<void> {
  for (const { startTenant } of Object.values(import.meta.glob<Start>('../*/tenantStart.server.ts', { eager: true }))) await startTenant(tx, me, now);
}
