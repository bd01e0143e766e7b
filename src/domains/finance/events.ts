import { defineEvents, said } from '~/portal/event';

export const fund = defineEvents({ key: 'fund', name: '资金', place: 110 }, [
  said('fund.registered', '入账单待确认', 'todo', ['factory']),
  said('fund.decided', '付款处理结果', 'system', ['dealer']),
  said('fund.withdrawal', '提现待审批', 'todo', ['factory']),
  said('fund.low', '余额不足提醒', 'alert', ['dealer']),
]);

/** Nothing tells of it; messages that are kept are still found by it. */
export const entered = defineEvents({ key: 'enter', name: '入账', place: 120, sides: ['factory'] }, []);
