import { defineEvents, said } from '~/portal/event';

export const billing = defineEvents({ key: 'billing', name: '开票', place: 50 }, [
  said('billing.submitted', '开票申请待审核', 'todo', ['factory']),
  said('billing.toIssue', '开票申请待开票', 'todo', ['factory']),
  said('billing.failed', '开票失败或需核实', 'alert', ['factory'], true),
  said('billing.decided', '开票申请处理结果', 'system', ['dealer']),
  said('billing.issued', '发票已开出', 'system', ['dealer'], true),
]);
