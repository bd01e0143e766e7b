import { sql } from 'kysely';
import { type Bucket, defaultTerms, type Terms } from '~/domains/credit/terms';
import { anyOf } from '~/domains/product/product.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import type { Books, Direction, PlannedItem, Revision, Sees } from './debts';

/** A row of a revision as it lies in the database. */
export interface StoredItem {
  id: string;
  seq: number;
  start: string;
  nominal: string;
  due: string;
  provisional: boolean;
  principal: string;
  fee: string;
}
type Of = Pick<Me, 'tenantId'>;

/** Terms as a credit order keeps them; what an older order did not say is as agreed by default. */
export const termsOf = (stored: unknown): Terms => ({ ...defaultTerms, ...(stored as Partial<Terms> | null) });

/** Everything a customer's debts follow from: of all its credit orders, or of those named with the payments that touch them being the customer's all the same. */
export async function booksOf(tx: Tx, me: Of, customerId: string): Promise<Books> {
  const revisions = await tx
    .selectFrom('repay_revision as r')
    .innerJoin('credit_order as o', (on) => on.onRef('o.tenant_id', '=', 'r.tenant_id').onRef('o.id', '=', 'r.credit_order_id'))
    .select(['r.id', 'r.credit_order_id', 'r.seq', 'r.day', 'r.items', 'r.terms as changed', 'o.terms'])
    .where('r.tenant_id', '=', me.tenantId)
    .where('r.customer_id', '=', customerId)
    .orderBy('r.credit_order_id')
    .orderBy('r.seq')
    .execute();
  const merges = await mergesOf(tx, customerId, revisions);
  return { revisions: revisionsFrom(revisions), ...asHappenings(await rowsOf(tx, me, customerId), merges) };
}

/** When records of the customer became one, and which payments and instalments each brought along. */
interface Merge {
  at: Date;
  moved: ReadonlySet<string>;
}
async function mergesOf(tx: Tx, customerId: string, stored: readonly StoredRevision[]): Promise<Merge[]> {
  const { rows } = await sql<{ at: Date; revisions: string[]; payments: string[] }>`select * from repay_merges(${customerId}::uuid)`.execute(tx);
  return rows.map(({ at, revisions, payments }) => {
    const brought = new Set(revisions);
    const items = stored.filter((one) => brought.has(one.id)).flatMap((one) => (one.items as StoredItem[]).map((item) => item.id));
    return { at, moved: new Set([...payments, ...items]) };
  });
}

/** What was registered before a merge stays among its own. */
function seen(id: string, at: Date, merges: readonly Merge[]): { sees?: Sees } {
  const later = merges.filter((one) => one.at >= at);
  return later.length ? { sees: (other) => later.every(({ moved }) => moved.has(id) === moved.has(other)) } : {};
}

interface StoredRevision {
  id: string;
  credit_order_id: string;
  seq: number;
  day: string;
  items: unknown;
  changed: unknown;
  terms: unknown;
}
/** A changed agreement holds for the rows of its revision and for whatever is said of them later. */
function revisionsFrom(stored: readonly StoredRevision[]): Revision[] {
  const agreed = new Map<string, Terms>();
  return stored.map((one) => ({
    day: one.day,
    seq: one.seq,
    items: (one.items as StoredItem[]).map((item): PlannedItem => {
      const terms = one.changed ? termsOf(one.changed) : (agreed.get(item.id) ?? termsOf(one.terms));
      agreed.set(item.id, terms);
      const { id, seq, start, due } = item;
      return { id, seq, start, due, order: one.credit_order_id, principal: BigInt(item.principal), fee: BigInt(item.fee), terms };
    }),
  }));
}

export type StoredPayment = Awaited<ReturnType<typeof rowsOf>>[number];
const rowsOf = (tx: Tx, me: Of, customerId: string) =>
  tx
    .selectFrom('repay_payment')
    .select(['id', 'no', 'kind', 'amount', 'value_on', 'seq', 'directed', 'item_id', 'bucket', 'ahead', 'created_at'])
    .where('tenant_id', '=', me.tenantId)
    .where('customer_id', '=', customerId)
    .where('status', 'in', ['CONFIRMED', 'REVERSING'])
    .orderBy('value_on')
    .orderBy('seq')
    .execute();

