import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import { accountsFor } from '~/server/authority.server';
import type { Tx } from '~/server/db.server';
import { notFound, refuse, refuseField } from '~/shared/refusal';
import { type AnswerInput, type ApprovalTask, type Ask, answers, holderOf, type Transfer, taskKinds } from './approval';
import { type Approval, type Held, hold, isDecider, isInHands, refuseOthers, refuseOutsiders, subjectOf } from './approval.server';
import { answerTask, endTask, giveTask, type LogEntry, type Subject, type Task, tasksOf, writeLog } from './approvalStore.server';

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
  const [deciders, readers] = [await holders(approval.decide), await holders(kind === 'TRANSFER' ? [] : colleaguesOf(approval).read)];
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

/** The member who hands over or asks: one who may decide a document that waits. */
function giverOf(me: Me, held: Held): string {
  const { approval, doc, subject } = held;
  refuseOutsiders(me, approval);
  const { name, waits } = colleaguesOf(approval).state(doc);
  if (!waits) refuse('BAD_STATE', `${subject.name}当前状态为“${name}”，没有待审核的内容`);
  refuseOthers(me, held);
  return me.memberId ?? notFound('该账号');
}

/** 转交: from now on the colleague decides. Whoever has it may pass it on. */
export async function transfer(tx: Tx, me: Me, held: Held, input: Transfer, now: Date): Promise<void> {
  const { approval, doc, subject, tasks } = held;
  const giver = giverOf(me, held);
  const had = holderOf(tasks);
  const to = (await colleagues(tx, me, approval, subject, 'TRANSFER')).find((one) => one.id === input.memberId);
  if (!to) refuseField('memberId', `请选择有审核权限、且能看到该${colleaguesOf(approval).noun}的同事`);
  if (had?.memberId === to.id) refuseField('memberId', `${subject.name}的审核已在“${to.name}”处`);
  if ((await submittersOf(tx, me, approval, doc)).includes(to.accountId)) refuseField('memberId', `${subject.name}由“${to.name}”提交，须由其他人审核`);
  if (had) await endTask(tx, me, had.id, 'PASSED_ON', now);
  await giveTask(tx, me, subject, now, { kind: 'TRANSFER', giver_id: giver, member_id: to.id, words: input.reason, passed_from: had?.id ?? null });
  await written(tx, me, held, now, { action: 'TRANSFER', about: to.name, opinion: input.reason }, ['转交审核', `转交给${to.name}`, input.reason]);
  await colleaguesOf(approval).tell(tx, me, doc, to, 'transferred', { note: input.reason });
  if (had && had.memberId !== giver)
    await colleaguesOf(approval).tell(tx, me, doc, { ...had, reads: false }, 'recalled', { what: '审核', note: `已转交给${to.name}` });
}

/** 加签: passing waits for these colleagues. Whoever is asked again answers anew. */
export async function askOpinions(tx: Tx, me: Me, held: Held, input: Ask, now: Date): Promise<void> {
  const { approval, doc, subject, tasks } = held;
  const giver = giverOf(me, held);
  const people = await colleagues(tx, me, approval, subject, 'OPINION');
  const asked = [...new Set(input.memberIds)].map(
    (id) => people.find((one) => one.id === id) ?? refuseField('memberIds', `请选择能看到该${colleaguesOf(approval).noun}的同事，不能选择自己`),
  );
  const open = tasks.filter((task) => task.kind === 'OPINION' && !task.ended);
  const again = open.find((task) => !task.answer && asked.some((one) => one.id === task.memberId));
  if (again) refuseField('memberIds', `“${again.name}”尚未答复${subject.name}的上一次加签`);
  for (const person of asked) {
    for (const task of open) if (task.memberId === person.id) await endTask(tx, me, task.id, 'ASKED_AGAIN', now);
    await giveTask(tx, me, subject, now, { kind: 'OPINION', giver_id: giver, member_id: person.id, words: input.question });
    await colleaguesOf(approval).tell(tx, me, doc, person, 'opinion', { note: input.question });
  }
  const names = asked.map((one) => one.name).join('、');
  await written(tx, me, held, now, { action: 'ASK', about: names, opinion: input.question }, ['加签', `请${names}加签`, input.question]);
}

