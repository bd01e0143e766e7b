const F = '/portal/supplyChain/factory';
const D = '/portal/supplyChain/dealer';

/** Menu tag → route (spec section 2): other systems and the menu tree name an entry by its tag; `/portal/menu/{tag}` opens it. */
export const menuTags = {
  home: '/portal/temphome',
  workbench: `${F}/workbench`,
  guide: `${F}/guide`,
  order_manage: `${F}/order/list`,
  deliver_order: `${F}/deliver/orderList`,
  deliver_manage: `${F}/deliver/list`,
  reverse_order: `${F}/reverseOrder/list`,
  billing_manage: `${F}/billing/list`,
  product_manage: `${F}/product/list`,
  product_classify: `${F}/product/classify`,
  product_attribute: `${F}/product/attribute`,
  customer_price: `${F}/customerPrice/list`,
  price_strategy: `${F}/pricestrategy`,
  project_price: `${F}/projectPrice/list`,
  activity_manage: `${F}/activity/list`,
  customer_manage: '/portal/customer/list',
  project_manage: '/portal/project/list',
  stock_real_time: `${F}/warehouse/realTimeList`,
  stock_out_and_in: `${F}/warehouse/outAndInList`,
  stock_in: `${F}/warehouse/inList`,
  stock_out: `${F}/warehouse/outList`,
  stock_transfer: `${F}/warehouse/transfers`,
  stock_count: `${F}/warehouse/inventory`,
  receivables: `${F}/finance/receivables/receivablesList`,
  receivables_book: `${F}/finance/receivables/receivablesBookList`,
  account_check: `${F}/finance/receivables/accountCheckList`,
  fund_account: `${F}/finance/accountManage/accountList`,
  fund_enter: `${F}/finance/accountManage/enterAccountList`,
  fund_expense: `${F}/finance/accountManage/expenseAccountList`,
  fund_config: `${F}/finance/accountManage/accountConfig`,
  order_base_config: `${F}/baseConfig`,
  my_order: `${D}/order/list`,
  my_order_create: `${D}/order/create`,
  my_reverse_order: `${D}/reverseOrder/list`,
  my_billing: `${D}/billing/list`,
  my_fund: `${D}/account`,
  my_account_check: `${D}/accountCheckList`,
  credit_quota: '/portal/creditSystem/quota/list',
  credit_use: '/portal/creditSystem/useCredit/list',
  credit_use_record: '/portal/creditSystem/useCredit/record',
  credit_type: '/portal/creditSystem/creditType',
  flow_todo: '/portal/process/backLog',
  flow_done: '/portal/process/handleEnd',
  message_template: '/portal/message/template',
  message_outbox: '/portal/message/outbox',
  organization: '/portal/account/setOrganization',
  account_number: '/portal/account/accountNumber/list',
  role_manage: '/portal/account/role/list',
  auth_real: '/portal/account/authReal',
  account_open_info: '/portal/account/accountOpenInfo',
  developer_mode: '/portal/openPlatform/developer',
  third_application: '/portal/openPlatform/api',
  set_base: '/portal/openPlatform/setBase',
  set_dict: '/portal/openPlatform/dictConfig',
  process_config: '/portal/openPlatform/processConfigHome',
  system_log: '/portal/openPlatform/log',
} as const;
export type MenuTag = keyof typeof menuTags;

const tagOfPath = new Map<string, MenuTag>((Object.entries(menuTags) as [MenuTag, string][]).map(([tag, path]) => [path, tag]));

export const tagOf = (path: string): MenuTag | undefined => tagOfPath.get(path);
/** Undefined: nobody knows this tag, which is a missing page. */
export const pathOfTag = (tag: string): string | undefined => (Object.hasOwn(menuTags, tag) ? menuTags[tag as MenuTag] : undefined);
