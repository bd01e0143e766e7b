import { letterStates } from '~/domains/message/outbox';
import { auditModes, floorModes, reserveMoments, stockSights } from '~/domains/order/baseConfig';
import { attributeKinds } from '~/domains/product/attribute';
import { warehouseKinds } from '~/domains/warehouse/warehouse';
import { displayYuan } from '~/shared/money';
import { dictColors, dictSources } from './dictionary';

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
  manager: '负责人',
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
  safetyLow: '库存下限',
  safetyHigh: '库存上限',
  changed: '修改数',
  overdue: '逾期金额',
  template: '话术模板',
  receivable: '应收单',
  approvalRows: '免审批条数',
  mostRows: '单次上限',
  keepDays: '文件保留天数',
  source: '来源',
  taxRatePpm: '税率',
};

/** What people call the codes that log entries keep, by field. */
const codes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  status: { ACTIVE: '启用', DISABLED: '停用', DRAFT: '草稿', ON: '上架', OFF: '下架' },
  state: letterStates,
  auditMode: auditModes,
  reserveAt: reserveMoments,
  floorMode: floorModes,
  dealerSeesStock: stockSights,
  kind: { ...warehouseKinds, ...attributeKinds },
  color: dictColors,
  source: dictSources,
};
/** Sums kept as 分; newer entries say 元 themselves. */
const FEN = /^(amount|applied|discount|overdue|lowBalance|tailLimit)$/;

const camel = (key: string): string => key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
/** Keys that say nothing to people. */
const HIDDEN = /^(id|tenantId|version|rowVersion|createdAt|createdBy|updatedAt|updatedBy|pinyin|nameGrams|uses|usedIn|confirm)$|Hash$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Ids of other records: what they stand for is in a field of its own, where anybody is to read it. */
const isReference = (value: unknown): boolean =>
  typeof value === 'string' ? UUID.test(value) : Array.isArray(value) && value.length > 0 && value.every((one) => isReference(one));

const fieldName = (key: string): string => names[key] ?? key;

/** A stored value in words; personal data was masked before it was logged. */
function fieldText(value: unknown, key = ''): string {
  if (value === null || value === undefined || value === '') return '- -';
  if (typeof value === 'boolean') return value ? '是' : '否';
  if (Array.isArray(value)) return value.length === 0 ? '- -' : value.map((one) => fieldText(one, key)).join('、');
  if (typeof value === 'object')
    return shownFields(value)
      .map(([inner, one]) => `${fieldName(inner)}：${fieldText(one, inner)}`)
      .join('，');
  const text = String(value);
  if (key === 'taxRatePpm') return `${Number(text) / 10_000}%`;
  if (FEN.test(key) && /^-?\d+$/.test(text)) return `${displayYuan(BigInt(text))}元`;
  return (codes[key]?.[text] ?? text).slice(0, 500);
}

/** The fields of a record people can read, by the one spelling of their keys. */
const shownFields = (value: object): [key: string, value: unknown][] =>
  Object.entries(value).flatMap(([key, inner]) => (HIDDEN.test(camel(key)) || isReference(inner) ? [] : [[camel(key), inner]]));

/** Fields of a stored record; words carry names of their own. A change need not name every field of the record it changed. */
const STORED = /^[a-z]\w*$/;

/** What differs between two stored forms of a record, field by field. */
export function changesOf(before: unknown, after: unknown): { field: string; before: string; after: string }[] {
  const flat = (value: unknown): Map<string, unknown> =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? new Map(shownFields(value))
      : new Map(value === null || value === undefined ? [] : [['lines', value]]);
  const [was, is] = [flat(before), flat(after)];
  const keys = [...new Set([...was.keys(), ...is.keys()])].filter((key) => is.size === 0 || is.has(key) || !STORED.test(key));
  return keys
    .map((key) => ({ field: fieldName(key), before: fieldText(was.get(key), key), after: fieldText(is.get(key), key) }))
    .filter((one) => one.before !== one.after);
}
