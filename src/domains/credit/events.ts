import { defineEvents, said } from '~/portal/event';

export const credit = defineEvents({ key: 'credit', name: '授信', place: 172 }, [
  said('credit.limit', '授信额度生效与调整', 'system', ['dealer']),
  said('credit.frozen', '授信冻结、失效与恢复', 'alert', ['dealer'], true),
  said('credit.expiring', '授信到期与占用释放提醒', 'alert', ['factory']),
  said('credit.ending', '授信即将到期', 'alert', ['dealer']),
]);
