import { holdsAny, isDealer, type Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { NO_PERMISSION, NO_PERMISSION_MESSAGE, notFound, Refusal, refuse } from '~/shared/refusal';
import { blockedBy, type Decision, holderOf } from './approval';
import { closeRound, type Subject, type Task, tasksOf } from './approvalStore.server';

/** What everybody who decides brings: a word on it. A document may ask for more. */
export interface Opinion {
  opinion: string;
}
export interface Ref {
  id: string;
  version?: number | undefined;
}
/** What a colleague is told: 转交, 加签, an answer, or that it is no longer asked. */
export type Told = 'transferred' | 'opinion' | 'answered' | 'recalled';

/** Who may not decide because they made or submitted it, and the sentence they read then. */
export interface Submitters {
  accounts: readonly (string | null)[];
  why: string;
}

interface Decided<Doc, Given, Done> {
  PASS(tx: Tx, me: Me, doc: Doc, given: Given, now: Date): Promise<Done>;
  REJECT?(tx: Tx, me: Me, doc: Doc, given: Given, now: Date): Promise<Done>;
  RETURN?(tx: Tx, me: Me, doc: Doc, given: Given, now: Date): Promise<Done>;
}

/** What 转交 and 加签 need of a document; one without it is decided by whoever may, and nobody else is asked. */
export interface Colleagues<Doc = unknown> {
  /** 订单. */
  noun: string;
  /** A member who holds one of these may open the document: they may be asked, as may whoever decides. */
  read: readonly string[];
  /** Where it stands in words, and whether that is waiting for this decision. */
  state(doc: Doc): { name: string; waits: boolean };
  /** Writes what colleagues did of it into the document's own log. */
  record(tx: Tx, me: Me, doc: Doc, now: Date, action: string, note: string): Promise<void>;
  /** Tells one colleague; `reads` is whether they can open the document itself, and not only the page where it is decided. */
  tell(tx: Tx, me: Me, doc: Doc, to: { accountId: string; reads: boolean }, what: Told, words: { what?: string; note: string }): Promise<void>;
}

/** A to-do of everybody who sees such documents: how many of them wait. The count is that of the list it leads to. */
export interface Waiting {
  key: string;
  title: string;
  href: string;
  /** Whoever holds it sees the list. */
  see: string;
  /** Selects the ids of the documents that wait, as this person sees them. */
  rows(tx: Tx, me: Me): unknown;
}

/**
 * What is decided by somebody else than its maker: one definition a kind of decision, made where its domain registers its calls.
 * The document keeps its state; tasks and the log hang on `subject`. Everything below runs in the transaction of the click.
 */
export interface Approval<Doc = unknown, Given extends Opinion = Opinion, Done = unknown> {
  /** The subject type of its tasks and its log. */
  type: string;
  /** What people call it: 订单审核. */
  title: string;
  /** A member who holds one of these decides. */
  decide: readonly string[];
  /** The document with its row locked, refusing what is missing or changed since `ref.version`. */
  lock(tx: Tx, me: Me, ref: Ref): Promise<Doc>;
  subject(doc: Doc): Omit<Subject, 'type'>;
  /** Refuses a decision its state does not allow, or that says too little. */
  mustAllow(doc: Doc, decision: Decision, given: Given): void;
  /** None: whoever may decide decides their own, too. */
  submitters?(tx: Tx, me: Me, doc: Doc): Promise<Submitters>;
  /** What submitters may decide of their own all the same. */
  own?: readonly Decision[];
  /** Refuses what must hold of all that is decided at once. */
  together?(docs: readonly Doc[], decision: Decision, given: Given): void;
  /** What each decision does to the document; one it does not name cannot be taken. */
  on: Decided<Doc, Given, Done>;
  colleagues?: Colleagues<Doc>;
  waiting?: Waiting;
}

const shared = globalThis as { portalApprovals?: Map<string, Approval> };
shared.portalApprovals ??= new Map();
const approvals = shared.portalApprovals;

export function defineApproval<Doc, Given extends Opinion, Done>(approval: Approval<Doc, Given, Done>): Approval<Doc, Given, Done> {
  approvals.set(approval.type, approval);
  return approval;
}
export const approvalNamed = (type: string): Approval => approvals.get(type) ?? notFound();

/** A document whose row is locked, with what hangs on it: whoever decides, hands over or asks does it holding this. */
export interface Held<Doc = unknown, Given extends Opinion = Opinion, Done = unknown> {
  approval: Approval<Doc, Given, Done>;
  doc: Doc;
  subject: Subject;
  tasks: readonly Task[];
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
  const tasks = await tasksOf(
    tx,
    me,
    subjects.map(({ id }) => id),
    approval.type,
  );
  return docs.map((doc, index) => {
    const subject = subjects[index] as Subject;
    return { approval, doc, subject, tasks: tasks.filter((task) => task.subjectId === subject.id) };
  });
}

export const subjectOf = (approval: Approval, doc: unknown): Subject => ({ type: approval.type, ...approval.subject(doc) });

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

/** All of these, of one approval, or none. */
export async function decideAll<Doc, Given extends Opinion, Done>(
  tx: Tx,
  me: Me,
  all: readonly Held<Doc, Given, Done>[],
  decision: Decision,
  given: Given,
  now: Date,
): Promise<Done[]> {
  for (const held of all) await refuseUndecidable(tx, me, held, decision, given);
  const done: Done[] = [];
  all[0]?.approval.together?.(
    all.map(({ doc }) => doc),
    decision,
    given,
  );
  for (const { approval, doc, subject } of all) {
    if (!approval.on[decision]) throw new Error(`${approval.type} is never decided by ${decision}`);
    done.push(await approval.on[decision](tx, me, doc, given, now));
    await closeRound(tx, me, subject, now, { action: decision, opinion: given.opinion });
  }
  return done;
}

/** It no longer waits because somebody took it back or ended it, not because it was decided. The caller has locked it. */
export const withdraw = <Doc>(tx: Tx, me: Me, approval: Approval<Doc>, doc: Doc, opinion: string, now: Date): Promise<void> =>
  closeRound(tx, me, subjectOf(approval, doc), now, { action: 'WITHDRAW', opinion });

async function refuseUndecidable(tx: Tx, me: Me, held: Held, decision: Decision, given: Opinion): Promise<void> {
  const { approval, doc, subject, tasks } = held;
  refuseOutsiders(me, approval);
  approval.mustAllow(doc, decision, given);
  refuseOthers(me, held);
  const why = decision === 'PASS' ? blockedBy(tasks) : '';
  if (why) refuse('OPINION_OPEN', `${subject.name}还不能通过：${why}。请等待答复、撤回加签，或驳回`);
  if (!approval.own?.includes(decision)) await refuseSubmitter(tx, me, held);
}

export function refuseOutsiders(me: Me, approval: Pick<Approval, 'decide'>): void {
  if (!isDecider(me, approval)) throw new Refusal(NO_PERMISSION, NO_PERMISSION_MESSAGE, { reason: 'NO_PERMISSION' });
}

/** Nobody but the colleague who was given the decision, or an administrator, takes it. */
export function refuseOthers(me: Me, { subject, tasks }: Pick<Held, 'subject' | 'tasks'>): void {
  const given = holderOf(tasks);
  if (!given || isInHands(me, tasks)) return;
  refuse('AUDIT_ELSEWHERE', `${subject.name}的审核已由“${given.giver}”转交给“${given.name}”，请由“${given.name}”或管理员处理`);
}

async function refuseSubmitter(tx: Tx, me: Me, { approval, doc }: Held): Promise<void> {
  const submitted = await approval.submitters?.(tx, me, doc);
  if (submitted?.accounts.includes(me.accountId)) refuse('SAME_PERSON', submitted.why);
}

/** Whether the person decides this kind of document at all. */
export const isDecider = (me: Me, { decide: codes }: Pick<Approval, 'decide'>): boolean => !isDealer(me) && holdsAny(me, ...codes);

/** Whether, as far as it was handed over, the decision is this person's. */
export const isInHands = (me: Me, tasks: readonly Task[]): boolean => me.isAdmin || (holderOf(tasks)?.memberId ?? me.memberId) === me.memberId;
