import { customer, defineEvents, type EventKind, note, orderNo } from '~/portal/event';

const returned = { returnNo: ['退货单号', 'TH20261121000001'], ...orderNo } as const;
const toFactory = <const Kind extends string>(kind: Kind, name: string, type: EventKind['type'], title: string): EventKind<`return.${Kind}`> => ({
  kind: `return.${kind}`,
  name,
  type,
  sides: ['factory'],
  params: { ...customer, ...returned, ...note },
  title,
  body: '客户{客户}的退货单{退货单号}（订单{订单号}）：{说明}',
});
const toDealer = <const Kind extends string>(kind: Kind, name: string, type: EventKind['type'], important = false): EventKind<`return.${Kind}`> => ({
  kind: `return.${kind}`,
  name,
  type,
  sides: ['dealer'],
  important,
  params: { ...returned, ...note },
  title: name,
  body: '退货单{退货单号}（订单{订单号}）[：{说明}]',
});

export const returns = defineEvents({ key: 'return', name: '退货', place: 40 }, [
  toFactory('submitted', '退货单待审核', 'todo', '退货单{退货单号}待审核'),
  toFactory('drafted', '签收产生退货单', 'alert', '签收产生退货单{退货单号}'),
  toFactory('withdrawn', '客户取消退货', 'system', '客户取消退货单{退货单号}'),
  toFactory('sent', '退货已寄回', 'todo', '退货单{退货单号}的货物已寄回'),
  toFactory('received', '退货待退款', 'todo', '退货单{退货单号}待退款'),
  toDealer('toSubmit', '拒收或破损待您提交退货', 'todo'),
  toDealer('passed', '退货审核通过', 'system'),
  toDealer('rejected', '退货被驳回', 'alert', true),
  toDealer('cancelled', '退货单已取消', 'alert'),
  toDealer('accepted', '退货已收货验收', 'system'),
  toDealer('refunded', '退货退款完成', 'system'),
]);
