import { defineEvents, said } from '~/portal/event';

export const expense = defineEvents({ key: 'expense', name: '费用', place: 130 }, [
  said('expense.registered', '费用单待确认', 'todo', ['factory']),
  said('expense.decided', '费用处理结果', 'system', ['dealer']),
  said('expense.expiring', '费用即将到期', 'alert', ['dealer']),
]);
