import type { AnswerInput, ApprovalTask, Ask, Transfer } from '~/domains/workflow/approval.schema';
import { giveUp, holding, withdraw } from '~/domains/workflow/approval.server';
import * as tasks from '~/domains/workflow/approvalTask.server';
import { approvalState } from '~/domains/workflow/approvalTask.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { notFound } from '~/shared/refusal';
import { orderChange } from '../change/change.server';
import type { Ref } from '../form/orderInput.schema';
import { lockOrder, type Order } from '../store.server';
import type { Done } from '../views/orderView.schema';
import { orderAudit } from './audit.server';
import { type Audited, auditedOf, readAudited, standsAt } from './audited.server';

const both = [orderAudit, orderChange] as const;
type Pending = Pick<Order, 'pending_version_id'>;
/** What of the order waits for audit: a change asked for, else the order itself. */
const approvalOf = (order: Pending) => (order.pending_version_id ? orderChange : orderAudit);

async function holdOrder(tx: Tx, me: Me, ref: Ref) {
  const order = await lockOrder(tx, me, ref);
  const [held] = await holding(tx, me, approvalOf(order), [auditedOf(tx, me, order)]);
  return held ?? notFound();
}

export async function colleaguesFor(tx: Tx, me: Me, input: { id: string; kind: ApprovalTask['kind'] }) {
  const doc = await readAudited(tx, me, input.id);
  return tasks.colleaguesFor(tx, me, approvalOf(doc.order), doc, input.kind);
}

export async function transferAudit(tx: Tx, me: Me, input: Ref & Transfer, now: Date): Promise<Done> {
  const held = await holdOrder(tx, me, input);
  await tasks.transfer(tx, me, held, input, now);
  return doneOf(held.doc);
}

export async function askOpinions(tx: Tx, me: Me, input: Ref & Ask, now: Date): Promise<Done> {
  const held = await holdOrder(tx, me, input);
  await tasks.askOpinions(tx, me, held, input, now);
  return doneOf(held.doc);
}

export const answerOpinion = async (tx: Tx, me: Me, input: AnswerInput, now: Date): Promise<Done> =>
  doneOf(await tasks.answerOpinion(tx, me, both, input, now));
export const takeBackTask = async (tx: Tx, me: Me, input: { id: string }, now: Date): Promise<Done> =>
  doneOf(await tasks.takeBackTask(tx, me, both, input, now));

/** Tasks do not change the order's version: whoever has the page open learns who has the audit, not that somebody changed something. */
const doneOf = ({ order }: Audited): Done => standsAt(order);

/** Before the locked order moves on without having been decided: nothing of it waits any more. */
export async function leaveAudit(tx: Tx, me: Me, order: Order, reason: string, now: Date): Promise<void> {
  if (order.status === 'REJECTED') await giveUp(tx, me, orderAudit, auditedOf(tx, me, order), reason, now);
  if (order.status === 'PENDING_AUDIT' || order.pending_version_id) await withdraw(tx, me, approvalOf(order), auditedOf(tx, me, order), reason, now);
}

/** How the audit stands for the reader. */
export const auditStateOf = (tx: Tx, me: Me, order: Pending & { id: string }) => approvalState(tx, me, approvalOf(order), order.id);
