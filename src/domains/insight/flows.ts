import { standingStates } from '~/domains/order/order';
import { href } from '~/portal/href';
import { addDays } from '~/shared/dates';

const F = '/portal/supplyChain/factory';
export const TREND_DAYS = 30;

/** What moves by day, and the list of exactly the rows a figure of it is made of, from one business day to another. */
export const flowKinds = {
  ordered: {
    title: '订单额',
    note: '已提交且未驳回、未取消的订单',
    list: (submitTimeStart: string, submitTimeEnd: string) =>
      href(`${F}/order/list`, { status: standingStates.join(), submitTimeStart, submitTimeEnd: `${submitTimeEnd} 23:59:59` }),
  },
  shipped: {
    title: '发货额',
    note: '已出库且未冲销的发货单',
    list: (shippedStart: string, shippedEnd: string) => href(`${F}/deliver/list`, { out: 'true', shippedStart, shippedEnd: `${shippedEnd} 23:59:59` }),
  },
  deposited: {
    title: '入账额',
    note: '已确认存入客户资金账户的来款',
    list: (confirmedStart: string, confirmedEnd: string) =>
      href(`${F}/finance/accountManage/enterAccountList`, { status: 'CONFIRMED', confirmedStart, confirmedEnd: `${confirmedEnd} 23:59:59` }),
  },
  receipted: {
    title: '收款额',
    note: '已登记的线下收款',
    list: (createdStart: string, createdEnd: string) =>
      href(`${F}/finance/receivables/receivablesBookList`, { tab: 'receipts', status: 'CONFIRMED', createdStart, createdEnd: `${createdEnd} 23:59:59` }),
  },
} as const;
export type FlowKey = keyof typeof flowKinds;

/** Days that figures of one Shanghai day run over. Last month is counted to the same day of the month, or to its own last one. */
export function spansOf(today: string) {
  const month = `${today.slice(0, 8)}01`;
  const lastEnd = addDays(month, -1);
  const sameDay = `${lastEnd.slice(0, 8)}${today.slice(8)}`;
  const start = addDays(today, 1 - TREND_DAYS);
  return {
    today,
    month,
    lastMonth: `${lastEnd.slice(0, 8)}01`,
    lastSame: sameDay < lastEnd ? sameDay : lastEnd,
    start,
    before: addDays(start, -TREND_DAYS),
  };
}
export type Spans = ReturnType<typeof spansOf>;

export const daysFrom = (start: string): string[] => Array.from({ length: TREND_DAYS }, (_, index) => addDays(start, index));
