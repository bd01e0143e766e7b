import { defineEvents, said } from '~/portal/event';

export const receivable = defineEvents({ key: 'receivable', name: '应收', place: 141 }, [
  said('receivable.due', '应收即将到期', 'alert', ['factory']),
  said('receivable.late', '应收已逾期', 'alert', ['factory'], true),
  said('receivable.disputed', '应收有争议待处理', 'todo', ['factory']),
]);
