import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { channels, queueOutboundMessages } from '~/server/outgoing/outgoing.server';
import { refuse } from '~/shared/refusal';
import type { DunningOtherInput } from './dunning.schema';
import { openCases, overdueOf, record, warnOfAgain } from './dunning.server';

/** Ways to a customer who reads no messages here. Who was asked to join or had the text copied is written down as what it is. */
export async function remindOtherwise(tx: Tx, me: Me, input: DunningOtherInput, now: Date): Promise<{ id: string }> {
  await openCases(tx, me, [input.customerId], now);
  const [one] = await overdueOf(tx, me, [input.customerId], now);
  if (!one || one.overdue <= 0n) return refuse('BAD_STATE', `客户“${one?.customerName ?? ''}”没有逾期应收，不需要催款`);
  if (input.way === 'SMS') {
    if (!one.mobile) refuse('BAD_STATE', `客户“${one.customerName}”的联系人没有手机号，请先在客户详情中填写`);
    if (!channels.SMS.configured()) refuse('NOT_CONFIGURED', '系统没有配置短信网关，短信发不出去，请改用复制话术或电话');
    if (!input.confirm) warnOfAgain([one], now);
  }
  const said = input.way === 'INVITE' ? { templateName: '邀请开通账号', body: '邀请客户开通经销商账号，在线查看应付货款' } : input;
  const { id, body } = await record(
    tx,
    me,
    { ...said, way: input.way, note: input.way === 'PHONE' ? input.note : '' },
    { ...one, factoryName: me.tenantName },
    now,
  );
  if (input.way === 'SMS') await queueOutboundMessages(tx, [{ channel: 'SMS', address: one.mobile, body, kind: 'receivable.dunning' }]);
  return { id };
}
