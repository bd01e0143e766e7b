import { customer, defineEvents, type EventKind, note, orderNo, person } from '~/portal/event';

const toDealer = <const Kind extends string>(
  kind: Kind,
  name: string,
  body: string,
  more: Partial<Pick<EventKind, 'type' | 'important'>> = {},
): EventKind<`order.${Kind}`> => ({
  kind: `order.${kind}`,
  name,
  type: 'system',
  sides: ['dealer'],
  params: { ...orderNo, ...note },
  title: name,
  body: `订单{订单号}${body}`,
  ...more,
});
const toFactory = <const Kind extends string>(kind: Kind, name: string, type: EventKind['type'], title: string): EventKind<`order.${Kind}`> => ({
  kind: `order.${kind}`,
  name,
  type,
  sides: ['factory'],
  params: { ...customer, ...orderNo, what: ['事项', name], ...note },
  title,
  body: '{客户}的订单{订单号}：{说明}',
});

/** What the audit of an order asks of one colleague. */
const toColleague = <const Kind extends string>(
  kind: Kind,
  name: string,
  type: EventKind['type'],
  title: string,
  body: string,
  what = '',
): EventKind<`order.${Kind}`> => ({
  kind: `order.${kind}`,
  name,
  type,
  sides: ['factory'],
  personal: true,
  params: { ...person, ...customer, ...orderNo, ...(what ? { what: ['事项', what] as const } : {}), ...note },
  title,
  body,
});

export const order = defineEvents({ key: 'order', name: '订单', place: 20 }, [
  {
    kind: 'order.submitted',
    name: '有新的订单待审核',
    type: 'todo',
    sides: ['factory'],
    params: { ...customer, ...orderNo, amount: ['金额', '12,800.00'] },
    title: '有新的订单待审核',
    body: '{客户}提交了订单{订单号}，应付{金额}元',
  },
  toFactory('change', '订单变更待审批', 'todo', '订单变更待审批'),
  toFactory('cancel', '客户申请取消订单', 'todo', '客户申请取消订单'),
  toFactory('shortened', '盘点使订单转为欠货', 'alert', '{事项}'),
  toFactory('withdrawn', '客户撤回或取消订单', 'system', '{事项}'),
  toColleague('transferred', '订单审核转交给我', 'todo', '{同事}转交给您审核订单', '{客户}的订单{订单号}由{同事}转交给您审核[：{说明}]'),
  toColleague('opinion', '请我加签', 'todo', '{同事}请您加签订单', '{客户}的订单{订单号}：{说明}'),
  toColleague('answered', '加签已答复', 'system', '{同事}{事项}订单', '{同事}对{客户}的订单{订单号}的加签意见：{事项}[，{说明}]', '不同意'),
  toColleague('recalled', '转交或加签已收回', 'system', '订单{事项}已收回', '{客户}的订单{订单号}的{事项}已由{同事}收回，无需您再处理[：{说明}]', '加签'),
  toDealer('approved', '订单审核通过', '审核通过[：{说明}]'),
  toDealer('rejected', '订单被驳回', '被驳回[：{说明}]', { type: 'alert', important: true }),
  toDealer('paid', '货款到账', '{说明}'),
  toDealer('changed', '订单变更已生效', '变更已生效[：{说明}]'),
  toDealer('changeRejected', '订单变更被驳回', '变更被驳回[：{说明}]', { type: 'alert' }),
  toDealer('closed', '订单未发部分已结单', '未发部分已结单[：{说明}]'),
  toDealer('cancelled', '订单已取消', '已取消[：{说明}]', { type: 'alert' }),
]);
