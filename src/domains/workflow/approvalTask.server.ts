import { sql } from 'kysely';
import { actorName, type Me } from '~/portal/me';
import { accountsFor } from '~/server/authority.server';
import type { Tx } from '~/server/db.server';
import { notFound, refuse, refuseField } from '~/shared/refusal';
import { answers, holderOf, isWaiting, taskKinds } from './approval';
import type { AnswerInput, ApprovalTask, Ask, Transfer } from './approval.schema';
import { type Approval, type Held, hold, isDecider, refuseOthers, refuseOutsiders } from './approval.server';
import { type Subject, subjectOf } from './approvalKind.server';
import { type Task, tasksOf } from './approvalStore.server';
import { conclude } from './flowEnd.server';
import { askBefore, handOver, setAside, takeBack } from './flowHands.server';
import { isLeftToAdmin, isMine, mineOf } from './flowMine.server';
import { keyOf, running } from './flowStart.server';
import { moving } from './flowStep.server';
import { change, type Entry, type Flow, type FlowTask, lockFlow, note } from './flowStore.server';

type Kind = ApprovalTask['kind'];
interface Colleague {
  id: string;
  name: string;
  jobTitle: string;
  accountId: string;
  reads: boolean;
}

const colleaguesOf = ({ type, colleagues: about }: Approval) => {
  if (!about) throw new Error(`${type} is decided without colleagues`);
  return about;
};
const submittersOf = async (tx: Tx, me: Me, approval: Approval, doc: unknown) => (await approval.submitters?.(tx, me, doc))?.accounts ?? [];

/** Colleagues who may be given the decision on this document, or be asked about it. */
export async function colleaguesFor(tx: Tx, me: Me, approval: Approval, doc: unknown, kind: Kind) {
  const barred = kind === 'TRANSFER' ? await submittersOf(tx, me, approval, doc) : [];
  const members = await colleagues(tx, me, approval, subjectOf(approval, doc), kind);
  return { members: members.filter((one) => !barred.includes(one.accountId)) };
}

/** Handing over takes somebody who may decide; whoever may open the document may be asked. */
async function colleagues(tx: Tx, me: Me, approval: Approval, subject: Subject, kind: Kind): Promise<Colleague[]> {
  const about = { customerId: subject.customerId ?? undefined, warehouseId: subject.warehouseId };
  const holders = async (codes: readonly string[]) => {
    const accounts: string[] = [];
    for (const code of codes) accounts.push(...(await accountsFor(tx, me.tenantId, code, about)));
    return new Set(accounts);
  };
  const [deciders, readers] = [await holders(approval.decide), await holders(kind === 'TRANSFER' ? [] : (approval.colleagues?.read ?? []))];
  const members = await tx
    .selectFrom('member')
    .select(['id', 'name', 'job_title as jobTitle', 'account_id as accountId'])
    .where('tenant_id', '=', me.tenantId)
    .where('status', '=', 'ACTIVE')
    .where('account_id', '=', sql<string>`any(${[...deciders, ...readers]}::uuid[])`)
    .where('account_id', '<>', me.accountId)
    .orderBy('name')
    .orderBy('id')
    .execute();
  return members.map((one) => ({ ...one, reads: readers.has(one.accountId) }));
}

/** The task somebody hands over or asks about: theirs, of a document that waits. */
async function inHands(tx: Tx, me: Me, held: Held, now: Date): Promise<{ flow: Flow; task: FlowTask }> {
  const { approval, doc, subject } = held;
  refuseOutsiders(me, held);
  const { name, waits } = colleaguesOf(approval).state(doc);
  if (!waits) refuse('BAD_STATE', `${subject.name}当前状态为“${name}”，没有待审核的内容`);
  const flow = await running(tx, me, approval, doc, held.flow, now);
  const task = mineOf(me, approval, flow);
  refuseOthers(me, held, task);
  if (!me.memberId) notFound('该账号');
  return { flow, task: task ?? refuse('AUDIT_ELSEWHERE', `${subject.name}现在不在您处审批`) };
}

