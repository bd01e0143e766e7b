import * as may from '~/portal/permissions';

export const DEMO_PASSWORD = 'Demo#2026';

export const factories = [
  { id: 1001n, code: 'QINGYU', name: '青屿防水科技股份有限公司', shortName: '青屿防水', uscc: 17, apps: ['order'] },
  { id: 1002n, code: 'YANHE', name: '岩禾建材有限公司', shortName: '岩禾建材', uscc: 29, apps: ['order'] },
  { id: 1003n, code: 'YUNLING', name: '云岭工程材料有限公司', shortName: '云岭材料', uscc: 41, apps: ['order'] },
] as const;

const viewAll = [may.ORDER_MANAGE, may.DELIVER_MANAGE, may.PRODUCT_MANAGE, may.CUSTOMER_MANAGE];

export const roles = [
  {
    name: '订单专员',
    remark: '录单、审核与变更订单',
    permissions: [may.ORDER_MANAGE, may.ORDER_ADD, may.ORDER_EDIT, may.ORDER_AUDIT, may.ORDER_CHANGE, may.ORDER_CLOSE, may.ORDER_CANCEL, may.ORDER_EXPORT],
  },
  {
    name: '财务',
    remark: '客户资金、收款与应收',
    permissions: [may.FUND_MANAGE, may.FUND_ENTER, may.FUND_CONFIRM, may.FUND_HOLD, may.FUND_WRITE_OFF, may.ORDER_MANAGE],
  },
  {
    name: '仓管',
    remark: '入库、发货与库存',
    permissions: [
      may.STOCK_MANAGE,
      may.STOCK_IN,
      may.STOCK_AUDIT,
      may.STOCK_WAREHOUSE,
      may.DELIVER_MANAGE,
      may.DELIVER_ADD,
      may.DELIVER_OUT,
      may.DELIVER_REVERSE,
      may.DELIVER_SIGN,
    ],
  },
  { name: '业务员', remark: '客户与价格', permissions: [...viewAll, may.ORDER_ADD, may.ORDER_EDIT, may.PRICE_MANAGE, may.PRICE_CUSTOMER] },
] as const;

/** Accounts of the factories. Dealers' accounts stand with their customers. */
export const people = [
  { mobile: '13800000001', name: '林知远', userType: 1, factory: 0, admin: true, role: null },
  { mobile: '13800000004', name: '苏晓禾', userType: 1, factory: 0, admin: false, role: '订单专员' },
  { mobile: '13800000005', name: '方敏之', userType: 1, factory: 0, admin: false, role: '财务' },
  { mobile: '13800000006', name: '郭大川', userType: 1, factory: 0, admin: false, role: '仓管' },
  { mobile: '13800000007', name: '许立诚', userType: 1, factory: 0, admin: false, role: '业务员' },
  { mobile: '13800000008', name: '何静秋', userType: 1, factory: 0, admin: false, role: '业务员' },
  { mobile: '13800000011', name: '韩竹青', userType: 1, factory: 1, admin: true, role: null },
  { mobile: '13800000012', name: '贺云舟', userType: 1, factory: 1, admin: false, role: '财务' },
  { mobile: '13800000003', name: '沈嘉木', userType: 3, factory: 2, admin: true, role: null },
] as const;
