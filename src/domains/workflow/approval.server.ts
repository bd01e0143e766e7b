import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { NO_PERMISSION, NO_PERMISSION_MESSAGE, Refusal, refuse } from '~/shared/refusal';
import { blockedBy, type Decision, holderOf } from './approval';
import { type Approval, isDecider, type Opinion, type Ref, type Subject, subjectOf } from './approvalKind.server';
import { type Task, tasksOf, writeDecision } from './approvalStore.server';
import { conclude } from './flowEnd.server';
import { isMine, mineOf, whoseNow } from './flowMine.server';
import { mayTakeBack, running, started } from './flowStart.server';
import { moving, stop } from './flowStep.server';
import { type Flow, type FlowTask, lockFlows, note } from './flowStore.server';
import { type Voice, vote } from './flowVote.server';
import { rulesOf, withdrawRules } from './processTree';

export {
  type Approval,
  type ApprovalForm,
  approvalNamed,
  type Colleagues,
  defineApproval,
  definedApprovals,
  isDecider,
  type Opinion,
  type Ref,
  type SummaryLine,
} from './approvalKind.server';
export { submitDocument } from './flowStart.server';

/** A document whose row is locked, with what hangs on it: whoever decides, hands over or asks does it holding this. */
export interface Held<Doc = unknown, Given extends Opinion = Opinion, Done = unknown> {
  approval: Approval<Doc, Given, Done>;
  doc: Doc;
  subject: Subject;
  tasks: readonly Task[];
  /** Its process on the way, locked; none where it has no process, or came to wait outside of `submitDocument`. */
  flow: Flow | undefined;
}

export async function hold<Doc, Given extends Opinion, Done>(tx: Tx, me: Me, approval: Approval<Doc, Given, Done>, ref: Ref): Promise<Held<Doc, Given, Done>> {
  return (await holding(tx, me, approval, [await approval.lock(tx, me, ref)]))[0] as Held<Doc, Given, Done>;
}

/** Documents the caller has locked, all of one approval. */
export async function holding<Doc, Given extends Opinion, Done>(
  tx: Tx,
  me: Me,
  approval: Approval<Doc, Given, Done>,
  docs: readonly Doc[],
): Promise<Held<Doc, Given, Done>[]> {
  const subjects = docs.map((doc) => subjectOf(approval, doc));
  const ids = subjects.map(({ id }) => id);
  const [flows, tasks] = approval.key ? await Promise.all([lockFlows(tx, me, approval.key, ids), tasksOf(tx, me, ids, approval.type)]) : [[], []];
  return docs.map((doc, index) => {
    const subject = subjects[index] as Subject;
    const flow = flows.find((one) => one.instance.subject_id === subject.id);
    return { approval, doc, subject, tasks: tasks.filter((task) => task.subjectId === subject.id), flow };
  });
}

/** Decides once: whoever comes second finds the row in another state or version. */
export async function decide<Doc, Given extends Opinion, Done>(
  tx: Tx,
  me: Me,
  held: Held<Doc, Given, Done>,
  decision: Decision,
  given: Given,
  now: Date,
): Promise<Done> {
  return (await decideAll(tx, me, [held], decision, given, now))[0] as Done;
}

/** All of these, of one approval, or none. What the process asks others about besides stays as it is, and waits for them. */
export async function decideAll<Doc, Given extends Opinion, Done>(
  tx: Tx,
  me: Me,
  all: readonly Held<Doc, Given, Done>[],
  decision: Decision,
  given: Given,
  now: Date,
  voice?: Voice,
): Promise<Done[]> {
  const votes: (FlowTask | undefined)[] = [];
  for (const held of all) votes.push(await refuseUndecidable(tx, me, held, decision, given, now, voice));
  const done: Done[] = [];
  all[0]?.approval.together?.(
    all.map(({ doc }) => doc),
    decision,
    given,
  );
  for (const [index, held] of all.entries()) {
    const { approval, doc, subject, flow } = held;
    const task = votes[index];
    if (flow && task) done.push(await vote({ tx, me, approval: approval, flow, now }, approval, doc, task, decision, given, voice));
    else {
      if (!approval.on[decision]) throw new Error(`${approval.type} is never decided by ${decision}`);
      done.push(await approval.on[decision](tx, me, doc, given, now));
      await writeDecision(tx, me, subject, now, { action: decision, opinion: given.opinion });
    }
  }
  return done;
}

