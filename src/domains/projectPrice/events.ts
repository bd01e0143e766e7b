import { defineEvents, said } from '~/portal/event';

export const projectPrice = defineEvents({ key: 'projectPrice', name: '工程价', place: 210 }, [
  said('projectPrice.submitted', '工程价待审批', 'todo', ['factory']),
  said('projectPrice.decided', '工程价审批结果', 'system', ['factory']),
  said('projectPrice.expiring', '工程价即将到期', 'todo', ['factory']),
]);
