import {
  BASE_CONFIG,
  CHORE_MANAGE,
  CUSTOMER_EXPORT,
  CUSTOMER_MANAGE,
  CUSTOMER_MERGE,
  CUSTOMER_TRANSFER,
  DATA_EXPORT_APPROVE,
  DATA_EXPORT_CENTER,
  DELIVER_ADD,
  DELIVER_MANAGE,
  DELIVER_OUT,
  DELIVER_REVERSE,
  DELIVER_SIGN,
  DEPARTMENT_MANAGE,
  DEVELOPER,
  FUND_CONFIRM,
  FUND_ENTER,
  FUND_HOLD,
  FUND_MANAGE,
  FUND_WRITE_OFF,
  MESSAGE_MANAGE,
  ORDER_ADD,
  ORDER_AUDIT,
  ORDER_BELOW_FLOOR,
  ORDER_CANCEL,
  ORDER_CHANGE,
  ORDER_CLOSE,
  ORDER_EDIT,
  ORDER_EXPORT,
  ORDER_MANAGE,
  ORDER_PRICE_EDIT,
  PRICE_CUSTOMER,
  PRICE_IMPORT,
  PRICE_MANAGE,
  PRODUCT_EDIT,
  PRODUCT_IMPORT,
  PRODUCT_MANAGE,
  PRODUCT_SHELF,
  PROJECT_MANAGE,
  REAL_AUTH_MANAGE,
  REAL_AUTH_REVIEW,
  ROLE_MANAGE,
  SET_BASE,
  SET_DICT,
  STOCK_AUDIT,
  STOCK_COST_VIEW,
  STOCK_IN,
  STOCK_MANAGE,
  STOCK_WAREHOUSE,
  SYSTEM_LOG,
  THIRD_APPLICATION,
  USER_MANAGE,
} from './permissions';

/** Every permission code, as a tree of menus and their buttons; roles are made from it. */

export interface Permission {
  code: string;
  name: string;
  children?: readonly Permission[];
}

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
      { code: ORDER_ADD, name: '新建订单' },
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
  { code: SYSTEM_LOG, name: '系统日志', children: [{ code: CHORE_MANAGE, name: '后台任务(平台运营)' }] },
  { code: DEVELOPER, name: '开发者模式' },
  { code: THIRD_APPLICATION, name: '第三方应用' },
  { code: DEPARTMENT_MANAGE, name: '组织架构' },
  { code: USER_MANAGE, name: '账号管理' },
  { code: ROLE_MANAGE, name: '角色管理' },
  { code: REAL_AUTH_MANAGE, name: '实名认证与开户信息', children: [{ code: REAL_AUTH_REVIEW, name: '审核实名认证(平台运营)' }] },
];

const codesOf = (list: readonly Permission[]): string[] => list.flatMap((one) => [one.code, ...codesOf(one.children ?? [])]);
export const allPermissions: ReadonlySet<string> = new Set(codesOf(permissionTree));
