import type { Selectable, Updateable } from 'kysely';
import { lockOrders } from '~/domains/delivery/openLines.server';
import { recordInvoicing } from '~/domains/order/lines/invoiced.server';
import type { Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import type { DB, Tx } from '~/server/db.server';
import { defineDocument } from '~/server/document.server';
import { type BillingState, billingFlow } from './billing';
import { moveReds, settleRed } from './redCounters.server';
import * as subjects from './subjects';

export const docs = defineDocument({ table: 'billing', noun: '开票申请', title: (doc) => `开票申请${doc.no}`, states: billingFlow });
export type BillingLine = Selectable<DB['billing_line']>;
export type Billing = Awaited<ReturnType<typeof docs.lock>> & { lines: BillingLine[] };

export interface Stepped {
  id: string;
  no: string;
  status: BillingState;
  version: number;
}

export const linesOf = (tx: Tx, me: Pick<Me, 'tenantId'>, billingId: string): Promise<BillingLine[]> =>
  tx.selectFrom('billing_line').selectAll().where('tenant_id', '=', me.tenantId).where('billing_id', '=', billingId).orderBy('line_no').execute();

/** The document, the invoice it takes back, then its orders: the order everything about invoices locks in. */
export async function lockBilling(tx: Tx, me: Me, ref: { id: string; version?: number | undefined }): Promise<Billing> {
  const doc = await docs.lock(tx, me, ref);
  if (doc.origin_id) await docs.lock(tx, me, { id: doc.origin_id });
  const lines = await linesOf(tx, me, doc.id);
  await lockOrders(
    tx,
    me,
    lines.map((line) => line.order_id),
  );
  return { ...doc, lines };
}

/** Its goods are taken, given back, or stand on an issued invoice from now on. The caller has locked it. */
export async function count(tx: Tx, me: Me, doc: Billing, what: 'TAKE' | 'GIVE_BACK' | 'ISSUE'): Promise<void> {
  if (doc.direction === 'RED') return moveReds(tx, me, doc, what);
  const back = what !== 'TAKE';
  await recordInvoicing(
    tx,
    me,
    doc.lines.map(({ order_id, order_line_id, qty, amount }) => ({
      orderId: order_id,
      orderLineId: order_line_id,
      invoicing: back ? `-${qty}` : qty,
      invoicingAmount: back ? -amount : amount,
      ...(what === 'ISSUE' ? { invoiced: qty, invoicedAmount: amount } : {}),
    })),
  );
}

interface Step {
  action: string;
  note?: string;
  set?: Updateable<DB['billing']>;
}
/** Moves the locked document, writes its log, and answers where it stands. */
export async function step(tx: Tx, me: Me, doc: Billing, status: BillingState, { action, note = '', set }: Step): Promise<Stepped> {
  docs.mustBecome(doc, status, action);
  const version = await docs.update(tx, me, doc, { ...set, status });
  await log(tx, me, doc, action, note);
  return { id: doc.id, no: doc.no, status, version };
}

/** 已开票, with the numbers; of a red letter, what it takes back is taken back. */
export async function stepIssued(tx: Tx, me: Me, doc: Billing, { action, note, set }: Required<Step>): Promise<Stepped> {
  const stepped = await step(tx, me, doc, 'ISSUED', { action, note, set });
  await count(tx, me, doc, 'ISSUE');
  if (doc.origin_id) await settleRed(tx, me, doc);
  return stepped;
}

export const log = (tx: Tx, me: Me, doc: { id: string; no: string }, action: string, note = '') =>
  audit(tx, me, { action, subject: subjects.billing, id: doc.id, no: doc.no, after: { note } });
