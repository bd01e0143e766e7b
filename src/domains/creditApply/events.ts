import { defineEvents, said } from '~/portal/event';

export const creditApply = defineEvents({ key: 'credit', place: 170 }, [
  said('credit.applied', '授信申请待审批', 'todo', ['factory']),
  said('credit.decided', '授信申请与特批的结果', 'system', ['factory']),
]);
