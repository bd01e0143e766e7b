import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import { shanghaiDate } from '~/shared/dates';
import { beyondScope, database, type Tx } from './db.server';
import { numberAtHand, numberFrom } from './numberBlocks.server';

/** A subject (`portal/subject.ts`) whose documents are numbered. */
export interface Numbered {
  number: { prefix: string; crowded?: boolean };
}

/**
 * `{prefix}{yyyyMMdd in Shanghai}{6 digits}`, unique per tenant and day; past 999999 it grows to 7 digits.
 * The counter row stays locked until the transaction ends, and counters come last in the lock order: take the number as late as possible.
 */
export async function nextNumber(tx: Tx, me: Pick<Me, 'tenantId'>, { number: { prefix } }: Numbered, now: Date, count = 1): Promise<string[]> {
  const day = shanghaiDate(now);
  const { rows } = await sql<{ n: bigint }>`
    insert into doc_counter (tenant_id, prefix, biz_date, n) values (${me.tenantId}, ${prefix}, ${day}, ${count})
    on conflict (tenant_id, prefix, biz_date) do update set n = doc_counter.n + ${count} returning n`.execute(tx);
  const last = rows[0]?.n ?? 0n;
  return Array.from({ length: count }, (_, index) => numberOf(prefix, day, last - BigInt(count - 1 - index)));
}

const numberOf = (prefix: string, day: string, serial: bigint): string => `${prefix}${day.replaceAll('-', '')}${serial.toString().padStart(6, '0')}`;

/** What each kind's next number of the day would be; certain only once it is drawn. */
export async function nextNumbers<S extends Numbered>(tx: Tx, me: Pick<Me, 'tenantId'>, subjects: readonly S[], now: Date): Promise<(S & { next: string })[]> {
  const day = shanghaiDate(now);
  const rows = await tx.selectFrom('doc_counter').select(['prefix', 'n']).where('tenant_id', '=', me.tenantId).where('biz_date', '=', day).execute();
  const drawn = new Map(rows.map((row) => [row.prefix, BigInt(row.n)]));
  return subjects.map((subject) => ({ ...subject, next: numberOf(subject.number.prefix, day, (drawn.get(subject.number.prefix) ?? 0n) + 1n) }));
}

export async function oneNumber(tx: Tx, me: Pick<Me, 'tenantId'>, of: Numbered, now: Date): Promise<string> {
  const draw = async () => (await nextNumber(tx, me, of, now))[0] as string;
  if (!of.number.crowded) return draw();
  return numberFrom(counterOf(me, of, now), draw, drawAhead(me, of, now));
}

/**
 * A number that need not be waited for, where one of its kind was drawn ahead: for what is written before the lock others wait for. Undefined:
 * `oneNumber` draws it, behind that lock, as its counter comes last.
 */
export const readyNumber = (me: Pick<Me, 'tenantId'>, of: Numbered, now: Date): string | undefined =>
  of.number.crowded ? numberAtHand(counterOf(me, of, now), drawAhead(me, of, now)) : undefined;

const counterOf = (me: Pick<Me, 'tenantId'>, of: Numbered, now: Date): string => `${me.tenantId}/${of.number.prefix}/${shanghaiDate(now)}`;
const drawAhead = (me: Pick<Me, 'tenantId'>, of: Numbered, now: Date) => (count: number) =>
  database().inTenant({ tenantId: me.tenantId }, (own) => nextNumber(own, me, of, now, count));

interface Coded {
  codePrefix: string;
  table: string;
}

/** `{prefix}000001` of master data, counted per tenant and passing over codes people typed, also those of rows the person may not see. */
export const nextFreeCode = (tx: Tx, me: Pick<Me, 'tenantId' | 'scope'>, of: Coded): Promise<string> => beyondScope(tx, me, () => freeCode(tx, me, of));

async function freeCode(tx: Tx, me: Pick<Me, 'tenantId'>, { codePrefix: prefix, table }: Coded): Promise<string> {
  for (;;) {
    const { rows } = await sql<{ n: bigint }>`insert into doc_counter (tenant_id, prefix, biz_date, n) values (${me.tenantId}, ${prefix}, '2000-01-01', 1)
      on conflict (tenant_id, prefix, biz_date) do update set n = doc_counter.n + 1 returning n`.execute(tx);
    const code = `${prefix}${String(rows[0]?.n ?? 1n).padStart(6, '0')}`;
    const { rows: taken } = await sql`select from ${sql.table(table)} where tenant_id = ${me.tenantId} and code = ${code}`.execute(tx);
    if (taken.length === 0) return code;
  }
}