/** The answer of the colleague who was asked; told to who asked and to who decides. */
export async function answerOpinion<Doc>(tx: Tx, me: Me, of: readonly Approval<Doc>[], input: AnswerInput, now: Date): Promise<Doc> {
  const { held, task } = await holdTask(tx, me, of, input.id);
  const { approval, doc, subject, tasks } = held;
  if (task.kind !== 'OPINION') refuse('BAD_STATE', `${subject.name}是转交给“${task.name}”审核的，请直接通过或驳回`);
  if (task.memberId !== me.memberId) refuse('AUDIT_ELSEWHERE', `${subject.name}的加签请“${task.name}”答复，不能由他人代答`);
  if (task.ended || task.answer) refuse('BAD_STATE', task.answer ? `您已答复过${subject.name}的加签` : `${subject.name}的加签已撤回或已结束，无需答复`);
  await answerTask(tx, me, task.id, input.answer, input.reply, now);
  const said = answers[input.answer];
  await written(tx, me, held, now, { action: 'ANSWER', about: said, opinion: input.reply }, ['加签答复', said, input.reply]);
  const told = new Set([await accountOf(tx, me, task.giverId), holderOf(tasks)?.accountId ?? null]);
  for (const accountId of told)
    if (accountId && accountId !== me.accountId)
      await colleaguesOf(approval).tell(tx, me, doc, { accountId, reads: false }, 'answered', { what: said, note: input.reply });
  return doc;
}

/** 收回转交 gives the decision back to where it was before; 撤回加签 lets the document pass without that colleague. */
export async function takeBackTask<Doc>(tx: Tx, me: Me, of: readonly Approval<Doc>[], input: { id: string }, now: Date): Promise<Doc> {
  const { held, task } = await holdTask(tx, me, of, input.id);
  const { approval, doc, subject, tasks } = held;
  refuseOutsiders(me, approval);
  if (task.ended) refuse('BAD_STATE', `${subject.name}的这次${taskKinds[task.kind]}已结束，请刷新后查看`);
  if (task.kind === 'TRANSFER' && !mayRecall(me, task)) refuse('AUDIT_ELSEWHERE', `${subject.name}由“${task.giver}”转交，只能由“${task.giver}”或管理员收回`);
  if (task.kind === 'OPINION') await refuseSettingAside(tx, me, held);
  await endTask(tx, me, task.id, 'TAKEN_BACK', now);
  const before = tasks.find((one) => one.id === task.passedFrom);
  if (before) await endTask(tx, me, before.id, null, now);
  const what = task.kind === 'TRANSFER' ? '收回转交' : '撤回加签';
  await written(tx, me, held, now, { action: 'TAKE_BACK', about: task.name, opinion: what }, [what, task.name, before ? `审核回到${before.name}` : '']);
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

/** The task with its document locked, as it stands under that lock; tasks of other approvals are as if missing. */
async function holdTask<Doc>(tx: Tx, me: Me, of: readonly Approval<Doc>[], id: string): Promise<{ held: Held<Doc>; task: Task }> {
  const found = await tx
    .selectFrom('approval_task')
    .select(['subject_type', 'subject_id'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', id)
    .executeTakeFirst();
  const approval = of.find((one) => one.type === found?.subject_type);
  if (!found || !approval) return notFound();
  const held = await hold(tx, me, approval, { id: found.subject_id });
  const task = held.tasks.find((one) => one.id === id);
  return task ? { held, task } : notFound();
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
async function written(tx: Tx, me: Me, { approval, doc, subject }: Held, now: Date, entry: LogEntry, [action, ...words]: [string, ...string[]]): Promise<void> {
  await writeLog(tx, me, subject, now, entry);
  await colleaguesOf(approval).record(tx, me, doc, now, action, words.filter(Boolean).join('：'));
}

/** How the decision stands for the reader of a document, with the tasks of all its approvals. */
export async function approvalState(tx: Tx, me: Me, approval: Approval, id: string) {
  const tasks = await tasksOf(tx, me, [id]);
  const mayDecide = isDecider(me, approval) && isInHands(me, tasks);
  return {
    mayDecide,
    tasks: tasks.map((task) => ({
      ...task,
      mine: task.memberId === me.memberId,
      mayEnd: !task.ended && isDecider(me, approval) && (task.kind === 'TRANSFER' ? mayRecall(me, task) : mayDecide),
    })),
  };
}
