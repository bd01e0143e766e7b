/** Everything people are told of: its wording, parameters and weight. A tenant may put its own wording over it. */
export interface EventKind {
  kind: string;
  name: string;
  type: 'todo' | 'alert' | 'system';
  sides: readonly ('factory' | 'dealer')[];
  /** Kept unread by 全部已读, and told in quiet hours to those who want that. */
  important?: boolean;
  /** Said to one colleague by name: groups do not hear of it. */
  personal?: boolean;
  /** Key in the notice to the parameter's Chinese name (what a template calls it) and an example for the preview. */
  params: Readonly<Record<string, readonly [name: string, example: string]>>;
  title: string;
  body: string;
}

const order = { orderNo: ['订单号', 'DD20261121000001'] } as const;
const note = { note: ['说明', '请尽快处理'] } as const;
const customer = { customer: ['客户', '岩禾建材有限公司'] } as const;
const delivery = { deliveryNo: ['发货单号', 'FH20261121000001'] } as const;

const returned = { returnNo: ['退货单号', 'TH20261121000001'], ...order } as const;
const factoryReturn = (kind: string, name: string, type: EventKind['type'], title: string): EventKind => ({
  kind: `return.${kind}`,
  name,
  type,
  sides: ['factory'],
  params: { ...customer, ...returned, ...note },
  title,
  body: '客户{客户}的退货单{退货单号}（订单{订单号}）：{说明}',
});
const dealerReturn = (kind: string, name: string, type: EventKind['type'], important = false): EventKind => ({
  kind: `return.${kind}`,
  name,
  type,
  sides: ['dealer'],
  important,
  params: { ...returned, ...note },
  title: name,
  body: '退货单{退货单号}（订单{订单号}）[：{说明}]',
});

const dealerOrder = (kind: string, name: string, body: string, more: Partial<EventKind> = {}): EventKind => ({
  kind: `order.${kind}`,
  name,
  type: 'system',
  sides: ['dealer'],
  params: { ...order, ...note },
  title: name,
  body: `订单{订单号}${body}`,
  ...more,
});
const factoryOrder = (kind: string, name: string, type: EventKind['type'], title: string): EventKind => ({
  kind: `order.${kind}`,
  name,
  type,
  sides: ['factory'],
  params: { ...customer, ...order, what: ['事项', name], ...note },
  title,
  body: '{客户}的订单{订单号}：{说明}',
});

/** What the audit of an order asks of one colleague. */
const colleague = (kind: string, name: string, type: EventKind['type'], title: string, body: string, what = ''): EventKind => ({
  kind: `order.${kind}`,
  name,
  type,
  sides: ['factory'],
  personal: true,
  params: { person: ['同事', '郭大川'], ...customer, ...order, ...(what ? { what: ['事项', what] as const } : {}), ...note },
  title,
  body,
});

/** An event whose words come with the notice; a template may still frame them. */
const said = (kind: string, name: string, type: EventKind['type'], sides: EventKind['sides'], important = false): EventKind => ({
  kind,
  name,
  type,
  sides,
  important,
  params: { title: ['标题', name], body: ['内容', '请登录后查看详情'] },
  title: '{标题}',
  body: '{内容}',
});

const approval = {
  title: ['流程', '订单审核'],
  subject: ['单据', '订单DD20261121000001'],
  person: ['同事', '郭大川'],
  node: ['节点', '待审核'],
  ...note,
} as const;
/** What approvals ask or tell; the link opens the task or the process. */
const task = (kind: string, name: string, type: EventKind['type'], title: string, body: string, more: Partial<EventKind> = {}): EventKind => ({
  kind: `approval.${kind}`,
  name,
  type,
  sides: ['factory'],
  personal: true,
  params: approval,
  title,
  body,
  ...more,
});

