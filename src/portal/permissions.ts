/** Every permission code, as a tree of menus and their buttons; roles are made from it and calls name its codes. */

export interface Permission {
  code: string;
  name: string;
  children?: readonly Permission[];
}

const P = 'PTN:SUPPLIER:';
export const CUSTOMER_MANAGE = `${P}CUSTOMER:MANAGE`;
export const CUSTOMER_TRANSFER = `${P}CUSTOMER:TRANSFER`;
export const CUSTOMER_MERGE = `${P}CUSTOMER:MERGE`;
export const CUSTOMER_EXPORT = `${P}CUSTOMER:EXPORT`;
export const PROJECT_MANAGE = `${P}CHAIN_PROJECT:MANAGE`;
export const ORDER_MANAGE = `${P}CHAIN_ORDER:MANAGE`;
export const ORDER_ADD = `${P}CHAIN_ORDER:ADD`;
export const ORDER_EDIT = `${P}CHAIN_ORDER:EDIT`;
export const ORDER_AUDIT = `${P}CHAIN_ORDER:AUDIT`;
export const ORDER_CHANGE = `${P}CHAIN_ORDER:CHANGE`;
export const ORDER_CLOSE = `${P}CHAIN_ORDER:CLOSE`;
export const ORDER_CANCEL = `${P}CHAIN_ORDER:CANCEL`;
export const ORDER_PRICE_EDIT = `${P}CHAIN_ORDER:PRICE_EDIT`;
export const ORDER_BELOW_FLOOR = `${P}CHAIN_ORDER:BELOW_FLOOR`;
export const ORDER_EXPORT = `${P}CHAIN_ORDER:EXPORT`;
export const DELIVER_MANAGE = `${P}CHAIN_DELIVER:MANAGE`;
export const DELIVER_ADD = `${P}CHAIN_DELIVER:ADD`;
export const DELIVER_OUT = `${P}CHAIN_DELIVER:OUT`;
export const DELIVER_REVERSE = `${P}CHAIN_DELIVER:REVERSE`;
export const DELIVER_SIGN = `${P}CHAIN_DELIVER:SIGN`;
export const PRODUCT_MANAGE = `${P}CHAIN_PRODUCT:MANAGE`;
export const PRODUCT_EDIT = `${P}CHAIN_PRODUCT:EDIT`;
export const PRODUCT_SHELF = `${P}CHAIN_PRODUCT:SHELF`;
export const PRODUCT_IMPORT = `${P}CHAIN_PRODUCT:IMPORT`;
export const PRICE_MANAGE = `${P}CHAIN_PRICE:MANAGE`;
export const PRICE_CUSTOMER = `${P}CHAIN_PRICE:CUSTOMER`;
export const PRICE_IMPORT = `${P}CHAIN_PRICE:IMPORT`;
export const STOCK_MANAGE = `${P}CHAIN_STOCK:MANAGE`;
export const STOCK_IN = `${P}CHAIN_STOCK:IN`;
export const STOCK_AUDIT = `${P}CHAIN_STOCK:AUDIT`;
export const STOCK_COST_VIEW = `${P}CHAIN_STOCK:COST_VIEW`;
export const STOCK_WAREHOUSE = `${P}CHAIN_STOCK:WAREHOUSE`;
export const FUND_MANAGE = `${P}CHAIN_FUND:MANAGE`;
export const FUND_ENTER = `${P}CHAIN_FUND:ENTER`;
export const FUND_CONFIRM = `${P}CHAIN_FUND:CONFIRM`;
export const FUND_HOLD = `${P}CHAIN_FUND:HOLD`;
export const FUND_WRITE_OFF = `${P}CHAIN_FUND:WRITE_OFF`;
export const DEPARTMENT_MANAGE = `${P}DEPARTMENT`;
export const USER_MANAGE = `${P}USER:MANAGE`;
export const ROLE_MANAGE = `${P}ROLE`;
export const REAL_AUTH_MANAGE = `${P}REAL_AUTH:MANAGE`;
/** Works in the platform operator's tenant only. */
export const REAL_AUTH_REVIEW = 'PLATFORM:REAL_AUTH:REVIEW';
export const BASE_CONFIG = `${P}CHAIN_CONFIG:MANAGE`;
/** Spec section 6; without the supplier prefix. */
export const DATA_EXPORT_CENTER = 'PTN:DATA:EXPORT:CENTER';
export const DATA_EXPORT_APPROVE = 'PTN:DATA:EXPORT:APPROVE';

