import { defineEvents, said } from '~/portal/event';

export const price = defineEvents({ key: 'price', name: '价格', place: 200 }, [said('price.expiring', '客户价即将到期', 'todo', ['factory'])]);
