import { defineEvents, said } from '~/portal/event';

export const creditRule = defineEvents({ key: 'credit', place: 171 }, [
  said('credit.special', '赊销特批待审批', 'todo', ['factory']),
  said('credit.acted', '风控动作已执行', 'alert', ['factory'], true),
]);
