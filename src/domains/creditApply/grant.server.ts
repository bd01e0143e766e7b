import { hold } from '~/domains/workflow/approval.server';
import { isMine } from '~/domains/workflow/flowMine.server';
import { actorName, type Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { tell } from '~/server/outbox.server';
import { shanghaiDate } from '~/shared/dates';
import { refuse } from '~/shared/refusal';
import { saidYuan } from '~/shared/said';
import { agreementOpen } from './agreements.server';
import { type ApplyKind, grantProblem } from './apply';
import { applies, askedWords, log, standingOf } from './applyStore.server';
import { approvalFor, detail } from './approval.server';

/**
 * 核定额度: whoever decides grants another amount than was asked for, before passing it. It is said who did and why, those who decide afterwards see it,
 * and whoever asked is told. What process conditions read stays what was asked for.
 */
export async function grantApply(
  tx: Tx,
  me: Me,
  { id, version, granted, reason }: { id: string; version: number; granted: bigint; reason: string },
  now: Date,
): Promise<{ id: string; version: number }> {
  const found = await applies.lock(tx, me, { id, version });
  const held = await hold(tx, me, approvalFor(found), { id, version });
  const { doc, approval, flow } = held;
  const title = applies.title(doc);
  applies.mustBe(doc, 'REVIEWING', '核定额度');
  if (doc.created_by === me.accountId) refuse('SAME_PERSON', `${title}由您提交，须由其他人核定额度`);
  const mine = flow?.tasks.some((task) => task.status === 'PENDING' && task.kind !== 'CC' && !task.barred.includes(me.accountId) && isMine(me, approval, task));
  if (flow && !mine) refuse('AUDIT_ELSEWHERE', `${title}现在不由您审批，不能核定额度`);
  if (await agreementOpen(tx, me, id)) refuse('CREDIT_STATE', `${title}的授信协议正在签署，请先撤销协议再核定额度`);
  const account = await standingOf(tx, me, { customerId: doc.customer_id, creditTypeId: doc.credit_type_id });
  const wanted = { kind: doc.kind as ApplyKind, requested: doc.requested, granted, validFrom: doc.valid_from, validTo: doc.valid_to };
  const problem = grantProblem(wanted, account, shanghaiDate(now), saidYuan);
  if (problem) refuse('CREDIT_STATE', problem, { fields: { granted: problem } });
  const next = granted === doc.requested ? null : granted;
  const set = { granted: next, granter: actorName(me), granted_by: me.accountId, granted_at: now, grant_reason: reason, updated_at: now };
  const after = await applies.update(tx, me, doc, set);
  const words = `${askedWords({ ...doc, granted: next })}：${reason}`;
  await log(tx, me, doc, '核定额度', words);
  if (doc.created_by)
    await tell(tx, me, {
      kind: 'credit.decided',
      title: `${title}已核定额度`,
      body: `${actorName(me)}核定${words}`,
      link: detail(id),
      to: { side: 'account', accountId: doc.created_by },
    });
  return { id, version: after };
}
