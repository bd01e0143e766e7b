import { defineEvents, type EventKind, note, person } from '~/portal/event';

const params = {
  title: ['流程', '订单审核'],
  subject: ['单据', '订单DD20261121000001'],
  ...person,
  node: ['节点', '待审核'],
  ...note,
} as const;
/** What approvals ask or tell; the link opens the task or the process. */
const task = <const Kind extends string>(
  kind: Kind,
  name: string,
  type: EventKind['type'],
  title: string,
  body: string,
  more: Pick<EventKind, 'important'> = {},
): EventKind<`approval.${Kind}`> => ({
  kind: `approval.${kind}`,
  name,
  type,
  sides: ['factory'],
  personal: true,
  params,
  title,
  body,
  ...more,
});

export const approval = defineEvents({ key: 'approval', name: '审批', place: 10 }, [
  task('task', '有新的审批任务', 'todo', '{流程}待您处理', '{同事}发起的{单据}到了“{节点}”，请您处理[：{说明}]'),
  task('urged', '审批被催办', 'todo', '{同事}催您处理{流程}', '{单据}在“{节点}”等您处理[：{说明}]', { important: true }),
  task('timeout', '审批超时提醒', 'alert', '{流程}已到处理时限', '{单据}在“{节点}”等您处理，已到时限[：{说明}]', { important: true }),
  task('copied', '审批抄送给我', 'system', '{流程}抄送给您', '{同事}发起的{单据}抄送给您[：{说明}]'),
  task('spared', '审批无需我处理', 'system', '{流程}无需您再处理', '{单据}已由{同事}处理[：{说明}]'),
  task('step', '我发起的审批通过了一步', 'system', '{流程}已通过“{节点}”', '您发起的{单据}在“{节点}”由{同事}通过[：{说明}]'),
  task('passed', '我发起的审批已通过', 'system', '{流程}已通过', '您发起的{单据}已通过[：{说明}]'),
  task('rejected', '我发起的审批被驳回', 'alert', '{流程}被驳回', '您发起的{单据}被{同事}驳回[：{说明}]', { important: true }),
  task('returned', '我发起的审批被退回', 'todo', '{流程}被退回，请修改', '您发起的{单据}被{同事}退回[：{说明}]', { important: true }),
  task('terminated', '我发起的审批被终止', 'alert', '{流程}已终止', '您发起的{单据}的审批由{同事}终止[：{说明}]', { important: true }),
]);
