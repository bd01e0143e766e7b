import type { ContractKind } from './contract';

/** What a template may say of the parties and the business document. People write the label between braces: {{合同金额}}. */
export const valueKinds = { text: '文字', yuan: '金额', date: '日期', qty: '数量' } as const;
export type ValueKind = keyof typeof valueKinds;
export interface Variable {
  label: string;
  kind: ValueKind;
}
export interface TableShape {
  label: string;
  columns: readonly { title: string; right?: boolean }[];
}

const text = (...labels: string[]): Variable[] => labels.map((label) => ({ label, kind: 'text' }));
const yuan = (...labels: string[]): Variable[] => labels.map((label) => ({ label, kind: 'yuan' }));
const date = (...labels: string[]): Variable[] => labels.map((label) => ({ label, kind: 'date' }));

const common: Variable[] = [
  ...text('合同编号', '合同名称', '我方名称', '我方信用代码', '我方地址', '我方电话', '客户名称', '客户信用代码', '客户地址', '客户联系人', '客户电话'),
  ...yuan('合同金额'),
  ...date('签订日期', '生效日期', '终止日期', '签署截止'),
];

const byKind: Record<ContractKind, readonly Variable[]> = {
  SALES: [...text('订单编号', '收货人', '收货电话', '收货地址', '付款方式', '项目名称'), ...date('下单日期', '期望交期'), ...yuan('订单金额')],
  PRICE: [...text('工程价单号', '项目名称', '工程价说明'), ...date('价格生效日期', '价格失效日期')],
  CREDIT: [
    ...text('申请单号', '授信类型', '申请事项', '授信额度说明', '还款条款', '宽限约定', '违约金日率', '担保人'),
    ...yuan('授信额度', '单笔限额'),
    ...date('授信起始', '授信截止'),
  ],
  USE: [...text('用信单号', '订单编号', '授信类型', '还款条款', '起息日'), ...yuan('用信金额')],
  PROMISE: [...text('催收案件号', '欠款说明'), ...yuan('欠款金额', '逾期金额')],
  STATEMENT: [...text('对账单号', '账期'), ...date('账期开始', '账期截止'), ...yuan('期初应收', '本期增加', '本期减少', '期末应收')],
  RESCISSION: text('原合同编号', '原合同名称', '解约原因'),
  OTHER: [],
};

export const tableShapes: readonly (TableShape & { kind: ContractKind })[] = [
  {
    kind: 'SALES',
    label: '商品明细',
    columns: [
      { title: '序号' },
      { title: '商品' },
      { title: '单位' },
      { title: '数量', right: true },
      { title: '单价(元)', right: true },
      { title: '金额(元)', right: true },
    ],
  },
  {
    kind: 'PRICE',
    label: '价格明细',
    columns: [{ title: '序号' }, { title: '商品' }, { title: '单位' }, { title: '工程价(元)', right: true }, { title: '数量上限', right: true }],
  },
];

export const variablesOf = (kind: ContractKind): readonly Variable[] => [...common, ...byKind[kind]];
export const tablesOf = (kind: ContractKind) => tableShapes.filter((one) => one.kind === kind);
