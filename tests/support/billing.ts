import '~/domains/billing/api.server';
import * as calls from '~/domains/billing/calls';
import { signDelivery } from '~/domains/delivery/sign.server';
import type { Me } from '~/portal/me';
import type { AnswerOf, InputOf } from '~/shared/endpoint';
import { ask, NOON } from './catalogue';
import { type Depot, orderOf, shipped } from './delivery';
import { as } from './stock';

type Lines = readonly (readonly [number, string])[];
export const BUYER = { kind: 'E_SPECIAL', title: '客户1', taxNo: '91330106MA2XXXXX1G' } as const;

/** An order of which everything was shipped and signed for. */
export async function signedOrder(depot: Depot, lines: Lines, change: Parameters<typeof orderOf>[2] = {}) {
  const order = await orderOf(depot, lines, change);
  await signMore(
    depot,
    order.lineIds.map((id, index) => [id, lines[index]?.[1] as string]),
  );
  return order;
}

export async function signMore(depot: Depot, lines: readonly (readonly [string, string])[]): Promise<void> {
  const sent = await shipped(depot, lines);
  const { rows } = await depot.opened.pool.query('select id, qty::text from delivery_line where delivery_id = $1', [sent.id]);
  const parts = rows.map((row) => ({ lineId: row.id, signed: row.qty, refused: '0', damage: '0', note: '', photos: [] }));
  await as(depot.opened, depot.me, (tx) => signDelivery(tx, depot.me, { id: sent.id, version: sent.version, lines: parts }, NOON));
}

export type Asked = { orderLineId: string; qty?: string; amount?: string };
export const formOf = (depot: Depot, lines: readonly Asked[], change: object = {}): InputOf<typeof calls.billingApply> => ({
  customerId: depot.customers[0],
  kind: 'E_GENERAL',
  title: '客户甲',
  ...change,
  lines: [...lines],
});
export const applyFor = (depot: Depot, lines: readonly Asked[], change: object = {}, me: Me = depot.me) =>
  ask(me, calls.billingApply, formOf(depot, lines, change));

export const detailOf = (depot: Depot, id: string) => ask(depot.me, calls.billingDetail, { id });
type Detail = AnswerOf<typeof calls.billingDetail>;

/** By somebody else than who applied. */
export async function passed(depot: Depot, auditor: Me, id: string): Promise<Detail> {
  const { version } = await detailOf(depot, id);
  const { results } = await ask(auditor, calls.billingAudit, { items: [{ id, version }] });
  if (!results[0]?.ok) throw new Error(results[0]?.message);
  return detailOf(depot, id);
}

let serial = 0;
export const freshInvoiceNo = (): string => `2631${String(++serial).padStart(16, '0')}`;
export const enter = (me: Me, doc: Pick<Detail, 'id' | 'version' | 'amount' | 'tax'>, no = freshInvoiceNo()) =>
  ask(me, calls.billingEnter, { id: doc.id, version: doc.version, invoices: [{ code: '', no, issuedOn: '2026-06-15', amount: doc.amount, tax: doc.tax }] });

/** Applied for, passed, and issued by hand. */
export async function issued(depot: Depot, auditor: Me, lines: readonly Asked[]): Promise<Detail> {
  const { id } = await applyFor(depot, lines);
  await enter(depot.me, await passed(depot, auditor, id));
  return detailOf(depot, id);
}
export async function reddened(depot: Depot, auditor: Me, doc: Pick<Detail, 'id'>, change: object = {}): Promise<Detail> {
  const { version } = await detailOf(depot, doc.id);
  const { id } = await ask(depot.me, calls.billingRed, { id: doc.id, version, redReason: '02', ...change });
  await enter(depot.me, await passed(depot, auditor, id));
  return detailOf(depot, id);
}

/** What a return does to an order line, as its own document would. */
export const returnGoods = (depot: Depot, lineId: string, qty: string) =>
  depot.opened.pool.query('update order_line set returned = returned + $2 where id = $1', [lineId, qty]);

export interface Counters {
  signed: string;
  returned: string;
  invoiced: string;
  invoicing: string;
  invoiced_amount: bigint;
  invoicing_amount: bigint;
  to_invoice: boolean;
  red_due: boolean;
}
export async function countersOf(depot: Depot, lineId: string): Promise<Counters> {
  const { rows } = await depot.opened.pool.query(
    `select trim_scale(signed)::text as signed, trim_scale(returned)::text as returned, trim_scale(invoiced)::text as invoiced,
      trim_scale(invoicing)::text as invoicing, invoiced_amount, invoicing_amount, to_invoice, red_due from order_line where id = $1`,
    [lineId],
  );
  return rows[0];
}
