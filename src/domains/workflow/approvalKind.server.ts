import { holdsAny, isDealer, type Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { notFound } from '~/shared/refusal';
import type { Decision } from './approval';
import type { FormField, FormValues } from './process';

/** What is decided on, as its tasks, its log and sentences name it. */
export interface Subject {
  /** The kind of approval. */
  type: string;
  /** The document's. */
  id: string;
  no: string;
  /** 订单DD2026…, at the head of a sentence. */
  name: string;
  customerId: string | null;
  warehouseId?: string | undefined;
}

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

/** A line of the business card: 客户 某某, 金额 12,300.00. */
export interface SummaryLine {
  label: string;
  value: string;
}
/** What the process reads of a document, and where its pages are. */
export interface ApprovalForm<Doc = unknown> {
  fields: readonly FormField[];
  /** The values when it comes to wait; a field it leaves out is missing. */
  values(tx: Tx, me: Me, doc: Doc): FormValues | Promise<FormValues>;
  summary(doc: Doc): SummaryLine[];
  /** The page of the business a task leads to (spec section 7): by what the instance carries, and the name of the task. */
  route(vars: FormValues & { id: string }, taskName: string): string;
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
  /** The process it runs by; one without is decided at once by whoever may. */
  key?: string;
  form?: ApprovalForm<Doc>;
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
  /** What a page that decides is answered while others are still to decide: the document as it stands. */
  stays?(tx: Tx, me: Me, doc: Doc): Done | Promise<Done>;
  /** Amounts in 元 that passing it in the to-do list asks for besides the opinion, by the keys `given` reads; such documents are not passed several at once there. */
  asks?: readonly { key: string; label: string }[];
  /** What a decision taken in the to-do list brings: the opinion, and what its screen asks besides. */
  given?(opinion: string, more: Readonly<Record<string, string>>): Given;
  /** Refuses what only whoever decides last may bring, such as corrections. */
  mustBeLast?(given: Given): string | undefined;
  /** The maker takes it back; without it that is done on the document's own page. */
  withdraw?(tx: Tx, me: Me, doc: Doc, reason: string, now: Date): Promise<unknown>;
  colleagues?: Colleagues<Doc>;
}

const shared = globalThis as { portalApprovals?: Map<string, Approval> };
shared.portalApprovals ??= new Map();
const approvals = shared.portalApprovals;

export function defineApproval<Doc, Given extends Opinion, Done>(approval: Approval<Doc, Given, Done>): Approval<Doc, Given, Done> {
  approvals.set(approval.type, approval);
  return approval;
}
export const approvalNamed = (type: string): Approval => approvals.get(type) ?? notFound();
export const definedApprovals = (): readonly Approval[] => [...approvals.values()];
/** The kind of document a process key is for. */
export const approvalOfKey = (key: string): Approval | undefined => definedApprovals().find((one) => one.key === key);

export const subjectOf = (approval: Approval, doc: unknown): Subject => ({ type: approval.type, ...approval.subject(doc) });

/** Whether the person decides this kind of document at all. */
export const isDecider = (me: Me, { decide: codes }: Pick<Approval, 'decide'>): boolean => !isDealer(me) && holdsAny(me, ...codes);

/** The pool of all administrators. */
export const ADMINS = 'ADMIN';