/** 转交: from now on the colleague decides. Whoever has it may pass it on. */
export async function transfer(tx: Tx, me: Me, held: Held, input: Transfer, now: Date): Promise<void> {
  const { approval, doc, subject, tasks } = held;
  const { flow, task } = await inHands(tx, me, held, now);
  const had = holderOf(tasks);
  const to = (await colleagues(tx, me, approval, subject, 'TRANSFER')).find((one) => one.id === input.memberId);
  if (!to) refuseField('memberId', `请选择有审核权限、且能看到该${colleaguesOf(approval).noun}的同事`);
  if (task.assignee_id === to.id) refuseField('memberId', `${subject.name}的审核已在“${to.name}”处`);
  if ((await submittersOf(tx, me, approval, doc)).includes(to.accountId)) refuseField('memberId', `${subject.name}由“${to.name}”提交，须由其他人审核`);
  handOver({ flow, me, now }, task, to, input.reason);
  await written(tx, me, held, flow, now, { action: 'TRANSFER', task, about: to.name, opinion: input.reason }, ['转交审核', `转交给${to.name}`, input.reason]);
  await colleaguesOf(approval).tell(tx, me, doc, to, 'transferred', { note: input.reason });
  if (had && had.memberId !== me.memberId)
    await colleaguesOf(approval).tell(tx, me, doc, { ...had, reads: false }, 'recalled', { what: '审核', note: `已转交给${to.name}` });
}

/** 加签: passing waits for these colleagues. Whoever is asked again answers anew. */
export async function askOpinions(tx: Tx, me: Me, held: Held, input: Ask, now: Date): Promise<void> {
  const { approval, doc, subject, tasks } = held;
  const { flow, task } = await inHands(tx, me, held, now);
  const people = await colleagues(tx, me, approval, subject, 'OPINION');
  const asked = [...new Set(input.memberIds)].map(
    (id) => people.find((one) => one.id === id) ?? refuseField('memberIds', `请选择能看到该${colleaguesOf(approval).noun}的同事，不能选择自己`),
  );
  const again = tasks.find((one) => one.kind === 'OPINION' && isWaiting(one) && asked.some((person) => person.id === one.memberId));
  if (again) refuseField('memberIds', `“${again.name}”尚未答复${subject.name}的上一次加签`);
  askBefore({ flow, me, now }, task, asked, input.question);
  for (const person of asked) await colleaguesOf(approval).tell(tx, me, doc, person, 'opinion', { note: input.question });
  const names = asked.map((one) => one.name).join('、');
  await written(tx, me, held, flow, now, { action: 'ADD_BEFORE', task, about: names, opinion: input.question }, ['加签', `请${names}加签`, input.question]);
}

/** The answer of the colleague who was asked; told to who asked and to who decides. */
export async function answerOpinion<Doc>(tx: Tx, me: Me, of: readonly Approval<Doc>[], input: AnswerInput, now: Date): Promise<Doc> {
  const { held, task, row, flow } = await holdTask(tx, me, of, input.id);
  const { approval, doc, subject, tasks } = held;
  if (task.kind !== 'OPINION') refuse('BAD_STATE', `${subject.name}是转交给“${task.name}”审核的，请直接通过或驳回`);
  if (task.memberId !== me.memberId) refuse('AUDIT_ELSEWHERE', `${subject.name}的加签请“${task.name}”答复，不能由他人代答`);
  if (task.ended || task.answer) refuse('BAD_STATE', task.answer ? `您已答复过${subject.name}的加签` : `${subject.name}的加签已撤回或已结束，无需答复`);
  const status = input.answer === 'AGREE' ? 'APPROVED' : 'REJECTED';
  change(flow, row, { status, opinion: input.reply, acted_at: now, acted_by: me.accountId, actor: actorName(me) });
  const said = answers[input.answer];
  await written(tx, me, held, flow, now, { action: 'ANSWER', task: row, about: said, opinion: input.reply }, ['加签答复', said, input.reply]);
  const told = new Set([await accountOf(tx, me, task.giverId), holderOf(tasks)?.accountId ?? null]);
  for (const accountId of told)
    if (accountId && accountId !== me.accountId)
      await colleaguesOf(approval).tell(tx, me, doc, { accountId, reads: false }, 'answered', { what: said, note: input.reply });
  return doc;
}

