import { href } from '~/portal/href';

export const messageStates: Record<string, string> = { UNREAD: '未读', READ: '已读' };
/** The tabs of the message centre. */
export const messageTypes: Record<string, string> = { todo: '待办', alert: '预警', system: '系统' };
/** First part of a notice's kind (`order.submitted`) to what people call it. */
export const businesses: Record<string, string> = {
  approval: '审批',
  order: '订单',
  delivery: '发货',
  return: '退货',
  billing: '开票',
  stockIn: '入库',
  stockOut: '出库',
  stockTransfer: '调拨',
  stockCount: '盘点',
  stock: '库存',
  fund: '资金',
  enter: '入账',
  expense: '费用',
  receivable: '应收',
  statement: '对账',
  collection: '催收',
  credit: '授信',
  repay: '还款',
  contract: '合同',
  price: '价格',
  projectPrice: '工程价',
  activity: '限时折扣',
  customer: '客户',
  import: '导入',
  export: '导出',
  member: '成员',
  directory: '通讯录',
  webhook: '数据推送',
  realName: '实名认证',
  account: '账号',
  system: '系统',
};
/** What only one side is told of: the other does not filter by it. */
const ofOneSide: Record<'factory' | 'dealer', readonly string[]> = {
  factory: [
    ...['approval', 'stockIn', 'stockOut', 'stockTransfer', 'stockCount', 'stock', 'enter', 'price', 'projectPrice', 'import', 'member', 'directory'],
    ...['webhook', 'realName'],
  ],
  dealer: ['activity'],
};
export const businessesOf = (side: 'factory' | 'dealer'): Record<string, string> => {
  const others = ofOneSide[side === 'factory' ? 'dealer' : 'factory'];
  return Object.fromEntries(Object.entries(businesses).filter(([key]) => !others.includes(key)));
};
export const businessOf = (kind: string): string => {
  const first = kind.split('.')[0] ?? '';
  return Object.hasOwn(businesses, first) ? first : 'system';
};

/** More alike are not counted. */
export const FOLD_CAP = 1000;
export const alikeText = (alike: number): string => `${alike >= FOLD_CAP ? `${FOLD_CAP - 1}+` : alike}条`;
/** Each of the unread messages of a kind. */
export const alikeHref = (kind: string): string => href('/portal/message/list', { kind, messageStatus: 'UNREAD' });
