import { defineEvents, said } from '~/portal/event';

export const repayment = defineEvents({ key: 'repay', name: '还款', place: 180 }, [
  said('repay.registered', '还款单待审批', 'todo', ['factory']),
  said('repay.decided', '还款处理结果', 'system', ['dealer']),
  said('repay.due', '还款到期提醒', 'alert', ['dealer']),
  said('repay.overdue', '还款逾期提醒', 'alert', ['dealer'], true),
  said('repay.moved', '应还日调整', 'system', ['dealer']),
]);
