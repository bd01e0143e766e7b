/** What people call the fields that log entries show. */
const names: Readonly<Record<string, string>> = {
  name: '名称',
  code: '编码',
  no: '单号',
  status: '状态',
  state: '状态',
  enabled: '启用',
  sort: '排序',
  order: '顺序',
  color: '颜色',
  title: '标题',
  body: '内容',
  remark: '备注',
  note: '说明',
  reason: '原因',
  shortName: '简称',
  customerType: '客户类型',
  customer: '客户',
  customerName: '客户',
  uscc: '统一社会信用代码',
  idCard: '证件号',
  levelId: '客户级别',
  levelName: '客户级别',
  regionLabel: '区域',
  province: '省',
  city: '市',
  district: '区县',
  address: '地址',
  contactName: '联系人',
  contactMobile: '联系电话',
  mobile: '手机号',
  phone: '电话',
  email: '邮箱',
  receiver: '收货人',
  isDefault: '默认',
  salesMemberId: '业务员',
  salesName: '业务员',
  paymentDays: '账期天数',
  price: '单价',
  minQty: '起订量',
  validFrom: '生效日',
  validTo: '失效日',
  created: '新增数',
  updated: '更新数',
  rows: '行数',
  lines: '明细',
  amount: '金额',
  applied: '已核销',
  discount: '尾差',
  lowBalance: '最低余额',
  kind: '类型',
  type: '类型',
  level: '级别',
  parentId: '上级',
  values: '可选值',
  decimals: '小数位数',
  brand: '品牌',
  images: '图片',
  skus: 'SKU',
  listPrice: '标准价',
  floorPrice: '最低限价',
  moq: '起订量',
  multiple: '倍数',
  auditMode: '审核方式',
  reserveAt: '占用时点',
  allowShort: '允许欠货',
  payFirst: '先款后货',
  autoSignDays: '自动签收天数',
  waybillRequired: '发货需物流单号',
  twoPersonAudit: '双人审核',
  floorMode: '低于最低限价',
  dealerSeesStock: '经销商可见库存',
  tailLimit: '尾差核销上限',
  permissions: '权限',
  roles: '角色',
  departments: '部门',
  scope: '数据范围',
  jobTitle: '职务',
  companyName: '公司名称',
  bankName: '开户行',
  bankAccount: '银行账号',
  logo: '标志',
  printFoot: '打印页脚',
  idleMinutes: '无操作退出(分钟)',
  passwordLength: '密码最短长度',
  exportApprovalRows: '导出审批行数',
  low: '库存下限',
  high: '库存上限',
  shelf: '上架',
};

const camel = (key: string): string => key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
/** Keys that say nothing to people. */
const HIDDEN = /^(id|tenantId|version|rowVersion|createdAt|createdBy|updatedAt|updatedBy|pinyin|nameGrams)$|Hash$/;

export const fieldName = (key: string): string => names[camel(key)] ?? key;
export const isShownField = (key: string): boolean => !HIDDEN.test(camel(key));

/** A stored value in words; personal data was masked before it was logged. */
export function fieldText(value: unknown): string {
  if (value === null || value === undefined || value === '') return '- -';
  if (typeof value === 'boolean') return value ? '是' : '否';
  if (Array.isArray(value)) return value.length === 0 ? '- -' : value.map(fieldText).join('、');
  if (typeof value === 'object')
    return Object.entries(value)
      .filter(([key]) => isShownField(key))
      .map(([key, inner]) => `${fieldName(key)}：${fieldText(inner)}`)
      .join('，');
  return String(value).slice(0, 500);
}

/** What differs between two stored forms of a record, field by field. */
export function changesOf(before: unknown, after: unknown): { field: string; before: string; after: string }[] {
  const flat = (value: unknown): Record<string, unknown> =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : value === null || value === undefined
        ? {}
        : { lines: value };
  const [was, is] = [flat(before), flat(after)];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter((key) => isShownField(key) && JSON.stringify(was[key]) !== JSON.stringify(is[key]))
    .map((key) => ({ field: fieldName(key), before: fieldText(was[key]), after: fieldText(is[key]) }));
}
