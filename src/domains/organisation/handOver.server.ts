import type { z } from 'zod';
import { holds, type Me } from '~/portal/me';
import { CUSTOMER_TRANSFER } from '~/portal/permissions';
import { mayHandOn } from '~/portal/scope';
import { audit } from '~/server/audit.server';
import { scopedColumns } from '~/server/authority.server';
import type { Tx } from '~/server/db.server';
import { tell } from '~/server/outbox.server';
import { forgetSessions } from '~/server/session.server';
import type { Work } from '~/server/work.server';
import { notFound, refuse, refuseField } from '~/shared/refusal';
import type { HandOver, Workload } from './member.schema';
import { lockMember } from './member.server';
import * as subjects from './subjects';

/** What each domain says somebody answers for; a new domain needs no line here. */
const kinds: readonly Work[] = Object.values(import.meta.glob<{ work: Work }>('../*/work.server.ts', { eager: true }))
  .map(({ work }) => work)
  .sort((a, b) => a.place - b.place);

/** Everything the person answers for, counted whole, with a few names of what the reader sees; to-dos follow the customers and orders they are about. */
export async function workloadOf(tx: Tx, me: Me, input: { id: string }): Promise<z.output<typeof Workload>> {
  const member = await tx.selectFrom('member').select('id').where('tenant_id', '=', me.tenantId).where('id', '=', input.id).executeTakeFirst();
  if (!member) notFound('该账号');
  const work: z.output<typeof Workload>['work'] = [];
  for (const kind of kinds) {
    const [count, examples] = [await kind.count(tx, me, input.id), await kind.examples(tx, me, input.id)];
    work.push({ key: kind.key, label: kind.label, count, examples, problem: await problemOf(tx, me, kind, input.id) });
  }
  return { work };
}

/** Moves the chosen kinds of work to a colleague in one change; both are told. */
export async function handOverWork(tx: Tx, me: Me, input: z.output<typeof HandOver>, now: Date): Promise<{ moved: number }> {
  if (input.id === input.toId) refuseField('toId', '请选择另一位同事接手');
  const [from, to] = [await lockMember(tx, me, input.id), await lockMember(tx, me, input.toId)];
  if (to.status !== 'ACTIVE') refuseField('toId', `“${to.name}”的账号已停用，不能接手`);
  const chosen = kinds.filter((kind) => input.keys.includes(kind.key));
  for (const kind of chosen) {
    const problem = await problemOf(tx, me, kind, input.id);
    if (problem) refuseField('keys', `“${from.name}”${kind.label}：${problem}`);
  }
  const moved: { label: string; ids: string[] }[] = [];
  for (const kind of chosen) {
    const ids = await kind.move(tx, me, input);
    await kind.moved?.(tx, me, ids, { from: from.name, to: to.name, fromId: input.id, toId: input.toId }, now);
    moved.push({ label: kind.label, ids });
  }
  const total = moved.reduce((sum, one) => sum + one.ids.length, 0);
  if (total === 0) refuse('ORGANISATION', `“${from.name}”没有所选的工作需要交接，请刷新后重试`);
  const text = moved.filter((one) => one.ids.length).map((one) => `${one.label}${one.ids.length}`);
  const note = input.reason ? `：${input.reason}` : '';
  await audit(tx, me, {
    action: '交接工作',
    subject: subjects.member,
    id: input.id,
    no: from.name,
    before: { 负责人: from.name },
    after: { 负责人: to.name, 交接内容: text.join('、') + note, 单据: moved.flatMap((one) => one.ids) },
  });
  for (const [member, title] of [
    [to, `${from.name}的工作已交接给您`],
    [from, `您的工作已交接给${to.name}`],
  ] as const)
    await tell(tx, me, {
      kind: 'member.handover',
      title,
      body: `${text.join('、')}${note}`,
      link: '/portal/customer/list',
      to: { side: 'account', accountId: member.account_id },
    });
  forgetSessions();
  return { moved: total };
}

/** Why the person may not hand this work on, whoever takes it; empty: they may. All of it or nothing, so that nobody is left with a part unseen. */
async function problemOf(tx: Tx, me: Me, kind: Work, memberId: string): Promise<string> {
  if (kind.namedBy && !holds(me, kind.namedBy.code) && (await kind.count(tx, me, memberId)) > 0) return `您没有“${kind.namedBy.name}”的权限，请由管理员交接`;
  const ids = await kind.customers(tx, me, memberId);
  if (!ids || ids.length === 0) return '';
  if (!holds(me, CUSTOMER_TRANSFER)) return '您没有“转移客户”的权限，请由管理员交接';
  // An order's warehouse may be out of sight where its customer is not.
  const reached = await transferableAmong(tx, me, ids);
  return ids.every((id) => reached.has(id)) && (await kind.count(tx, me, memberId)) === (await kind.seen(tx, me, memberId))
    ? ''
    : '其中有您数据范围以外的，请由管理员交接';
}

/** Of these customers, those the person may give from one salesperson to another. */
async function transferableAmong(tx: Tx, me: Me, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectFrom('customer')
    .select(['customer.id', ...scopedColumns])
    .where('customer.tenant_id', '=', me.tenantId)
    .where('customer.id', 'in', [...ids])
    .execute();
  return new Set(rows.filter((row) => mayHandOn(me.scope ?? null, row)).map((row) => row.id));
}
