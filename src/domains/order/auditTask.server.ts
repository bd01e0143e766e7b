import { sql } from 'kysely';
import { baseConfigOf } from '~/domains/settings/baseConfig.server';
import type { Me } from '~/portal/me';
import { ORDER_AUDIT, ORDER_MANAGE } from '~/portal/permissions';
import { accountsFor } from '~/server/authority.server';
import type { Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { notFound, refuse, refuseField } from '~/shared/refusal';
import { type AnswerInput, type AskInput, type AuditTask, answers, blockedBy, holderOf, type TransferInput, taskKinds } from './auditTask';
import { endTask, type Task, tasksOf } from './auditTaskStore.server';
import { makersOfChange, makersOfOrder } from './makers';
import { tellColleague } from './notices.server';
import { orderStates } from './order';
import { linesOf, lockOrder, type Order, record, titleOf } from './store.server';

type Kind = AuditTask['kind'];
/** Whoever may open the order may be asked; handing it over takes somebody who may audit. */
const codesFor = { TRANSFER: [ORDER_AUDIT], OPINION: [ORDER_MANAGE, ORDER_AUDIT] } as const;
interface Colleague {
  id: string;
  name: string;
  jobTitle: string;
  accountId: string;
  /** Where they may open the order. */
  page: 'audit' | 'detail';
}

/** Nobody but the colleague who was given the audit, or an administrator, decides it. */
export function refuseOthers(me: Me, order: Pick<Order, 'no'>, tasks: readonly Task[]): void {
  const held = holderOf(tasks);
  if (!held || mayDecide(me, tasks)) return;
  refuse('AUDIT_ELSEWHERE', `${titleOf(order)}的审核已由“${held.giver}”转交给“${held.name}”，请由“${held.name}”或管理员处理`);
}
export const mayDecide = (me: Me, tasks: readonly Task[]): boolean => me.isAdmin || (holderOf(tasks)?.memberId ?? me.memberId) === me.memberId;

/** Refuses whoever may not decide; passing waits for the colleagues asked, and for a disagreement to be settled. */
export async function refuseUndecidable(tx: Tx, me: Me, order: Order, pass: boolean): Promise<void> {
  const tasks = await tasksOf(tx, me, order.id);
  refuseOthers(me, order, tasks);
  const why = pass ? blockedBy(tasks) : '';
  if (why) refuse('OPINION_OPEN', `${titleOf(order)}还不能通过：${why}。请等待答复、撤回加签，或驳回`);
}

/** The locked order while something of it waits for audit, with its tasks, for whoever may decide. */
async function lockWaiting(tx: Tx, me: Me, ref: { id: string; rowVersion?: number }): Promise<{ order: Order; tasks: Task[]; memberId: string }> {
  const order = await lockOrder(tx, me, ref);
  if (!isAudited(order)) refuse('BAD_STATE', `${titleOf(order)}当前状态为“${orderStates[order.status]}”，没有待审核的内容`);
  return { order, tasks: await tasksOf(tx, me, order.id), memberId: me.memberId ?? notFound('该账号') };
}
const isAudited = (order: Pick<Order, 'status' | 'pending_version_id'>): boolean => order.status === 'PENDING_AUDIT' || order.pending_version_id !== null;

/** Colleagues who may be given the audit of this order, or be asked about it. */
export async function colleaguesFor(tx: Tx, me: Me, input: { id: string; kind: Kind }) {
  const order = await tx.selectFrom('sales_order').selectAll().where('tenant_id', '=', me.tenantId).where('id', '=', input.id).executeTakeFirst();
  if (!order) return notFound();
  const barred = input.kind === 'TRANSFER' ? await makersOf(tx, me, order) : [];
  const members = await colleagues(tx, me, order, input.kind);
  return { members: members.filter((one) => !barred.includes(one.accountId)) };
}

type About = Pick<Order, 'id' | 'customer_id' | 'warehouse_id'>;
async function colleagues(tx: Tx, me: Me, order: About, kind: Kind): Promise<Colleague[]> {
  const about = { customerId: order.customer_id, warehouseId: order.warehouse_id };
  const accounts: Record<string, string[]> = {};
  for (const code of codesFor[kind]) accounts[code] = await accountsFor(tx, me.tenantId, code, about);
  const members = await tx
    .selectFrom('member')
    .select(['id', 'name', 'job_title as jobTitle', 'account_id as accountId'])
    .where('tenant_id', '=', me.tenantId)
    .where('status', '=', 'ACTIVE')
    .where('account_id', '=', sql<string>`any(${Object.values(accounts).flat()}::uuid[])`)
    .where('account_id', '<>', me.accountId)
    .orderBy('name')
    .orderBy('id')
    .execute();
  return members.map((one) => ({ ...one, page: accounts[ORDER_MANAGE]?.includes(one.accountId) ? 'detail' : 'audit' }));
}

/** Accounts that made what is audited, where another person must decide it. */
async function makersOf(tx: Tx, me: Me, order: Pick<Order, 'id' | 'created_by' | 'submitted_by' | 'pending_version_id'>): Promise<string[]> {
  const config = await baseConfigOf(tx, me);
  if (order.pending_version_id) {
    const pending = await tx
      .selectFrom('order_version')
      .select('created_by')
      .where('tenant_id', '=', me.tenantId)
      .where('id', '=', order.pending_version_id)
      .executeTakeFirstOrThrow();
    return makersOfChange(pending, config);
  }
  return makersOfOrder(order, await linesOf(tx, me, [order.id]), config);
}

/** 转交: from now on the colleague decides. Whoever has it may pass it on. */
export async function transferAudit(tx: Tx, me: Me, input: TransferInput, now: Date) {
  const { order, tasks, memberId } = await lockWaiting(tx, me, input);
  refuseOthers(me, order, tasks);
  const held = holderOf(tasks);
  const to = (await colleagues(tx, me, order, 'TRANSFER')).find((one) => one.id === input.memberId);
  if (!to) refuseField('memberId', '请选择有审核权限、且能看到该订单的同事');
  if (held?.memberId === to.id) refuseField('memberId', `${titleOf(order)}的审核已在“${to.name}”处`);
  if ((await makersOf(tx, me, order)).includes(to.accountId)) refuseField('memberId', `${titleOf(order)}由“${to.name}”提交，须由其他人审核`);
  if (held) await endTask(tx, me, held.id, 'PASSED_ON', now);
  await give(tx, me, order, now, { kind: 'TRANSFER', giver_id: memberId, member_id: to.id, words: input.reason, passed_from: held?.id ?? null });
  await record(tx, me, order, now, internal(order, '转交审核', [`转交给${to.name}`, input.reason]));
  await tellColleague(tx, me, order, { accountId: to.accountId }, 'transferred', { note: input.reason });
  if (held && held.memberId !== memberId) await tellColleague(tx, me, order, held, 'recalled', { what: '审核', note: `已转交给${to.name}` });
  return doneOf(order);
}

/** 加签: passing waits for these colleagues. Whoever is asked again answers anew. */
export async function askOpinions(tx: Tx, me: Me, input: AskInput, now: Date) {
  const { order, tasks, memberId } = await lockWaiting(tx, me, input);
  refuseOthers(me, order, tasks);
  const people = await colleagues(tx, me, order, 'OPINION');
  const asked = [...new Set(input.memberIds)].map(
    (id) => people.find((one) => one.id === id) ?? refuseField('memberIds', '请选择能看到该订单的同事，不能选择自己'),
  );
  const open = tasks.filter((task) => task.kind === 'OPINION' && !task.ended);
  const again = open.find((task) => !task.answer && asked.some((one) => one.id === task.memberId));
  if (again) refuseField('memberIds', `“${again.name}”尚未答复${titleOf(order)}的上一次加签`);
  for (const person of asked) {
    for (const task of open) if (task.memberId === person.id) await endTask(tx, me, task.id, 'ASKED_AGAIN', now);
    await give(tx, me, order, now, { kind: 'OPINION', giver_id: memberId, member_id: person.id, words: input.question });
    await tellColleague(tx, me, order, person, 'opinion', { note: input.question });
  }
  await record(tx, me, order, now, internal(order, '加签', [`请${asked.map((one) => one.name).join('、')}加签`, input.question]));
  return doneOf(order);
}

/** The answer of the colleague who was asked; told to who asked and to who decides. */
export async function answerOpinion(tx: Tx, me: Me, input: AnswerInput, now: Date) {
  const { order, tasks, task } = await lockTask(tx, me, input.id);
  if (task.kind !== 'OPINION') refuse('BAD_STATE', `${titleOf(order)}是转交给“${task.name}”审核的，请直接通过或驳回`);
  if (task.memberId !== me.memberId) refuse('AUDIT_ELSEWHERE', `${titleOf(order)}的加签请“${task.name}”答复，不能由他人代答`);
  if (task.ended || task.answer) refuse('BAD_STATE', task.answer ? `您已答复过${titleOf(order)}的加签` : `${titleOf(order)}的加签已撤回或已结束，无需答复`);
  await tx
    .updateTable('order_audit_task')
    .set({ answer: input.answer, reply: input.reply, answered_at: now })
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', task.id)
    .execute();
  await record(tx, me, order, now, internal(order, '加签答复', [answers[input.answer], input.reply]));
  const told = new Set([await accountOf(tx, me, task.giverId), holderOf(tasks)?.accountId ?? null]);
  for (const accountId of told)
    if (accountId && accountId !== me.accountId)
      await tellColleague(tx, me, order, { accountId }, 'answered', { what: answers[input.answer], note: input.reply });
  return doneOf(order);
}

/** 收回转交 gives the audit back to where it was before; 撤回加签 lets the order pass without that colleague. */
export async function takeBackTask(tx: Tx, me: Me, input: { id: string }, now: Date) {
  const { order, tasks, task } = await lockTask(tx, me, input.id);
  if (task.ended) refuse('BAD_STATE', `${titleOf(order)}的这次${taskKinds[task.kind]}已结束，请刷新后查看`);
  if (task.kind === 'TRANSFER' && !mayTakeBack(me, task))
    refuse('AUDIT_ELSEWHERE', `${titleOf(order)}由“${task.giver}”转交，只能由“${task.giver}”或管理员收回`);
  if (task.kind === 'OPINION') await refuseMaker(tx, me, order, tasks);
  await endTask(tx, me, task.id, 'TAKEN_BACK', now);
  const before = tasks.find((one) => one.id === task.passedFrom);
  if (before) await endTask(tx, me, before.id, null, now);
  const what = task.kind === 'TRANSFER' ? '收回转交' : '撤回加签';
  await record(tx, me, order, now, internal(order, what, [task.name, before ? `审核回到${before.name}` : '']));
  if (!task.answer && task.accountId !== me.accountId)
    await tellColleague(tx, me, order, { ...task, page: task.kind === 'TRANSFER' ? 'audit' : 'detail' }, 'recalled', {
      what: task.kind === 'TRANSFER' ? '审核' : '加签',
      note: '',
    });
  return doneOf(order);
}
export const mayTakeBack = (me: Me, task: Task): boolean => me.isAdmin || task.giverId === me.memberId;

/** Whoever may not pass the order may not set a colleague's opinion on it aside either. */
async function refuseMaker(tx: Tx, me: Me, order: Order, tasks: readonly Task[]): Promise<void> {
  refuseOthers(me, order, tasks);
  if ((await makersOf(tx, me, order)).includes(me.accountId)) refuse('SAME_PERSON', `${titleOf(order)}由您提交，加签须由审核人撤回`);
}

/** The task with its order locked, as it stands under that lock. */
async function lockTask(tx: Tx, me: Me, id: string) {
  const found = await tx.selectFrom('order_audit_task').select('order_id').where('tenant_id', '=', me.tenantId).where('id', '=', id).executeTakeFirst();
  if (!found) return notFound();
  const order = await lockOrder(tx, me, { id: found.order_id });
  const tasks = await tasksOf(tx, me, order.id);
  const task = tasks.find((one) => one.id === id);
  return task ? { order, tasks, task } : notFound();
}

interface Given {
  kind: Kind;
  giver_id: string;
  member_id: string;
  words: string;
  passed_from?: string | null;
}
async function give(tx: Tx, me: Me, order: Order, now: Date, task: Given): Promise<void> {
  const row = { ...task, tenant_id: me.tenantId, id: newId(), order_id: order.id, customer_id: order.customer_id, giver: me.name, given_at: now };
  await tx.insertInto('order_audit_task').values(row).execute();
}

async function accountOf(tx: Tx, me: Me, memberId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('member')
    .select('account_id')
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', memberId)
    .where('status', '=', 'ACTIVE')
    .executeTakeFirst();
  return row?.account_id ?? null;
}

/** An entry of the order's log the customer does not see. */
const internal = (order: Order, action: string, words: readonly string[]) => ({
  action,
  from: order.status,
  to: order.status,
  note: words.filter(Boolean).join('：'),
  payload: { internal: true },
});
const doneOf = (order: Order) => ({ id: order.id, no: order.no ?? '', status: order.status, rowVersion: order.row_version });

/** How the audit stands for the reader. */
export async function auditStateOf(tx: Tx, me: Me, order: Pick<Order, 'id'>) {
  const tasks = await tasksOf(tx, me, order.id);
  const decides = me.permissions.has(ORDER_AUDIT) && mayDecide(me, tasks);
  return {
    mayDecide: decides,
    tasks: tasks.map((task) => ({
      ...task,
      mine: task.memberId === me.memberId,
      mayEnd: !task.ended && me.permissions.has(ORDER_AUDIT) && (task.kind === 'TRANSFER' ? mayTakeBack(me, task) : decides),
    })),
  };
}
