import type { Use, UsedItem } from './dictionary.schema';

export interface DictCategory {
  code: string;
  name: string;
  /** Where people meet it. */
  note: string;
  /** Dealers are offered its items too. */
  dealers: boolean;
}

/** Every list a factory may shape. Documents keep the id of a customer level; of all others the words, so renaming changes no old document. */
export const dictCategories: readonly DictCategory[] = [
  { code: 'customer_level', name: '客户级别', note: '客户资料、商品可见范围', dealers: false },
  { code: 'carrier', name: '物流公司', note: '发货单、包裹', dealers: false },
  { code: 'order_cancel_reason', name: '取消订单原因', note: '取消订单、客户申请取消', dealers: true },
  { code: 'order_reject_reason', name: '驳回订单原因', note: '订单审核', dealers: false },
  { code: 'order_close_reason', name: '结单原因', note: '未发部分结单', dealers: false },
  { code: 'refuse_reason', name: '拒收破损原因', note: '签收', dealers: true },
  { code: 'pay_reject_reason', name: '驳回付款原因', note: '入账单确认', dealers: false },
];
export const categoryOf = (code: string): DictCategory | undefined => dictCategories.find((one) => one.code === code);

export const dictColors = { neutral: '灰', brand: '主色', ok: '绿', warn: '橙', danger: '红', info: '蓝' } as const;
export const dictSources = { PLATFORM: '平台', TENANT: '自有' } as const;
export type DictColor = keyof typeof dictColors;

/** "3个客户、2个商品的可见范围" */
export const usedInWords = (usedIn: readonly Use[]): string => usedIn.map(({ what, n }) => `${n}${what}`).join('、');
export const keptSentence = (item: Pick<UsedItem, 'name' | 'usedIn'>): string => `“${item.name}”正被${usedInWords(item.usedIn)}使用，不能删除，可以停用`;
