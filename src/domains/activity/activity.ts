import { convertPrice, divideHalfUp, scaled, unscaled } from '~/shared/money';

export const activityStates = { NOT_STARTED: '未开始', RUNNING: '进行中', ENDED: '已结束', CLOSED: '已关闭' } as const;
export type ActivityState = keyof typeof activityStates;
export const activityTones = { NOT_STARTED: 'info', RUNNING: 'ok', ENDED: 'neutral', CLOSED: 'neutral' } as const;

export const buyerScopes = { ALL: '全部客户', LEVEL: '客户级别', REGION: '所在省份', CUSTOMER: '指定客户' } as const;
export type BuyerScope = keyof typeof buyerScopes;

export const discountModes = { RATE: '折扣(%)', MINUS: '减价(元)', FIXED: '一口价(元)' } as const;
export type DiscountMode = keyof typeof discountModes;

export const myPriceKinds = { PROJECT: '工程价', ACTIVITY: '限时折扣' } as const;
export type MyPriceKind = keyof typeof myPriceKinds;

/** What an activity is at an instant: it begins at `startAt` and is over when `endAt` is reached; closed is the end whatever the time. */
export function activityStateAt(row: { status: string; startAt: Date; endAt: Date }, now: Date): ActivityState {
  if (row.status === 'CLOSED') return 'CLOSED';
  if (now < row.startAt) return 'NOT_STARTED';
  return now < row.endAt ? 'RUNNING' : 'ENDED';
}

/** Nobody has got its price yet: it may be written anew, or deleted. */
export const isEditable = (state: ActivityState): boolean => state === 'NOT_STARTED';
/** Not over yet: it may be given more, or closed. */
export const isOpen = (state: ActivityState): boolean => state === 'NOT_STARTED' || state === 'RUNNING';

/** 元 a base unit, as orders get it; null where there is no list price to compute from, or nothing is left of it. */
export function activityPrice(mode: DiscountMode, value: string, listPrice: string | null): string | null {
  if (mode === 'FIXED') return convertPrice(value, 1, 1);
  if (listPrice === null) return null;
  const list = scaled(listPrice, 6);
  const price = mode === 'RATE' ? divideHalfUp(list * scaled(value, 6), 100_000_000n) : list - scaled(value, 6);
  return price > 0n ? unscaled(price, 6, 2) : null;
}
