import { defineEvents, said } from '~/portal/event';

export const customer = defineEvents({ key: 'customer', name: '客户', place: 231 }, [
  said('customer.transferred', '客户移交', 'system', ['factory']),
  said('customer.merged', '客户合并', 'system', ['factory', 'dealer']),
]);
