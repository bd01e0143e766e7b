import { customer, defineEvents, note } from '~/portal/event';

const deliveryNo = { deliveryNo: ['发货单号', 'FH20261121000001'] } as const;

export const delivery = defineEvents({ key: 'delivery', name: '发货', place: 30 }, [
  {
    kind: 'delivery.shipped',
    name: '发货通知',
    type: 'system',
    sides: ['dealer'],
    params: { ...deliveryNo, ...note },
    title: '发货单{发货单号}已发货',
    body: '{说明}',
  },
  {
    kind: 'delivery.reversed',
    name: '发货冲销',
    type: 'alert',
    sides: ['factory', 'dealer'],
    params: { ...deliveryNo, ...note },
    title: '发货单{发货单号}已冲销',
    body: '{说明}',
  },
  {
    kind: 'delivery.signed',
    name: '客户签收',
    type: 'system',
    sides: ['factory'],
    params: { ...customer, ...deliveryNo, what: ['签收情况', '已签收'], ...note },
    title: '发货单{发货单号}{签收情况}',
    body: '客户{客户}的发货单{发货单号}：{说明}',
  },
  {
    kind: 'delivery.refused',
    name: '签收有拒收或破损',
    type: 'alert',
    important: true,
    sides: ['factory'],
    params: { ...customer, ...deliveryNo, what: ['签收情况', '已签收（有拒收或破损）'], ...note },
    title: '发货单{发货单号}{签收情况}',
    body: '客户{客户}的发货单{发货单号}：{说明}',
  },
]);