/** System settings: the spec's own codes. */
export const SET_DICT = 'CHAIN_SET_DICT';
export const SET_BASE = 'CHAIN_SET_BASE';
export const SYSTEM_LOG = 'SYSTEM_LOG:MANAGE';
export const DEVELOPER = `${P}FLOW_UPLOAD:MANAGE`;
export const MESSAGE_MANAGE = `${P}MESSAGE:MANAGE`;

export const permissionTree: readonly Permission[] = [
  {
    code: CUSTOMER_MANAGE,
    name: '客户管理',
    children: [
      { code: CUSTOMER_TRANSFER, name: '转移客户' },
      { code: CUSTOMER_MERGE, name: '合并客户' },
      { code: CUSTOMER_EXPORT, name: '导出客户' },
    ],
  },
  { code: PROJECT_MANAGE, name: '工程项目' },
  {
    code: ORDER_MANAGE,
    name: '订单管理',
    children: [
      { code: ORDER_ADD, name: '代客下单' },
      { code: ORDER_EDIT, name: '编辑订单' },
      { code: ORDER_AUDIT, name: '审核订单' },
      { code: ORDER_CHANGE, name: '变更订单' },
      { code: ORDER_CLOSE, name: '结单' },
      { code: ORDER_CANCEL, name: '取消订单' },
      { code: ORDER_PRICE_EDIT, name: '手工改价' },
      { code: ORDER_BELOW_FLOOR, name: '低于限价放行' },
      { code: ORDER_EXPORT, name: '导出订单' },
    ],
  },
  {
    code: DELIVER_MANAGE,
    name: '发货管理',
    children: [
      { code: DELIVER_ADD, name: '新建发货' },
      { code: DELIVER_OUT, name: '确认出库' },
      { code: DELIVER_REVERSE, name: '冲销发货' },
      { code: DELIVER_SIGN, name: '代签收' },
    ],
  },
  {
    code: PRODUCT_MANAGE,
    name: '商品管理',
    children: [
      { code: PRODUCT_EDIT, name: '维护商品' },
      { code: PRODUCT_SHELF, name: '上下架' },
      { code: PRODUCT_IMPORT, name: '导入商品' },
    ],
  },
  {
    code: PRICE_MANAGE,
    name: '价格管理',
    children: [
      { code: PRICE_CUSTOMER, name: '维护客户价' },
      { code: PRICE_IMPORT, name: '导入价格' },
    ],
  },
  {
    code: STOCK_MANAGE,
    name: '库存管理',
    children: [
      { code: STOCK_IN, name: '入库制单' },
      { code: STOCK_AUDIT, name: '审核与冲销' },
      { code: STOCK_WAREHOUSE, name: '维护仓库' },
      { code: STOCK_COST_VIEW, name: '查看成本' },
    ],
  },
  {
    code: FUND_MANAGE,
    name: '资金与应收',
    children: [
      { code: FUND_ENTER, name: '登记入账与收款' },
      { code: FUND_CONFIRM, name: '确认入账' },
      { code: FUND_HOLD, name: '手工冻结解冻' },
      { code: FUND_WRITE_OFF, name: '核销' },
    ],
  },
  { code: DATA_EXPORT_CENTER, name: '批量中心', children: [{ code: DATA_EXPORT_APPROVE, name: '审批导出' }] },
  { code: BASE_CONFIG, name: '基础配置' },
  { code: SET_BASE, name: '系统基础设置' },
  { code: SET_DICT, name: '字典配置' },
  { code: MESSAGE_MANAGE, name: '消息模板与发送记录' },
  { code: SYSTEM_LOG, name: '系统日志' },
  { code: DEVELOPER, name: '开发者模式' },
  { code: DEPARTMENT_MANAGE, name: '组织架构' },
  { code: USER_MANAGE, name: '账号管理' },
  { code: ROLE_MANAGE, name: '角色管理' },
  { code: REAL_AUTH_MANAGE, name: '实名认证与开户信息', children: [{ code: REAL_AUTH_REVIEW, name: '审核实名认证(平台运营)' }] },
];

const codesOf = (list: readonly Permission[]): string[] => list.flatMap((one) => [one.code, ...codesOf(one.children ?? [])]);
export const allPermissions: ReadonlySet<string> = new Set(codesOf(permissionTree));