/** A document of the warehouse waits for its audit. */
const stockDoc = (business: string, noun: string, example: string): EventKind => ({
  kind: `${business}.submitted`,
  name: `${noun}待审核`,
  type: 'todo',
  sides: ['factory'],
  params: { docNo: [`${noun}号`, example], person: ['提交人', '郭大川'] },
  title: `${noun}{${noun}号}待审核`,
  body: `{提交人}提交了${noun}{${noun}号}，请审核`,
});

export const events: readonly EventKind[] = [
  {
    kind: 'order.submitted',
    name: '有新的订单待审核',
    type: 'todo',
    sides: ['factory'],
    params: { ...customer, ...order, amount: ['金额', '12,800.00'] },
    title: '有新的订单待审核',
    body: '{客户}提交了订单{订单号}，应付{金额}元',
  },
  factoryOrder('change', '订单变更待审批', 'todo', '订单变更待审批'),
  factoryOrder('cancel', '客户申请取消订单', 'todo', '客户申请取消订单'),
  factoryOrder('shortened', '盘点使订单转为欠货', 'alert', '{事项}'),
  factoryOrder('withdrawn', '客户撤回或取消订单', 'system', '{事项}'),
  colleague('transferred', '订单审核转交给我', 'todo', '{同事}转交给您审核订单', '{客户}的订单{订单号}由{同事}转交给您审核[：{说明}]'),
  colleague('opinion', '请我加签', 'todo', '{同事}请您加签订单', '{客户}的订单{订单号}：{说明}'),
  colleague('answered', '加签已答复', 'system', '{同事}{事项}订单', '{同事}对{客户}的订单{订单号}的加签意见：{事项}[，{说明}]', '不同意'),
  colleague('recalled', '转交或加签已收回', 'system', '订单{事项}已收回', '{客户}的订单{订单号}的{事项}已由{同事}收回，无需您再处理[：{说明}]', '加签'),
  dealerOrder('approved', '订单审核通过', '审核通过[：{说明}]'),
  dealerOrder('rejected', '订单被驳回', '被驳回[：{说明}]', { type: 'alert', important: true }),
  dealerOrder('paid', '货款到账', '{说明}'),
  dealerOrder('changed', '订单变更已生效', '变更已生效[：{说明}]'),
  dealerOrder('changeRejected', '订单变更被驳回', '变更被驳回[：{说明}]', { type: 'alert' }),
  dealerOrder('closed', '订单未发部分已结单', '未发部分已结单[：{说明}]'),
  dealerOrder('cancelled', '订单已取消', '已取消[：{说明}]', { type: 'alert' }),
  {
    kind: 'delivery.shipped',
    name: '发货通知',
    type: 'system',
    sides: ['dealer'],
    params: { ...delivery, ...note },
    title: '发货单{发货单号}已发货',
    body: '{说明}',
  },
  {
    kind: 'delivery.reversed',
    name: '发货冲销',
    type: 'alert',
    sides: ['factory', 'dealer'],
    params: { ...delivery, ...note },
    title: '发货单{发货单号}已冲销',
    body: '{说明}',
  },
  {
    kind: 'delivery.signed',
    name: '客户签收',
    type: 'system',
    sides: ['factory'],
    params: { ...customer, ...delivery, what: ['签收情况', '已签收'], ...note },
    title: '发货单{发货单号}{签收情况}',
    body: '客户{客户}的发货单{发货单号}：{说明}',
  },
  {
    kind: 'delivery.refused',
    name: '签收有拒收或破损',
    type: 'alert',
    important: true,
    sides: ['factory'],
    params: { ...customer, ...delivery, what: ['签收情况', '已签收（有拒收或破损）'], ...note },
    title: '发货单{发货单号}{签收情况}',
    body: '客户{客户}的发货单{发货单号}：{说明}',
  },
  factoryReturn('submitted', '退货单待审核', 'todo', '退货单{退货单号}待审核'),
  factoryReturn('drafted', '签收产生退货单', 'alert', '签收产生退货单{退货单号}'),
  factoryReturn('withdrawn', '客户取消退货', 'system', '客户取消退货单{退货单号}'),
  factoryReturn('sent', '退货已寄回', 'todo', '退货单{退货单号}的货物已寄回'),
  factoryReturn('received', '退货待退款', 'todo', '退货单{退货单号}待退款'),
  dealerReturn('toSubmit', '拒收或破损待您提交退货', 'todo'),
  dealerReturn('passed', '退货审核通过', 'system'),
  dealerReturn('rejected', '退货被驳回', 'alert', true),
  dealerReturn('cancelled', '退货单已取消', 'alert'),
  dealerReturn('accepted', '退货已收货验收', 'system'),
  dealerReturn('refunded', '退货退款完成', 'system'),
  stockDoc('stockIn', '入库单', 'RK20261121000001'),
  stockDoc('stockOut', '出库单', 'CK20261121000001'),
  stockDoc('stockTransfer', '调拨单', 'DB20261121000001'),
  stockDoc('stockCount', '盘点单', 'PD20261121000001'),
  {
    kind: 'stockTransfer.sent',
    name: '调拨货物在途',
    type: 'todo',
    sides: ['factory'],
    params: { docNo: ['调拨单号', 'DB20261121000001'], from: ['调出仓库', '成品总仓'], to: ['调入仓库', '华东中转仓'] },
    title: '调拨单{调拨单号}已调出',
    body: '{调出仓库}的货物已发往{调入仓库}，到货后请收货',
  },
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
  said('fund.registered', '入账单待确认', 'todo', ['factory']),
  said('fund.decided', '付款处理结果', 'system', ['dealer']),
  said('fund.withdrawal', '提现待审批', 'todo', ['factory']),
  said('fund.low', '余额不足提醒', 'alert', ['dealer']),
  said('expense.registered', '费用单待确认', 'todo', ['factory']),
  said('expense.decided', '费用处理结果', 'system', ['dealer']),
  said('expense.expiring', '费用即将到期', 'alert', ['dealer']),
  said('credit.special', '赊销特批待审批', 'todo', ['factory']),
  said('credit.applied', '授信申请待审批', 'todo', ['factory']),
  said('credit.decided', '授信申请与特批的结果', 'system', ['factory']),
  said('credit.acted', '风控动作已执行', 'alert', ['factory'], true),
  said('credit.limit', '授信额度生效与调整', 'system', ['dealer']),
  said('credit.frozen', '授信冻结、失效与恢复', 'alert', ['dealer'], true),
  said('credit.expiring', '授信到期与占用释放提醒', 'alert', ['factory']),
  said('credit.ending', '授信即将到期', 'alert', ['dealer']),
  said('repay.registered', '还款单待审批', 'todo', ['factory']),
  said('repay.decided', '还款处理结果', 'system', ['dealer']),
  said('repay.due', '还款到期提醒', 'alert', ['dealer']),
  said('repay.overdue', '还款逾期提醒', 'alert', ['dealer'], true),
  said('repay.moved', '应还日调整', 'system', ['dealer']),
  said('billing.submitted', '开票申请待审核', 'todo', ['factory']),
  said('billing.toIssue', '开票申请待开票', 'todo', ['factory']),
  said('billing.failed', '开票失败或需核实', 'alert', ['factory'], true),
  said('billing.decided', '开票申请处理结果', 'system', ['dealer']),
  said('billing.issued', '发票已开出', 'system', ['dealer'], true),
  said('receivable.dunning', '应收款提醒', 'alert', ['dealer'], true),
  said('receivable.due', '应收即将到期', 'alert', ['factory']),
  said('receivable.late', '应收已逾期', 'alert', ['factory'], true),
  said('receivable.disputed', '应收有争议待处理', 'todo', ['factory']),
  said('contract.submitted', '合同待用印审批', 'todo', ['factory']),
  said('contract.decided', '用印审批结果', 'system', ['factory']),
  said('contract.ourTurn', '合同待我方签署', 'todo', ['factory'], true),
  said('contract.expiring', '合同即将截止签署', 'alert', ['factory']),
  said('contract.sealing', '合同签章未完成', 'alert', ['factory'], true),
  said('contract.certificate', '数字证书即将到期', 'alert', ['factory']),
  said('contract.expired', '合同已过签署期', 'alert', ['factory'], true),
  said('contract.refused', '合同被客户拒签', 'alert', ['factory'], true),
  said('contract.done', '合同签署完成', 'system', ['factory']),
  said('contract.turn', '合同待签署', 'todo', ['dealer'], true),
  said('contract.urged', '催签合同', 'alert', ['dealer'], true),
  said('contract.ended', '合同已终止', 'system', ['dealer']),
  said('contract.completed', '合同签署完成', 'system', ['dealer']),
  said('collection.letter', '收到催款函', 'alert', ['dealer'], true),
  said('collection.task', '催收任务待办理', 'todo', ['factory']),
  said('collection.late', '催收任务超时', 'alert', ['factory'], true),
  said('collection.ended', '催收策略执行完毕', 'alert', ['factory']),
  said('collection.promise', '客户承诺今日到期', 'todo', ['factory']),
  said('collection.broken', '客户承诺未兑现', 'alert', ['factory'], true),
  said('collection.escalated', '催收案件已升级', 'alert', ['factory']),
  said('collection.cleared', '催收案件已结清', 'system', ['factory']),
  said('collection.assigned', '催收案件已指派', 'todo', ['factory']),
  said('collection.return', '阶段回款待审批', 'todo', ['factory']),
  said('collection.decided', '阶段回款的结果', 'system', ['factory']),
  said('statement.sent', '对账单待确认', 'todo', ['dealer'], true),
  said('statement.urged', '催确认对账单', 'alert', ['dealer'], true),
  said('statement.answered', '对账异议已处理', 'todo', ['dealer']),
  said('statement.withdrawn', '对账单已撤回', 'system', ['dealer']),
  said('statement.disputed', '对账单有异议', 'todo', ['factory'], true),
  said('statement.confirmed', '对账单已确认', 'system', ['factory']),
  said('price.expiring', '客户价即将到期', 'todo', ['factory']),
  said('projectPrice.submitted', '工程价待审批', 'todo', ['factory']),
  said('projectPrice.decided', '工程价审批结果', 'system', ['factory']),
  said('projectPrice.expiring', '工程价即将到期', 'todo', ['factory']),
  said('activity.started', '限时折扣开始', 'system', ['dealer']),
  said('customer.joined', '受邀客户已加入', 'system', ['factory']),
  said('customer.transferred', '客户移交', 'system', ['factory']),
  said('customer.merged', '客户合并', 'system', ['factory', 'dealer']),
  said('webhook.broken', '推送地址已停用', 'alert', ['factory'], true),
  said('export.waiting', '导出待审批', 'todo', ['factory']),
  said('export.done', '导出完成', 'system', ['factory', 'dealer']),
  said('export.failed', '导出失败', 'alert', ['factory', 'dealer']),
  said('export.refused', '导出未获同意', 'alert', ['factory', 'dealer']),
  said('member.invited', '受邀成为成员', 'system', ['factory']),
  said('member.handover', '工作交接', 'todo', ['factory']),
  said('member.reset', '登录密码被重置', 'alert', ['factory'], true),
  said('directory.attention', '钉钉同步需要处理', 'alert', ['factory'], true),
  said('realName.decided', '实名认证结果', 'system', ['factory']),
  said('account.login', '新设备或陌生网络登录', 'alert', ['factory', 'dealer'], true),
];

const byKind = new Map(events.map((event) => [event.kind, event]));
export const eventOf = (kind: string): EventKind | undefined => byKind.get(kind);
export const eventsOf = (side: 'factory' | 'dealer'): readonly EventKind[] => events.filter((event) => event.sides.includes(side));
