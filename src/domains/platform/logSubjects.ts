const F = '/portal/supplyChain/factory';

/** What a log entry is about: its name, and where the record is shown (the id goes behind). */
export const subjects: Readonly<Record<string, readonly [name: string, link?: string]>> = {
  order: ['订单', `${F}/order/detail?id=`],
  delivery: ['发货单', `${F}/deliver/detail?id=`],
  customer: ['客户', '/portal/customer/detail?id='],
  customer_address: ['收货地址'],
  customer_contact: ['客户联系人'],
  customer_level: ['客户级别'],
  sales_area: ['销售区域'],
  customerPrice: ['客户价'],
  project: ['项目', '/portal/project/detail?id='],
  product: ['商品', `${F}/product/detail?id=`],
  sku: ['SKU'],
  category: ['商品分类'],
  attribute: ['商品属性'],
  attributeImport: ['商品属性导入'],
  unit: ['计量单位'],
  warehouse: ['仓库'],
  stock_doc: ['入库单', `${F}/warehouse/inDetail?id=`],
  fund_account: ['资金账户', `${F}/finance/accountManage/accountDetail?id=`],
  fund_hold: ['资金冻结', `${F}/finance/accountManage/frozenDetail?id=`],
  enter_account: ['入账单', `${F}/finance/accountManage/enterAccountDetail?id=`],
  receipt: ['收款单', `${F}/finance/receivables/receiptDetail?id=`],
  bank_line: ['银行流水'],
  dunning_template: ['催收模板'],
  receivable: ['应收单', `${F}/finance/receivables/receivablesDetail?id=`],
  tenant: ['企业'],
  real_name: ['实名认证'],
  account: ['账号'],
  member: ['成员'],
  role: ['角色'],
  department: ['部门'],
  dictionary: ['字典'],
  message_template: ['消息模板'],
  group_robot: ['钉钉群机器人'],
  outgoing: ['消息发送'],
  baseConfig: ['订单基础配置'],
  setBase: ['系统基础设置'],
  open_app: ['第三方应用'],
  chore: ['后台任务'],
  setting: ['企业设置'],
  import: ['导入'],
  export: ['导出'],
};
const subjectKey = (type: string): string => type.split(':')[0] ?? type;
export const subjectName = (type: string): string => subjects[subjectKey(type)]?.[0] ?? '其他';
export const subjectLink = (type: string, id: string): string => {
  const link = subjects[subjectKey(type)]?.[1];
  return link ? `${link}${encodeURIComponent(id)}` : '';
};
