import { sql } from 'kysely';
import { type Bucket, defaultTerms, type Terms } from '~/domains/credit/terms';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
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

/** Everything a customer's debts follow from. */
export const booksOf = async (tx: Tx, me: Of, customerId: string): Promise<Books> => (await booksOfAll(tx, me, [customerId])).get(customerId) as Books;

/** The same of several customers, read at once. */
export async function booksOfAll(tx: Tx, me: Of, customerIds: readonly string[]): Promise<Map<string, Books>> {
  const revisions = await tx
    .selectFrom('repay_revision as r')
    .innerJoin('credit_order as o', (on) => on.onRef('o.tenant_id', '=', 'r.tenant_id').onRef('o.id', '=', 'r.credit_order_id'))
    .select(['r.id', 'r.customer_id', 'r.credit_order_id', 'r.seq', 'r.day', 'r.items', 'r.terms as changed', 'o.terms'])
    .where('r.tenant_id', '=', me.tenantId)
    .where('r.customer_id', '=', anyOf(customerIds))
    .orderBy('r.credit_order_id')
    .orderBy('r.seq')
    .execute();
  const merges = await mergesOf(tx, customerIds);
  const rows = await rowsOf(tx, me, customerIds);
  const [plans, paid] = [Map.groupBy(revisions, (one) => one.customer_id), Map.groupBy(rows, (one) => one.customer_id)];
  return new Map(
    customerIds.map((id) => {
      const plan = plans.get(id) ?? [];
      return [
        id,
        {
          revisions: revisionsFrom(plan),
          ...asHappenings(
            paid.get(id) ?? [],
            (merges.get(id) ?? []).map((one) => mergeOf(one, plan)),
          ),
        },
      ];
    }),
  );
}

/** When records of the customer became one, and which payments and instalments each brought along. */
interface Merge {
  at: Date;
  moved: ReadonlySet<string>;
}
interface StoredMerge {
  customer_id: string;
  at: Date;
  revisions: string[];
  payments: string[];
}
async function mergesOf(tx: Tx, customerIds: readonly string[]): Promise<Map<string, StoredMerge[]>> {
  const { rows } = await sql<StoredMerge>`select c.id as customer_id, m.* from unnest(${[...customerIds]}::uuid[]) as c(id)
    cross join lateral repay_merges(c.id) m order by m.at`.execute(tx);
  return Map.groupBy(rows, (one) => one.customer_id);
}
function mergeOf({ at, revisions, payments }: StoredMerge, stored: readonly StoredRevision[]): Merge {
  const brought = new Set(revisions);
  const items = stored.filter((one) => brought.has(one.id)).flatMap((one) => (one.items as StoredItem[]).map((item) => item.id));
  return { at, moved: new Set([...payments, ...items]) };
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

export type StoredPayment = Omit<Awaited<ReturnType<typeof rowsOf>>[number], 'customer_id'>;
const rowsOf = (tx: Tx, me: Of, customerIds: readonly string[]) =>
  tx
    .selectFrom('repay_payment')
    .select(['id', 'customer_id', 'no', 'kind', 'amount', 'value_on', 'seq', 'directed', 'item_id', 'bucket', 'ahead', 'created_at'])
    .where('tenant_id', '=', me.tenantId)
    .where('customer_id', '=', anyOf(customerIds))
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
    refunds: rows.filter((one) => one.kind === 'REFUND').map(plain),
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

/** What is written of payments' parts now, customer by customer: the sums of all that was ever added. */
export async function writtenOf(tx: Tx, me: Of, customerIds: readonly string[]): Promise<Map<string, Map<string, bigint>>> {
  const rows = await tx
    .selectFrom('repay_alloc')
    .select((get) => ['customer_id', 'payment_id', 'item_id', 'bucket', get.fn.sum<string>('amount').as('amount')])
    .where('tenant_id', '=', me.tenantId)
    .where('customer_id', '=', anyOf(customerIds))
    .groupBy(['customer_id', 'payment_id', 'item_id', 'bucket'])
    .having((get) => get.fn.sum('amount'), '<>', 0)
    .execute();
  const written = new Map(customerIds.map((id) => [id, new Map<string, bigint>()]));
  for (const row of rows) written.get(row.customer_id)?.set(partKey(row.payment_id, row.item_id, row.bucket), BigInt(row.amount));
  return written;
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
export const nextSeq = async (tx: Tx, me: Of, customerId: string): Promise<bigint> => (await nextSeqs(tx, me, [customerId])).get(customerId) ?? 1n;

export async function nextSeqs(tx: Tx, me: Of, customerIds: readonly string[]): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ id: string; seq: string }>`select c.id, (greatest(
      (select coalesce(max(seq), 0) from repay_payment where tenant_id = ${me.tenantId} and customer_id = c.id),
      (select coalesce(max(seq), 0) from repay_revision where tenant_id = ${me.tenantId} and customer_id = c.id)) + 1)::text as seq
    from unnest(${[...customerIds]}::uuid[]) as c(id)`.execute(tx);
  return new Map(rows.map(({ id, seq }) => [id, BigInt(seq)]));
}

/** The latest day something that counts happened to the customer's debts, or to one credit order's plan. */
export async function lastDay(tx: Tx, me: Of, of: { customerId: string; creditOrderId: string }): Promise<string> {
  const { rows } = await sql<{ day: string | null }>`select greatest(
      (select max(value_on) from repay_payment where tenant_id = ${me.tenantId} and customer_id = ${of.customerId}::uuid and applied_at is not null),
      (select max(day) from repay_revision where tenant_id = ${me.tenantId} and credit_order_id = ${of.creditOrderId}::uuid))::text as day`.execute(tx);
  return rows[0]?.day ?? '';
}