/** 收回转交 gives the decision back to where it was before; 撤回加签 lets the document pass without that colleague. */
export async function takeBackTask<Doc>(tx: Tx, me: Me, of: readonly Approval<Doc>[], input: { id: string }, now: Date): Promise<Doc> {
  const { held, task, row, flow } = await holdTask(tx, me, of, input.id);
  const { approval, doc, subject, tasks } = held;
  refuseOutsiders(me, held);
  if (task.ended) refuse('BAD_STATE', `${subject.name}的这次${taskKinds[task.kind]}已结束，请刷新后查看`);
  if (task.kind === 'TRANSFER' && !mayRecall(me, task)) refuse('AUDIT_ELSEWHERE', `${subject.name}由“${task.giver}”转交，只能由“${task.giver}”或管理员收回`);
  if (task.kind === 'OPINION') await refuseSettingAside(tx, me, held);
  await (task.kind === 'OPINION' ? setAside : takeBack)(moving({ tx, me, approval, flow, now }), row);
  const before = tasks.find((one) => one.id === task.passedFrom);
  const what = task.kind === 'TRANSFER' ? '收回转交' : '撤回加签';
  const said: [string, ...string[]] = [what, task.name, before ? `审核回到${before.name}` : ''];
  await written(tx, me, held, flow, now, { action: 'TAKE_BACK', task: row, about: task.name, opinion: what }, said);
  if (!task.answer && task.accountId !== me.accountId)
    await colleaguesOf(approval).tell(tx, me, doc, { accountId: task.accountId, reads: task.kind === 'OPINION' }, 'recalled', {
      what: task.kind === 'TRANSFER' ? '审核' : '加签',
      note: '',
    });
  return doc;
}
const mayRecall = (me: Me, task: Task): boolean => me.isAdmin || task.giverId === me.memberId;

/** Whoever may not pass the document may not set a colleague's opinion on it aside either. */
async function refuseSettingAside(tx: Tx, me: Me, held: Held): Promise<void> {
  refuseOthers(me, held);
  if ((await submittersOf(tx, me, held.approval, held.doc)).includes(me.accountId)) refuse('SAME_PERSON', `${held.subject.name}由您提交，加签须由审核人撤回`);
}

/** The task with its document and its flow locked, as it stands under that lock; tasks of other approvals are as if missing. */
async function holdTask<Doc>(tx: Tx, me: Me, of: readonly Approval<Doc>[], id: string): Promise<{ held: Held<Doc>; task: Task; row: FlowTask; flow: Flow }> {
  const found = await tx
    .selectFrom('wf_task')
    .select(['subject_type', 'subject_id', 'instance_id'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', id)
    .executeTakeFirst();
  const approval = of.find((one) => one.type === found?.subject_type);
  if (!found || !approval) return notFound();
  const held = await hold(tx, me, approval, { id: found.subject_id });
  const task = held.tasks.find((one) => one.id === id) ?? notFound();
  const flow = held.flow?.instance.id === found.instance_id ? held.flow : await lockFlow(tx, me, found.instance_id);
  const row = flow?.tasks.find((one) => one.id === id);
  return flow && row ? { held, task, row, flow } : notFound();
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

/** In the log of decisions, and in the document's own as people know it. */
async function written(tx: Tx, me: Me, held: Held, flow: Flow, now: Date, entry: Entry, [action, ...words]: [string, ...string[]]): Promise<void> {
  const { approval, doc } = held;
  note(flow, me, now, entry);
  await conclude(moving({ tx, me, approval, flow, now }), approval, doc, { opinion: '' }, { opinion: '', quiet: true });
  await colleaguesOf(approval).record(tx, me, doc, now, action, words.filter(Boolean).join('：'));
}

/** How the decision stands for the reader of a document, with the tasks of all its approvals. */
export async function approvalState(tx: Tx, me: Me, approval: Approval, id: string) {
  const [tasks, asked] = await Promise.all([tasksOf(tx, me, [id]), askedNow(tx, me, approval, id)]);
  const mine = asked.some((task) => isMine(me, approval, task) || isLeftToAdmin(me, task));
  const mayDecide = asked.length ? mine : isDecider(me, approval);
  return {
    mayDecide,
    tasks: tasks.map((task) => ({
      ...task,
      mine: task.memberId === me.memberId,
      mayEnd: !task.ended && isDecider(me, approval) && (task.kind === 'TRANSFER' ? mayRecall(me, task) : mayDecide),
    })),
  };
}
const askedNow = (tx: Tx, me: Me, approval: Approval, id: string) =>
  tx
    .selectFrom('wf_task as task')
    .innerJoin('wf_instance as i', (on) => on.onRef('i.tenant_id', '=', 'task.tenant_id').onRef('i.id', '=', 'task.instance_id'))
    .select(['task.assignee_id', 'task.pool', 'task.kind', 'task.giver_id'])
    .where('i.tenant_id', '=', me.tenantId)
    .where('i.subject_id', '=', id)
    .where('i.key', '=', keyOf(approval))
    .where('i.ended_at', 'is', null)
    .where('task.status', '=', 'PENDING')
    .where('task.kind', 'not in', ['ADD_BEFORE', 'CC'])
    .execute();