/** Payments as the replay takes them; also of one that is only being thought about. */
export function asHappenings(rows: readonly StoredPayment[], merges: readonly Merge[] = []): Required<Omit<Books, 'revisions'>> {
  const plain = (one: StoredPayment) => ({
    id: one.id,
    day: one.value_on,
    seq: Number(one.seq),
    amount: one.amount,
    directed: directionsOf(one.directed),
    ...seen(one.id, one.created_at, merges),
  });
  return {
    payments: rows.filter((one) => one.kind === 'MONEY').map((one) => ({ ...plain(one), ahead: one.ahead })),
    draws: rows.filter((one) => one.kind === 'PREPAID').map(plain),
    reliefs: rows
      .filter((one) => one.item_id !== null)
      .map(({ id, value_on, seq, item_id, bucket, amount }) => ({
        id,
        day: value_on,
        seq: Number(seq),
        item: item_id as string,
        bucket: bucket as Bucket,
        amount,
      })),
  };
}
export const directionsOf = (stored: unknown): Direction[] =>
  (stored as { to: string; amount?: string | null }[]).map(({ to, amount }) => ({ to, ...(amount ? { amount: BigInt(amount) } : {}) }));

/** What is written of payments' parts now: the sums of all that was ever added. */
export async function writtenOf(tx: Tx, me: Of, customerId: string): Promise<Map<string, bigint>> {
  const rows = await tx
    .selectFrom('repay_alloc')
    .select((get) => ['payment_id', 'item_id', 'bucket', get.fn.sum<string>('amount').as('amount')])
    .where('tenant_id', '=', me.tenantId)
    .where('customer_id', '=', customerId)
    .groupBy(['payment_id', 'item_id', 'bucket'])
    .having((get) => get.fn.sum('amount'), '<>', 0)
    .execute();
  return new Map(rows.map((row) => [partKey(row.payment_id, row.item_id, row.bucket), BigInt(row.amount)]));
}
export const partKey = (payment: string, item: string, bucket: string): string => `${payment}/${item}/${bucket}`;

/** Which instalments these are, for sentences and ledgers. */
export async function itemsById(tx: Tx, me: Of, customerId: string, ids?: readonly string[]) {
  let rows = tx
    .selectFrom('repay_item')
    .select(['id', 'no', 'credit_order_id', 'delivery_id', 'use_id'])
    .where('tenant_id', '=', me.tenantId)
    .where('customer_id', '=', customerId);
  if (ids) rows = rows.where('id', '=', anyOf(ids));
  return new Map((await rows.execute()).map((row) => [row.id, row]));
}

/** The next place among all that happens to a customer's debts; the customer's money is locked. */
export async function nextSeq(tx: Tx, me: Of, customerId: string): Promise<bigint> {
  const { rows } = await sql<{ seq: bigint }>`select greatest(
      (select coalesce(max(seq), 0) from repay_payment where tenant_id = ${me.tenantId} and customer_id = ${customerId}::uuid),
      (select coalesce(max(seq), 0) from repay_revision where tenant_id = ${me.tenantId} and customer_id = ${customerId}::uuid))::bigint + 1 as seq`.execute(
    tx,
  );
  return BigInt(rows[0]?.seq ?? 1);
}

/** The latest day something that counts happened to the customer's debts, or to one credit order's plan. */
export async function lastDay(tx: Tx, me: Of, of: { customerId: string; creditOrderId: string }): Promise<string> {
  const { rows } = await sql<{ day: string | null }>`select greatest(
      (select max(value_on) from repay_payment where tenant_id = ${me.tenantId} and customer_id = ${of.customerId}::uuid and applied_at is not null),
      (select max(day) from repay_revision where tenant_id = ${me.tenantId} and credit_order_id = ${of.creditOrderId}::uuid))::text as day`.execute(tx);
  return rows[0]?.day ?? '';
}
