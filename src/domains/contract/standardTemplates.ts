import type { ContractKind } from './contract';
import type { Block, BlockKind, ConditionOp, OwnField } from './fill';

/** What a factory begins with; it changes them as it likes. Wording of a general kind: a lawyer of the factory's looks at it before it binds anybody. */
interface Standard {
  name: string;
  kind: ContractKind;
  title: string;
  blocks: Block[];
  fields: OwnField[];
}

const block = (kind: BlockKind, text: string, label = '', op: ConditionOp = 'HAS', value = ''): Block => ({ kind, text, when: { label, op, value } });
const clause = (text: string): Block => block('CLAUSE', text);
const para = (text: string, label = '', op: ConditionOp = 'HAS', value = ''): Block => block('PARA', text, label, op, value);
const parties = [
  para('甲方：{{我方名称}}'),
  para('统一社会信用代码：{{我方信用代码}}', '我方信用代码'),
  para('乙方：{{客户名称}}'),
  para('统一社会信用代码：{{客户信用代码}}', '客户信用代码'),
  para('甲乙双方经平等协商，就下列事项达成一致，于{{签订日期}}订立本文件，共同遵守。'),
];
const closing = [
  clause('通知与送达'),
  para('双方在本平台登记的账号、手机号码为有效的送达方式；一方变更的，应在变更后三日内在平台更新，未更新的由其自行承担后果。'),
  clause('争议解决'),
  para('因本文件产生的争议，双方先协商；协商不成的，提交甲方所在地有管辖权的人民法院解决。'),
  clause('生效'),
  para('本文件以电子形式订立，自双方均以可靠的电子签名签署之日起生效。双方认可电子签名、数字证书与时间戳的效力，电子文件与纸质文件具有同等效力。'),
];