/** It no longer waits because somebody took it back or ended it, not because it was decided. The caller has locked it. */
export async function withdraw<Doc, Given extends Opinion, Done>(
  tx: Tx,
  me: Me,
  approval: Approval<Doc, Given, Done>,
  doc: Doc,
  opinion: string,
  now: Date,
): Promise<void> {
  const subject = subjectOf(approval, doc);
  if (!approval.key) return writeDecision(tx, me, subject, now, { action: 'WITHDRAW', opinion });
  const [flow] = await lockFlows(tx, me, approval.key, [subject.id]);
  if (flow) await refuseTakingBack(tx, me, flow);
  const on = flow ? moving({ tx, me, approval: approval, flow, now }) : await started(tx, me, approval, doc, {}, now);
  note(on.flow, me, now, { action: 'WITHDRAW', opinion });
  stop(on, 'WITHDRAWN');
  await conclude(on, approval, doc, { opinion } as Given, { opinion });
}

async function refuseTakingBack(tx: Tx, me: Me, { instance, tree }: Flow): Promise<void> {
  if (instance.starter_id === me.accountId && instance.status === 'RUNNING' && !(await mayTakeBack(tx, tree, instance)))
    refuse('BAD_STATE', `${instance.subject_name || instance.title}不能撤回：流程规定${withdrawRules[rulesOf(tree).withdraw]}`);
}

/** A document that was returned goes away instead of being submitted again: its process is over. Nothing where none is open. */
export async function giveUp<Doc, Given extends Opinion, Done>(
  tx: Tx,
  me: Me,
  approval: Approval<Doc, Given, Done>,
  doc: Doc,
  opinion: string,
  now: Date,
): Promise<void> {
  const [flow] = approval.key ? await lockFlows(tx, me, approval.key, [approval.subject(doc).id]) : [];
  if (flow) await withdraw(tx, me, approval, doc, opinion, now);
}

/** Whoever is asked by the process may, and whoever decides this kind of document; the task that is theirs, where a process runs. */
async function refuseUndecidable<Doc, Given extends Opinion, Done>(
  tx: Tx,
  me: Me,
  held: Held<Doc, Given, Done>,
  decision: Decision,
  given: Given,
  now: Date,
  voice: Voice | undefined,
): Promise<FlowTask | undefined> {
  const { approval, doc, subject, tasks } = held;
  refuseOutsiders(me, held);
  approval.mustAllow(doc, decision, given);
  if (approval.key) held.flow = await running(tx, me, approval, doc, held.flow, now);
  const task = held.flow && (voice ? held.flow.tasks.find((one) => one.id === voice.taskId) : mineOf(me, approval, held.flow));
  refuseOthers(me, held, task);
  if (held.flow && !task) refuse('AUDIT_ELSEWHERE', `${subject.name}现在由“${await whoseNow(tx, me, held.flow)}”审批，不在您处`);
  const why = decision === 'PASS' ? blockedBy(tasks.filter((one) => !task || one.runId === task.run_id)) : '';
  if (why) refuse('OPINION_OPEN', `${subject.name}还不能通过：${why}。请等待答复、撤回加签，或驳回`);
  if (!approval.own?.includes(decision)) await refuseSubmitter(tx, me, held, task);
  return task;
}

export function refuseOutsiders<Doc, Given extends Opinion, Done>(me: Me, { approval, flow }: Pick<Held<Doc, Given, Done>, 'approval' | 'flow'>): void {
  if (
    isDecider(me, approval) ||
    flow?.tasks.some((task) => task.assignee_id !== null && task.status === 'PENDING' && task.kind !== 'ADD_BEFORE' && isMine(me, approval, task))
  )
    return;
  throw new Refusal(NO_PERMISSION, NO_PERMISSION_MESSAGE, { reason: 'NO_PERMISSION' });
}

/** Nobody but the colleague who was given the decision, or an administrator, takes it. */
export function refuseOthers(me: Me, { subject, tasks }: Pick<Held, 'subject' | 'tasks'>, mine?: FlowTask): void {
  const given = holderOf(tasks);
  if (mine || !given || isInHands(me, tasks)) return;
  refuse('AUDIT_ELSEWHERE', `${subject.name}的审核已由“${given.giver}”转交给“${given.name}”，请由“${given.name}”或管理员处理`);
}

async function refuseSubmitter<Doc, Given extends Opinion, Done>(tx: Tx, me: Me, held: Held<Doc, Given, Done>, task?: FlowTask): Promise<void> {
  const submitted = await held.approval.submitters?.(tx, me, held.doc);
  if (submitted?.accounts.includes(me.accountId)) refuse('SAME_PERSON', submitted.why);
  if (task?.barred.includes(me.accountId)) refuse('SAME_PERSON', `${held.subject.name}由您提交，须由其他人审批`);
}

/** Whether, as far as it was handed over, the decision is this person's. */
export const isInHands = (me: Me, tasks: readonly Task[]): boolean => me.isAdmin || (holderOf(tasks)?.memberId ?? me.memberId) === me.memberId;
