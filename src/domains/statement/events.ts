import { defineEvents, said } from '~/portal/event';

export const statement = defineEvents({ key: 'statement', name: '对账', place: 150 }, [
  said('statement.sent', '对账单待确认', 'todo', ['dealer'], true),
  said('statement.urged', '催确认对账单', 'alert', ['dealer'], true),
  said('statement.answered', '对账异议已处理', 'todo', ['dealer']),
  said('statement.withdrawn', '对账单已撤回', 'system', ['dealer']),
  said('statement.disputed', '对账单有异议', 'todo', ['factory'], true),
  said('statement.confirmed', '对账单已确认', 'system', ['factory']),
]);