export const standardTemplates: readonly Standard[] = [
  {
    name: '建材买卖合同（标准）',
    kind: 'SALES',
    title: '买卖合同',
    fields: [
      { label: '质量标准', kind: 'text', required: true },
      { label: '质保期', kind: 'text', required: false },
    ],
    blocks: [
      ...parties,
      clause('标的、数量与价款'),
      para('乙方向甲方购买下列货物（订单编号{{订单编号}}）：'),
      block('TABLE', '商品明细'),
      para('合同总金额为人民币{{合同金额}}元（大写：{{合同金额|大写}}），已含税。'),
      clause('质量标准'),
      para('货物应符合{{质量标准}}。'),
      para('质保期为{{质保期}}，自签收之日起计算。', '质保期'),
      clause('交货'),
      para('甲方将货物送至：{{收货地址}}，收货人{{收货人}}，联系电话{{收货电话}}。', '收货地址'),
      para('交货日期不晚于{{期望交期}}。', '期望交期'),
      para('乙方应在收货时清点数量、检查外观并在平台签收；有短少、破损的，应在签收时注明。'),
      clause('付款'),
      para('付款方式：{{付款方式}}。', '付款方式'),
      para('乙方逾期付款的，按逾期金额每日万分之五向甲方支付违约金；甲方逾期交货的，按逾期货物价款每日万分之五向乙方支付违约金。'),
      ...closing,
    ],
  },
  {
    name: '授信协议（标准）',
    kind: 'CREDIT',
    title: '授信协议',
    fields: [],
    blocks: [
      ...parties,
      clause('授信额度'),
      para('甲方给予乙方{{授信类型}}，额度为人民币{{授信额度}}元（大写：{{授信额度|大写}}），乙方可在额度内赊购甲方货物。', '授信额度'),
      para('甲方给予乙方{{授信类型}}：{{授信额度说明}}。', '授信额度', 'NONE'),
      para('单笔订单用信不超过人民币{{单笔限额}}元。', '单笔限额'),
      para('授信有效期自{{授信起始}}起至{{授信截止}}止；期满未续期的，不得再用信，已用信的按约定归还。', '授信截止'),
      para('授信自{{授信起始}}起有效，双方另行约定终止日期。', '授信截止', 'NONE'),
      clause('还款与违约责任'),
      para('还款方式：{{还款条款}}。', '还款条款'),
      para('宽限约定：{{宽限约定}}。', '宽限约定'),
      para('乙方逾期还款的，按逾期本金每日{{违约金日率}}支付违约金。', '违约金日率'),
      clause('额度的冻结与调整'),
      para('乙方出现逾期、被列入失信名单或者经营状况重大恶化的，甲方有权冻结、调减或者终止授信，并通知乙方。'),
      clause('担保'),
      para('由{{担保人}}对乙方在本协议项下的全部债务承担连带保证责任，担保文件另行签署。', '担保人'),
      para('本协议项下的债务不设担保。', '担保人', 'NONE'),
      ...closing,
    ],
  },
  {
    name: '工程价协议（标准）',
    kind: 'PRICE',
    title: '工程项目价格协议',
    fields: [],
    blocks: [
      ...parties,
      clause('适用项目'),
      para('本协议适用于乙方承接的“{{项目名称}}”项目，价格有效期自{{价格生效日期}}起至{{价格失效日期}}止。'),
      clause('协议价格'),
      block('TABLE', '价格明细'),
      para('乙方不得将按本协议价格采购的货物用于其他项目或者转售；违反的，甲方有权按标准价补收差额。'),
      para('说明：{{工程价说明}}。', '工程价说明'),
      ...closing,
    ],
  },
  {
    name: '对账确认书（标准）',
    kind: 'STATEMENT',
    title: '对账确认书',
    fields: [],
    blocks: [
      ...parties,
      clause('对账结果'),
      para('双方核对了{{账期开始}}至{{账期截止}}的往来（对账单{{对账单号}}）：期初应收人民币{{期初应收}}元，本期增加{{本期增加}}元，本期减少{{本期减少}}元。'),
      para('截至{{账期截止}}，乙方应付甲方货款余额为人民币{{期末应收}}元（大写：{{期末应收|大写}}）。乙方确认上述余额无误。'),
      ...closing,
    ],
  },
  {
    name: '用信确认书（标准）',
    kind: 'USE',
    title: '用信确认书',
    fields: [],
    blocks: [
      ...parties,
      clause('用信'),
      para('乙方确认在甲方给予的{{授信类型}}额度内用信人民币{{用信金额}}元（大写：{{用信金额|大写}}），用信单号{{用信单号}}。'),
      para('本次用信用于支付订单{{订单编号}}的货款。', '订单编号'),
      clause('还款'),
      para('起息日：{{起息日}}。'),
      para('还款方式：{{还款条款}}。', '还款条款'),
      para('乙方逾期还款的，按双方授信协议的约定承担违约责任。'),
      ...closing,
    ],
  },
  {
    name: '还款承诺书（标准）',
    kind: 'PROMISE',
    title: '还款承诺书',
    fields: [
      { label: '还款安排', kind: 'text', required: true },
      { label: '承诺还清日', kind: 'date', required: true },
    ],
    blocks: [
      ...parties,
      clause('欠款确认'),
      para('乙方确认，截至{{签订日期}}尚欠甲方货款人民币{{欠款金额}}元（大写：{{欠款金额|大写}}），其中已逾期{{逾期金额}}元。', '欠款金额'),
      para('乙方承诺归还其中人民币{{合同金额}}元（大写：{{合同金额|大写}}）。'),
      clause('还款承诺'),
      para('乙方承诺按下列安排归还：{{还款安排}}，并于{{承诺还清日}}前全部还清。'),
      para('乙方未按承诺归还任何一期的，全部欠款立即到期，甲方可以停止发货、冻结额度并要求支付逾期违约金。'),
      ...closing,
    ],
  },
  {
    name: '解约协议（标准）',
    kind: 'RESCISSION',
    title: '解除合同协议',
    fields: [],
    blocks: [
      ...parties,
      clause('解除'),
      para('双方一致同意，自本协议签署之日起解除编号为{{原合同编号}}的《{{原合同名称}}》，尚未履行的部分不再履行，解除前已经履行的部分按原合同结算。'),
      para('解除原因：{{解约原因}}。', '解约原因'),
      ...closing,
    ],
  },
  {
    name: '一般协议（标准）',
    kind: 'OTHER',
    title: '合作协议',
    fields: [{ label: '约定事项', kind: 'text', required: true }],
    blocks: [...parties, clause('约定事项'), para('{{约定事项}}'), para('金额：人民币{{合同金额}}元（大写：{{合同金额|大写}}）。', '合同金额'), ...closing],
  },
];
