import type { AppKey } from './apps';
import * as may from './permissions';
import { DONE_PAGE, processScreens, TODO_PAGE } from './processPages';

/**
 * Every screen that is built: its path, title and who may open it. Menus, guard, titles and breadcrumbs derive from this table.
 * `menu` names the group it stands in on the left; screens without it are reached from others (`parent` gives breadcrumb and lit menu entry).
 */
export interface Screen {
  path: string;
  app: AppKey | 'root';
  title: string;
  who: 'public' | 'person' | 'factory' | 'dealer' | 'type3';
  /** Any one of these opens it for a factory member. */
  codes?: readonly string[];
  menu?: string;
  parent?: string;
  hideMenu?: boolean;
  /** Stands without the second-level menu beside it: what is judged or drawn there wants the width. */
  hideSubmenu?: boolean;
}

const F = '/portal/supplyChain/factory';
const D = '/portal/supplyChain/dealer';
const C = '/portal/creditSystem';

const table = [
  { path: '/portal/login', app: 'root', title: '登录', who: 'public', hideMenu: true },
  { path: '/portal/register', app: 'root', title: '注册', who: 'public', hideMenu: true },
  { path: '/portal/forgetPassword', app: 'root', title: '忘记密码', who: 'public', hideMenu: true },
  { path: '/portal/404', app: 'root', title: '页面不存在', who: 'public', hideMenu: true },
  { path: '/test', app: 'root', title: '组件试验页', who: 'public', hideMenu: true },
  { path: '/test/menu', app: 'root', title: '菜单试验页', who: 'public', hideMenu: true },
  { path: '/portal/temphome', app: 'home', title: '首页', who: 'public', menu: '首页' },
  { path: '/portal/introduce/orderMaster', app: 'home', title: '订单管家介绍', who: 'public' },
  { path: '/portal/introduce/customerGuard', app: 'home', title: '客户卫士介绍', who: 'public' },
  { path: '/portal/introduce/creditManager', app: 'home', title: '赊销管家介绍', who: 'public' },
  { path: '/portal/introduce/receiveAdmin', app: 'home', title: '应收管家介绍', who: 'public' },
  { path: '/portal/introduce/riskExperts', app: 'home', title: '风控专家介绍', who: 'public' },
  { path: '/portal/help/creditManager', app: 'home', title: '赊销管家帮助', who: 'public' },
  { path: '/portal/help/customerGuard', app: 'home', title: '客户卫士帮助', who: 'public' },
  { path: '/portal/help/orderMaster', app: 'home', title: '订单管家帮助', who: 'public' },
  { path: '/portal/help/riskExperts', app: 'home', title: '风控专家常见问题', who: 'public' },
  { path: '/portal/legal/agreement', app: 'root', title: '用户协议', who: 'public' },
  { path: '/portal/legal/privacy', app: 'root', title: '隐私政策', who: 'public' },
  { path: '/portal/dataCenter/exportList', app: 'common', title: '批量中心', who: 'person', codes: [may.DATA_EXPORT_CENTER] },
  { path: '/portal/account/security', app: 'common', title: '账号与安全', who: 'person' },
  { path: '/portal/message/list', app: 'common', title: '消息中心', who: 'person' },
  { path: '/portal/message/subscribe', app: 'common', title: '消息订阅', who: 'person', parent: '/portal/message/list' },
  { path: '/portal/message/template', app: 'open', title: '消息模板', who: 'factory', codes: [may.MESSAGE_MANAGE], menu: '消息' },
  { path: '/portal/message/outbox', app: 'open', title: '发送记录', who: 'factory', codes: [may.MESSAGE_MANAGE], menu: '消息' },
  { path: '/portal/supplyChain/identify', app: 'order', title: '选择身份', who: 'type3', hideMenu: true },

  { path: `${F}/workbench`, app: 'order', title: '工作台', who: 'factory', menu: '概览' },
  { path: `${F}/workbench/proof`, app: 'order', title: '账目核对', who: 'factory', codes: [may.FUND_MANAGE, may.STOCK_MANAGE], parent: `${F}/workbench` },
  { path: `${F}/guide`, app: 'order', title: '使用引导', who: 'factory', menu: '概览' },

  { path: `${F}/order/list`, app: 'order', title: '订单管理', who: 'factory', codes: [may.ORDER_MANAGE], menu: '订单' },
  { path: `${F}/order/create`, app: 'order', title: '新建订单', who: 'factory', codes: [may.ORDER_ADD], parent: `${F}/order/list` },
  { path: `${F}/order/edit`, app: 'order', title: '编辑订单', who: 'factory', codes: [may.ORDER_EDIT, may.ORDER_CHANGE], parent: `${F}/order/list` },
  { path: `${F}/order/detail`, app: 'order', title: '订单详情', who: 'factory', codes: may.ORDER_READERS, parent: `${F}/order/list` },
  { path: `${F}/order/audit`, app: 'order', title: '订单审核', who: 'factory', codes: [may.ORDER_AUDIT], parent: `${F}/order/list` },
  { path: `${F}/order/logistic`, app: 'order', title: '订单物流', who: 'factory', codes: [may.ORDER_MANAGE, may.DELIVER_MANAGE], parent: `${F}/order/list` },

  { path: `${F}/deliver/orderList`, app: 'order', title: '待发货订单', who: 'factory', codes: [may.DELIVER_MANAGE], menu: '发货' },
  { path: `${F}/deliver/list`, app: 'order', title: '发货管理', who: 'factory', codes: [may.DELIVER_MANAGE], menu: '发货' },
  { path: `${F}/deliver/create`, app: 'order', title: '新建发货单', who: 'factory', codes: [may.DELIVER_ADD], parent: `${F}/deliver/orderList` },
  { path: `${F}/deliver/edit`, app: 'order', title: '编辑发货单', who: 'factory', codes: [may.DELIVER_ADD], parent: `${F}/deliver/list` },
  { path: `${F}/deliver/detail`, app: 'order', title: '发货单详情', who: 'factory', codes: may.DELIVERY_READERS, parent: `${F}/deliver/list` },
  { path: `${F}/reverseOrder/list`, app: 'order', title: '退货管理', who: 'factory', codes: [may.REVERSE_MANAGE], menu: '发货' },
  { path: `${F}/reverseOrder/orders`, app: 'order', title: '选择退货订单', who: 'factory', codes: [may.REVERSE_ADD], parent: `${F}/reverseOrder/list` },
  { path: `${F}/reverseOrder/create`, app: 'order', title: '新建退货单', who: 'factory', codes: [may.REVERSE_ADD], parent: `${F}/reverseOrder/list` },
  { path: `${F}/reverseOrder/detail`, app: 'order', title: '退货单详情', who: 'factory', codes: may.REVERSE_READERS, parent: `${F}/reverseOrder/list` },
  { path: `${F}/deliver/detailOld`, app: 'order', title: '发货单详情(旧版)', who: 'factory', codes: may.DELIVERY_READERS, parent: `${F}/deliver/list` },

  { path: `${F}/billing/list`, app: 'order', title: '开票管理', who: 'factory', codes: [may.BILLING_MANAGE], menu: '开票' },
  { path: `${F}/billing/create`, app: 'order', title: '新建开票', who: 'factory', codes: [may.BILLING_ADD], parent: `${F}/billing/list` },
  { path: `${F}/billing/upload`, app: 'order', title: '导入发票号码', who: 'factory', codes: [may.BILLING_ISSUE], parent: `${F}/billing/list` },
  { path: `${F}/billing/detail`, app: 'order', title: '开票详情', who: 'factory', codes: [may.BILLING_MANAGE], parent: `${F}/billing/list` },

  { path: `${F}/product/list`, app: 'order', title: '商品管理', who: 'factory', codes: [may.PRODUCT_MANAGE], menu: '商品' },
  { path: `${F}/product/classify`, app: 'order', title: '商品分类', who: 'factory', codes: [may.PRODUCT_MANAGE], menu: '商品' },
  { path: `${F}/product/attribute`, app: 'order', title: '商品属性', who: 'factory', codes: [may.PRODUCT_MANAGE], menu: '商品' },
  { path: `${F}/product/create`, app: 'order', title: '新建商品', who: 'factory', codes: [may.PRODUCT_EDIT], parent: `${F}/product/list` },
  { path: `${F}/product/edit`, app: 'order', title: '编辑商品', who: 'factory', codes: [may.PRODUCT_EDIT], parent: `${F}/product/list` },
  { path: `${F}/product/detail`, app: 'order', title: '商品详情', who: 'factory', codes: [may.PRODUCT_MANAGE], parent: `${F}/product/list` },
  { path: `${F}/product/import`, app: 'order', title: '导入商品', who: 'factory', codes: [may.PRODUCT_IMPORT], parent: `${F}/product/list` },
  { path: `${F}/productAttr/import`, app: 'order', title: '导入商品属性', who: 'factory', codes: [may.PRODUCT_IMPORT], parent: `${F}/product/attribute` },

  { path: `${F}/customerPrice/list`, app: 'order', title: '客户价', who: 'factory', codes: [may.PRICE_MANAGE], menu: '价格' },
  { path: `${F}/customerPrice/edit`, app: 'order', title: '编辑客户价', who: 'factory', codes: [may.PRICE_CUSTOMER], parent: `${F}/customerPrice/list` },
  { path: `${F}/customerPrice/detail`, app: 'order', title: '客户价详情', who: 'factory', codes: [may.PRICE_MANAGE], parent: `${F}/customerPrice/list` },
  { path: `${F}/customerPrice/changes`, app: 'order', title: '客户价变更', who: 'factory', codes: [may.PRICE_MANAGE], parent: `${F}/customerPrice/list` },
  { path: `${F}/customerPrice/change`, app: 'order', title: '客户价变更详情', who: 'factory', codes: [may.PRICE_MANAGE], parent: `${F}/customerPrice/changes` },
  { path: `${F}/customerPrice/import`, app: 'order', title: '导入客户价', who: 'factory', codes: [may.PRICE_IMPORT], parent: `${F}/customerPrice/list` },

  { path: `${F}/pricestrategy`, app: 'order', title: '价格策略', who: 'factory', codes: [may.PRICE_MANAGE], menu: '价格' },
  { path: `${F}/pricestrategy/config`, app: 'order', title: '价格策略配置', who: 'factory', codes: [may.PRICE_MANAGE], parent: `${F}/pricestrategy` },
  { path: `${F}/pricestrategy/edit`, app: 'order', title: '编辑价格策略', who: 'factory', codes: [may.PRICE_STRATEGY], parent: `${F}/pricestrategy` },
  { path: `${F}/pricestrategy/detail`, app: 'order', title: '价格策略详情', who: 'factory', codes: [may.PRICE_MANAGE], parent: `${F}/pricestrategy` },
  { path: `${F}/projectPrice/list`, app: 'order', title: '工程价', who: 'factory', codes: [may.PRICE_MANAGE], menu: '价格' },
  { path: `${F}/projectPrice/edit`, app: 'order', title: '编辑工程价', who: 'factory', codes: [may.PRICE_PROJECT], parent: `${F}/projectPrice/list` },
  { path: `${F}/projectPrice/detail`, app: 'order', title: '工程价详情', who: 'factory', codes: [may.PRICE_MANAGE], parent: `${F}/projectPrice/list` },
  { path: `${F}/projectPrice/import`, app: 'order', title: '导入工程价', who: 'factory', codes: [may.PRICE_PROJECT], parent: `${F}/projectPrice/list` },

  { path: `${F}/activity/list`, app: 'order', title: '限时折扣', who: 'factory', codes: [may.PRICE_MANAGE], menu: '价格' },
  { path: `${F}/activity/create`, app: 'order', title: '新建活动', who: 'factory', codes: [may.PRICE_ACTIVITY], parent: `${F}/activity/list` },
  { path: `${F}/activity/edit`, app: 'order', title: '编辑活动', who: 'factory', codes: [may.PRICE_ACTIVITY], parent: `${F}/activity/list` },
  { path: `${F}/activity/detail`, app: 'order', title: '活动详情', who: 'factory', codes: [may.PRICE_MANAGE], parent: `${F}/activity/list` },

  { path: '/portal/customer/list', app: 'common', title: '客户管理', who: 'factory', codes: [may.CUSTOMER_MANAGE], menu: '客户' },
  { path: '/portal/customer/create', app: 'common', title: '新建客户', who: 'factory', codes: [may.CUSTOMER_MANAGE], parent: '/portal/customer/list' },
  { path: '/portal/customer/edit', app: 'common', title: '编辑客户', who: 'factory', codes: [may.CUSTOMER_MANAGE], parent: '/portal/customer/list' },
  { path: '/portal/customer/detail', app: 'common', title: '客户详情', who: 'factory', codes: [may.CUSTOMER_MANAGE], parent: '/portal/customer/list' },
  { path: '/portal/customer/import', app: 'common', title: '导入客户', who: 'factory', codes: [may.CUSTOMER_MANAGE], parent: '/portal/customer/list' },

  { path: '/portal/project/list', app: 'common', title: '工程项目', who: 'factory', codes: [may.PROJECT_MANAGE], menu: '客户' },
  { path: '/portal/project/create', app: 'common', title: '新建项目', who: 'factory', codes: [may.PROJECT_MANAGE], parent: '/portal/project/list' },
  { path: '/portal/project/edit', app: 'common', title: '编辑项目', who: 'factory', codes: [may.PROJECT_MANAGE], parent: '/portal/project/list' },
  { path: '/portal/project/detail', app: 'common', title: '项目详情', who: 'factory', codes: [may.PROJECT_MANAGE], parent: '/portal/project/list' },
  { path: '/portal/project/import', app: 'common', title: '导入工程项目', who: 'factory', codes: [may.PROJECT_MANAGE], parent: '/portal/project/list' },

  { path: `${F}/warehouse/realTimeList`, app: 'order', title: '实时库存', who: 'factory', codes: [may.STOCK_MANAGE], menu: '库存' },
  { path: `${F}/warehouse/outAndInList`, app: 'order', title: '出入库流水', who: 'factory', codes: [may.STOCK_MANAGE], menu: '库存' },
  { path: `${F}/warehouse/inList`, app: 'order', title: '入库单', who: 'factory', codes: [may.STOCK_MANAGE], menu: '库存' },
  { path: `${F}/warehouse/inList/upload`, app: 'order', title: '导入入库单', who: 'factory', codes: [may.STOCK_IN], parent: `${F}/warehouse/inList` },
  { path: `${F}/warehouse/inAdd`, app: 'order', title: '新建入库单', who: 'factory', codes: [may.STOCK_IN], parent: `${F}/warehouse/inList` },
  { path: `${F}/warehouse/inDetail`, app: 'order', title: '入库单详情', who: 'factory', codes: [may.STOCK_MANAGE], parent: `${F}/warehouse/inList` },
  { path: `${F}/warehouse/outList`, app: 'order', title: '出库单', who: 'factory', codes: [may.STOCK_MANAGE], menu: '库存' },
  { path: `${F}/warehouse/outList/upload`, app: 'order', title: '导入出库单', who: 'factory', codes: [may.STOCK_OUT], parent: `${F}/warehouse/outList` },
  { path: `${F}/warehouse/outAdd`, app: 'order', title: '新建出库单', who: 'factory', codes: [may.STOCK_OUT], parent: `${F}/warehouse/outList` },
  { path: `${F}/warehouse/outDetail`, app: 'order', title: '出库单详情', who: 'factory', codes: [may.STOCK_MANAGE], parent: `${F}/warehouse/outList` },
  { path: `${F}/warehouse/transfers`, app: 'order', title: '调拨单', who: 'factory', codes: [may.STOCK_MANAGE], menu: '库存' },
  {
    path: `${F}/warehouse/transfers/create`,
    app: 'order',
    title: '新建调拨单',
    who: 'factory',
    codes: [may.STOCK_TRANSFER],
    parent: `${F}/warehouse/transfers`,
  },
  { path: `${F}/warehouse/transfers/detail`, app: 'order', title: '调拨单详情', who: 'factory', codes: [may.STOCK_MANAGE], parent: `${F}/warehouse/transfers` },
  { path: `${F}/warehouse/inventory`, app: 'order', title: '盘点单', who: 'factory', codes: [may.STOCK_MANAGE, may.STOCK_COUNT], menu: '库存' },
  { path: `${F}/warehouse/inventory/create`, app: 'order', title: '新建盘点单', who: 'factory', codes: [may.STOCK_COUNT], parent: `${F}/warehouse/inventory` },
  {
    path: `${F}/warehouse/inventory/detail`,
    app: 'order',
    title: '盘点单详情',
    who: 'factory',
    codes: [may.STOCK_MANAGE, may.STOCK_COUNT],
    parent: `${F}/warehouse/inventory`,
  },

  { path: `${F}/finance/receivables/receivablesList`, app: 'order', title: '客户账龄', who: 'factory', codes: [may.FUND_MANAGE], menu: '财务' },
  { path: `${F}/finance/receivables/receivablesBookList`, app: 'order', title: '应收单', who: 'factory', codes: [may.FUND_MANAGE], menu: '财务' },
  {
    path: `${F}/finance/receivables/receivablesDetail`,
    app: 'order',
    title: '应收单详情',
    who: 'factory',
    codes: [may.FUND_MANAGE],
    parent: `${F}/finance/receivables/receivablesBookList`,
  },
  {
    path: `${F}/finance/receivables/receiptDetail`,
    app: 'order',
    title: '收款单详情',
    who: 'factory',
    codes: [may.FUND_MANAGE],
    parent: `${F}/finance/receivables/receivablesBookList`,
  },
  { path: `${F}/finance/receivables/accountCheckList`, app: 'order', title: '对账单', who: 'factory', codes: [may.FUND_MANAGE], menu: '财务' },
  {
    path: `${F}/finance/receivables/accountCheckDetail`,
    app: 'order',
    title: '对账单详情',
    who: 'factory',
    codes: [may.FUND_MANAGE],
    parent: `${F}/finance/receivables/accountCheckList`,
  },
  {
    path: `${F}/finance/receivables/accountAdjustDetail`,
    app: 'order',
    title: '应收调整单详情',
    who: 'factory',
    codes: [may.FUND_MANAGE],
    parent: `${F}/finance/receivables/accountCheckList`,
  },
  { path: `${F}/finance/accountManage/accountList`, app: 'order', title: '客户账户', who: 'factory', codes: [may.FUND_MANAGE], menu: '财务' },
  {
    path: `${F}/finance/accountManage/accountDetail`,
    app: 'order',
    title: '账户详情',
    who: 'factory',
    codes: [may.FUND_MANAGE],
    parent: `${F}/finance/accountManage/accountList`,
  },
  { path: `${F}/finance/accountManage/enterAccountList`, app: 'order', title: '入账单', who: 'factory', codes: [may.FUND_MANAGE], menu: '财务' },
  {
    path: `${F}/finance/accountManage/enterAccount`,
    app: 'order',
    title: '新建入账单',
    who: 'factory',
    codes: [may.FUND_ENTER],
    parent: `${F}/finance/accountManage/enterAccountList`,
  },
  {
    path: `${F}/finance/accountManage/enterAccountDetail`,
    app: 'order',
    title: '入账单详情',
    who: 'factory',
    codes: [may.FUND_MANAGE],
    parent: `${F}/finance/accountManage/enterAccountList`,
  },
  { path: `${F}/finance/accountManage/expenseAccountList`, app: 'order', title: '费用单', who: 'factory', codes: [may.FUND_MANAGE], menu: '财务' },
  {
    path: `${F}/finance/accountManage/expenseAccount`,
    app: 'order',
    title: '新建费用单',
    who: 'factory',
    codes: [may.FUND_EXPENSE],
    parent: `${F}/finance/accountManage/expenseAccountList`,
  },
  {
    path: `${F}/finance/accountManage/expenseAccountDetail`,
    app: 'order',
    title: '费用单详情',
    who: 'factory',
    codes: [may.FUND_MANAGE],
    parent: `${F}/finance/accountManage/expenseAccountList`,
  },
  { path: `${F}/finance/accountManage/accountConfig`, app: 'order', title: '账户配置', who: 'factory', codes: [may.BASE_CONFIG], menu: '设置' },
  {
    path: `${F}/finance/accountManage/paymentDetail`,
    app: 'order',
    title: '支付详情',
    who: 'factory',
    codes: [may.FUND_MANAGE],
    parent: `${F}/finance/accountManage/accountList`,
  },
  {
    path: `${F}/finance/accountManage/refundDetail`,
    app: 'order',
    title: '退款详情',
    who: 'factory',
    codes: [may.FUND_MANAGE],
    parent: `${F}/finance/accountManage/accountList`,
  },
  {
    path: `${F}/finance/accountManage/frozenDetail`,
    app: 'order',
    title: '冻结详情',
    who: 'factory',
    codes: [may.FUND_MANAGE],
    parent: `${F}/finance/accountManage/accountList`,
  },

  { path: `${F}/baseConfig`, app: 'order', title: '基础配置', who: 'factory', codes: [may.BASE_CONFIG], menu: '设置' },

  { path: TODO_PAGE, app: 'common', title: '待办任务', who: 'factory', codes: [may.FLOW_TODO], menu: '流程' },
  { path: DONE_PAGE, app: 'common', title: '已办任务', who: 'factory', codes: [may.FLOW_DONE], menu: '流程' },
  ...processScreens(may.FLOW_TODO, may.FLOW_DONE),
  { path: `${TODO_PAGE}/handle`, app: 'common', title: '办理', who: 'factory', codes: [may.FLOW_TODO], parent: TODO_PAGE, hideSubmenu: true },
  {
    path: `${DONE_PAGE}/detail`,
    app: 'common',
    title: '流程详情',
    who: 'factory',
    codes: [may.FLOW_TODO, may.FLOW_DONE],
    parent: DONE_PAGE,
    hideSubmenu: true,
  },

  { path: '/portal/account/setOrganization', app: 'open', title: '组织架构', who: 'factory', codes: [may.DEPARTMENT_MANAGE], menu: '组织与权限' },
  { path: '/portal/account/accountNumber/list', app: 'open', title: '账号管理', who: 'factory', codes: [may.USER_MANAGE], menu: '组织与权限' },
  { path: '/portal/account/role/list', app: 'open', title: '角色管理', who: 'factory', codes: [may.ROLE_MANAGE], menu: '组织与权限' },
  { path: '/portal/account/authReal', app: 'open', title: '实名认证', who: 'factory', codes: [may.REAL_AUTH_MANAGE], menu: '企业信息' },
  { path: '/portal/account/accountOpenInfo', app: 'open', title: '开户信息', who: 'factory', codes: [may.REAL_AUTH_MANAGE], menu: '企业信息' },
  { path: '/portal/account/role/edit', app: 'open', title: '编辑角色', who: 'factory', codes: [may.ROLE_MANAGE], parent: '/portal/account/role/list' },
  { path: '/portal/account/role/detail', app: 'open', title: '角色详情', who: 'factory', codes: [may.ROLE_MANAGE], parent: '/portal/account/role/list' },

  { path: `${D}/order/list`, app: 'order', title: '我的订单', who: 'dealer', menu: '订单' },
  { path: `${D}/order/create`, app: 'order', title: '下单', who: 'dealer', menu: '订单' },
  { path: `${D}/reverseOrder/list`, app: 'order', title: '我的退货', who: 'dealer', menu: '订单' },
  { path: `${D}/reverseOrder/create`, app: 'order', title: '新建退货申请', who: 'dealer', parent: `${D}/reverseOrder/list` },
  { path: `${D}/reverseOrder/detail`, app: 'order', title: '退货单详情', who: 'dealer', parent: `${D}/reverseOrder/list` },
  { path: `${D}/price/list`, app: 'order', title: '我的价格', who: 'dealer', menu: '订单' },
  { path: `${D}/billing/list`, app: 'order', title: '我的发票', who: 'dealer', menu: '开票' },
  { path: `${D}/billing/create`, app: 'order', title: '新建开票申请', who: 'dealer', parent: `${D}/billing/list` },
  { path: `${D}/billing/detail`, app: 'order', title: '发票详情', who: 'dealer', parent: `${D}/billing/list` },
  { path: `${D}/account`, app: 'order', title: '我的账户', who: 'dealer', menu: '资金' },
  { path: `${D}/accountCheckList`, app: 'order', title: '对账', who: 'dealer', menu: '资金' },
  { path: `${D}/accountCheckDetail`, app: 'order', title: '对账单详情', who: 'dealer', parent: `${D}/accountCheckList` },
  { path: `${D}/order/detail`, app: 'order', title: '订单详情', who: 'dealer', parent: `${D}/order/list` },
  { path: `${D}/order/logistic`, app: 'order', title: '订单物流', who: 'dealer', parent: `${D}/order/list` },

  { path: `${C}/guide`, app: 'credit', title: '使用引导', who: 'factory', codes: [may.CREDIT_QUOTA, may.CREDIT_APPLY, may.CREDIT_CONFIG], menu: '概览' },
  { path: `${C}/creditOverview`, app: 'credit', title: '赊销总览', who: 'factory', codes: [may.CREDIT_QUOTA], menu: '概览' },
  { path: `${C}/creditOperate`, app: 'credit', title: '赊销运营', who: 'factory', codes: [may.CREDIT_QUOTA], menu: '概览' },
  { path: `${C}/quota/list`, app: 'credit', title: '额度管理', who: 'factory', codes: [may.CREDIT_QUOTA], menu: '授信' },
  { path: `${C}/quota/list/{id}`, app: 'credit', title: '额度详情', who: 'factory', codes: [may.CREDIT_QUOTA], parent: `${C}/quota/list` },
  {
    path: `${C}/creditCreate`,
    app: 'credit',
    title: '授信申请',
    who: 'factory',
    codes: [may.CREDIT_APPLY, may.CREDIT_QUOTA, may.CREDIT_AUDIT],
    menu: '授信',
  },
  {
    path: `${C}/creditCreate/{id}`,
    app: 'credit',
    title: '授信申请详情',
    who: 'factory',
    codes: [may.CREDIT_APPLY, may.CREDIT_QUOTA, may.CREDIT_AUDIT],
    parent: `${C}/creditCreate`,
  },
  { path: `${C}/creditSuccess`, app: 'credit', title: '授信提交成功', who: 'factory', codes: [may.CREDIT_APPLY], parent: `${C}/creditCreate` },
  { path: `${C}/useCredit/list`, app: 'credit', title: '用信订单', who: 'factory', codes: [may.CREDIT_QUOTA], menu: '用信' },
  { path: `${C}/useCredit/list/{id}`, app: 'credit', title: '用信详情', who: 'factory', codes: [may.CREDIT_QUOTA], parent: `${C}/useCredit/list` },
  { path: `${C}/useCredit/record`, app: 'credit', title: '用信记录', who: 'factory', codes: [may.CREDIT_QUOTA], menu: '用信' },
  { path: `${C}/createUseCredit`, app: 'credit', title: '新建用信', who: 'factory', codes: [may.CREDIT_USE], parent: `${C}/useCredit/list` },
  { path: `${C}/useCreditSuccess`, app: 'credit', title: '用信提交成功', who: 'factory', codes: [may.CREDIT_USE], parent: `${C}/useCredit/list` },
  { path: `${C}/repayment/list`, app: 'credit', title: '还款管理', who: 'factory', codes: [may.CREDIT_REPAY], menu: '还款' },
  {
    path: `${C}/repayment/list/{id}`,
    app: 'credit',
    title: '还款计划详情',
    who: 'factory',
    codes: [may.CREDIT_REPAY],
    parent: `${C}/repayment/list`,
  },
  { path: `${C}/repayment/record`, app: 'credit', title: '还款记录', who: 'factory', codes: [may.CREDIT_REPAY], menu: '还款' },
  {
    path: `${C}/createRePayMent`,
    app: 'credit',
    title: '登记还款',
    who: 'factory',
    codes: [may.CREDIT_REPAY_ENTER],
    parent: `${C}/repayment/record`,
  },
  {
    path: `${C}/usePaySuccess`,
    app: 'credit',
    title: '还款单详情',
    who: 'factory',
    codes: [may.CREDIT_REPAY],
    parent: `${C}/repayment/record`,
  },
  { path: `${C}/repayCalendar`, app: 'credit', title: '还款日历', who: 'factory', codes: [may.CREDIT_REPAY], menu: '还款' },
  { path: `${C}/creditType`, app: 'credit', title: '授信类型设置', who: 'factory', codes: [may.CREDIT_CONFIG], menu: '设置' },
  { path: `${C}/creditMoney`, app: 'credit', title: '额度设置', who: 'factory', codes: [may.CREDIT_CONFIG], menu: '设置' },
  { path: `${C}/creditRule`, app: 'credit', title: '授信规则', who: 'factory', codes: [may.CREDIT_CONFIG, may.CREDIT_QUOTA], menu: '设置' },
  { path: `${C}/creditRisk`, app: 'credit', title: '风控设置', who: 'factory', codes: [may.CREDIT_CONFIG, may.CREDIT_QUOTA], menu: '设置' },
  { path: `${C}/creditApprove`, app: 'credit', title: '审批材料设置', who: 'factory', codes: [may.CREDIT_CONFIG], menu: '设置' },

  { path: '/portal/openPlatform/developer', app: 'open', title: '开发者模式', who: 'factory', codes: [may.DEVELOPER], menu: '系统设置' },
  { path: '/portal/openPlatform/api', app: 'open', title: '第三方应用', who: 'factory', codes: [may.THIRD_APPLICATION], menu: '系统设置' },
  { path: '/portal/openPlatform/api/edit', app: 'open', title: '编辑应用', who: 'factory', codes: [may.THIRD_APPLICATION], parent: '/portal/openPlatform/api' },
  {
    path: '/portal/openPlatform/api/detail',
    app: 'open',
    title: '应用详情',
    who: 'factory',
    codes: [may.THIRD_APPLICATION],
    parent: '/portal/openPlatform/api',
  },
  { path: '/portal/openPlatform/setBase', app: 'open', title: '基础设置', who: 'factory', codes: [may.SET_BASE], menu: '系统设置' },
  { path: '/portal/openPlatform/dingtalk', app: 'open', title: '钉钉同步', who: 'factory', codes: [may.DINGTALK_SYNC], parent: '/portal/openPlatform/setBase' },
  {
    path: '/portal/openPlatform/dingtalk/run',
    app: 'open',
    title: '同步详情',
    who: 'factory',
    codes: [may.DINGTALK_SYNC],
    parent: '/portal/openPlatform/dingtalk',
  },
  {
    path: '/portal/openPlatform/dingtalk/runs',
    app: 'open',
    title: '同步记录',
    who: 'factory',
    codes: [may.DINGTALK_SYNC],
    parent: '/portal/openPlatform/dingtalk',
  },
  {
    path: '/portal/openPlatform/dingtalk/links',
    app: 'open',
    title: '对应关系',
    who: 'factory',
    codes: [may.DINGTALK_SYNC],
    parent: '/portal/openPlatform/dingtalk',
  },
  { path: '/portal/openPlatform/log', app: 'open', title: '系统日志', who: 'factory', codes: [may.SYSTEM_LOG], menu: '系统设置' },
  { path: '/portal/openPlatform/chores', app: 'open', title: '后台任务', who: 'factory', codes: [may.CHORE_MANAGE], parent: '/portal/openPlatform/log' },
  { path: '/portal/openPlatform/processConfigHome', app: 'open', title: '审批流程', who: 'factory', codes: [may.PROCESS_CONFIG], menu: '系统设置' },
  {
    path: '/portal/openPlatform/processConfigEdit',
    app: 'open',
    title: '流程设计',
    who: 'factory',
    codes: [may.PROCESS_CONFIG],
    parent: '/portal/openPlatform/processConfigHome',
  },
  { path: '/portal/openPlatform/dictConfig', app: 'open', title: '字典配置', who: 'factory', codes: [may.SET_DICT], menu: '系统设置' },
] as const satisfies readonly Screen[];

/** A page of the portal: what links lead to is one, or does not compile. */
export type PortalPath = (typeof table)[number]['path'];
export const screens: readonly (Screen & { path: PortalPath })[] = table;

const byPath = new Map(screens.map((screen) => [screen.path.toLowerCase(), screen]));

/** The screen of a URL path, in any case and with or without a trailing slash; unknown paths have none. The last segment may be a record's id. */
export function screenOf(path: string): Screen | undefined {
  const asked = path.toLowerCase().replace(/\/+$/, '');
  return byPath.get(asked) ?? byPath.get(asked.replace(/\/[^/]+$/, '/{id}'));
}
