import { applyBilling } from '~/domains/billing/apply.server';
import { auditBillings, rejectBilling, voidBilling } from '~/domains/billing/approval.server';
import { BillingForm, RedForm } from '~/domains/billing/billing.schema';
import { candidatesOf } from '~/domains/billing/candidates.server';
import { enterInvoices } from '~/domains/billing/enter.server';
import { confirmNotIssued } from '~/domains/billing/issue.server';
import { redBilling } from '~/domains/billing/red.server';
import { lockBilling, step } from '~/domains/billing/steps.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { shanghaiDate } from '~/shared/dates';
import { formatYuan } from '~/shared/money';
import type { Trader } from './trade.server';

const DAY = 86_400_000;
type End = 'PENDING_AUDIT' | 'REJECTED' | 'VOID' | 'WAIT_ISSUE' | 'ISSUING' | 'FAILED' | 'ISSUED' | 'PART_RED' | 'RED';
/** Where each of them stands today, and how many days ago it was asked for. */
const ends: readonly (readonly [End, number])[] = [
  ['ISSUED', 160],
  ['ISSUED', 92],
  ['RED', 61],
  ['PART_RED', 33],
  ['REJECTED', 21],
  ['ISSUED', 14],
  ['VOID', 9],
  ['FAILED', 5],
  ['ISSUING', 2],
  ['WAIT_ISSUE', 1],
  ['WAIT_ISSUE', 1],
  ['PENDING_AUDIT', 0.3],
  ['PENDING_AUDIT', 0.1],
];
interface People {
  /** Applies for customers, and issues. */
  finance: Me;
  /** Decides. */
  admin: Me;
}

/** Invoices in every state; the first customer, whose people can log in, asks for some of them itself. */
export async function makeBillings(tx: Tx, people: People, traders: readonly Trader[], now: Date): Promise<void> {
  for (const [index, [end, days]] of ends.entries()) {
    const trader = index % 4 === 0 ? traders[0] : traders[1 + (index % (traders.length - 1))];
    if (trader) await makeOne(tx, people, trader, { end, at: new Date(now.getTime() - days * DAY), serial: index + 1 });
  }
}

interface One {
  end: End;
  at: Date;
  serial: number;
}
async function makeOne(tx: Tx, { finance, admin }: People, { customerId, dealer, me }: Trader, { end, at, serial }: One): Promise<void> {
  const { lines, titles } = await candidatesOf(tx, finance, { customerId, orderNo: '' });
  const [title] = titles;
  const some = lines.filter((line) => /[1-9]/.test(line.leftQty)).slice(0, 4);
  if (!some.length) return;
  const { id } = await applyBilling(
    tx,
    me ?? finance,
    BillingForm.parse({
      customerId,
      kind: title?.taxNo ? 'E_SPECIAL' : 'E_GENERAL',
      title: title?.title ?? dealer.name,
      ...(title ? { titleId: title.id, taxNo: title.taxNo, bank: title.bank, bankAccount: title.bankAccount, address: title.address, email: title.email } : {}),
      lines: some.map((line) => ({ orderLineId: line.orderLineId, qty: line.leftQty })),
    }),
    at,
  );
  const ref = async (of = id) => ({ id: of, version: (await lockBilling(tx, finance, { id: of })).version });
  if (end === 'PENDING_AUDIT') return;
  if (end === 'REJECTED') return void (await rejectBilling(tx, admin, { ...(await ref()), reason: '抬头与合同不一致，请核对后重新申请' }, later(at, 1)));
  await auditBillings(tx, admin, { items: [await ref()] }, later(at, 1));
  if (end === 'WAIT_ISSUE') return;
  if (end === 'VOID') return void (await voidBilling(tx, finance, { ...(await ref()), reason: '客户要求并入下月开票' }, later(at, 2)));
  if (end === 'ISSUING' || end === 'FAILED') return unanswered(tx, finance, id, { end, at: later(at, 2) });
  await issue(tx, finance, id, `2631${String(serial).padStart(16, '0')}`, later(at, 3));
  if (end === 'ISSUED') return;
  const [line] = (await lockBilling(tx, finance, { id })).lines;
  const parts = end === 'PART_RED' && line ? [{ lineId: line.id, amount: formatYuan(line.amount / 2n) }] : [];
  const red = await redBilling(
    tx,
    finance,
    RedForm.parse({ ...(await ref()), redReason: parts.length ? '04' : '01', remark: '', lines: parts }),
    later(at, 30),
  );
  await auditBillings(tx, admin, { items: [await ref(red.id)] }, later(at, 31));
  await issue(tx, finance, red.id, `2632${String(serial).padStart(16, '0')}`, later(at, 33));
}

const later = (at: Date, hours: number): Date => new Date(at.getTime() + hours * 3_600_000);

async function issue(tx: Tx, me: Me, id: string, no: string, at: Date): Promise<void> {
  const doc = await lockBilling(tx, me, { id });
  const invoices = [{ code: '', no, issuedOn: shanghaiDate(at), amount: doc.amount, tax: doc.tax }];
  await enterInvoices(tx, me, { id, version: doc.version, invoices }, at);
}

/** A platform that did not answer: the demo has none to ask, so its question waits for a person, or was looked up by one. */
async function unanswered(tx: Tx, me: Me, id: string, { end, at }: { end: End; at: Date }): Promise<void> {
  const doc = await lockBilling(tx, me, { id });
  const { version } = await step(tx, me, doc, 'ISSUING', { action: '提交开票平台', set: { issuer: me.name } });
  const request = { tenant_id: me.tenantId, id: newId(), billing_id: id, customer_id: doc.customer_id, request_no: `${doc.no}-1`, asked_by: me.name };
  const said = { state: 'STUCK', attempts: 12, last_error: '开票平台没有应答：对方在15秒内没有应答' };
  await tx
    .insertInto('billing_request')
    .values({ ...request, ...said, due_at: at, created_at: at, answered_at: at })
    .execute();
  if (end === 'FAILED') await confirmNotIssued(tx, me, { id, version, reason: '已在电子税务局核实，没有开出' }, at);
}
