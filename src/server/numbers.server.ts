import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import { shanghaiDate } from '~/shared/dates';
import { database, type Tx } from './db.server';
import { numberFrom } from './numberBlocks.server';

/** Document prefixes of orders.md 2.7. */
export const prefixes = {
  order: 'DD',
  delivery: 'FH',
  stockIn: 'RK',
  receivable: 'YS',
  receipt: 'SK',
  enterAccount: 'RZ',
  hold: 'DJ',
} as const;
export type DocumentKind = keyof typeof prefixes;

/**
 * `{prefix}{yyyyMMdd in Shanghai}{6 digits}`, unique per tenant and day; past 999999 it grows to 7 digits.
 * The counter row stays locked until the transaction ends, and counters come last in the lock order: take the number as late as possible.
 */
export async function nextNumber(tx: Tx, me: Pick<Me, 'tenantId'>, kind: DocumentKind, now: Date, count = 1): Promise<string[]> {
  const day = shanghaiDate(now);
  const { rows } = await sql<{ n: bigint }>`
    insert into doc_counter (tenant_id, prefix, biz_date, n) values (${me.tenantId}, ${prefixes[kind]}, ${day}, ${count})
    on conflict (tenant_id, prefix, biz_date) do update set n = doc_counter.n + ${count} returning n`.execute(tx);
  const last = rows[0]?.n ?? 0n;
  return Array.from({ length: count }, (_, index) => numberOf(kind, day, last - BigInt(count - 1 - index)));
}

const numberOf = (kind: DocumentKind, day: string, serial: bigint): string =>
  `${prefixes[kind]}${day.replaceAll('-', '')}${serial.toString().padStart(6, '0')}`;

/** What each kind's next number of the day would be; certain only once it is drawn. */
export async function nextNumbers(tx: Tx, me: Pick<Me, 'tenantId'>, now: Date): Promise<{ kind: DocumentKind; prefix: string; next: string }[]> {
  const day = shanghaiDate(now);
  const rows = await tx.selectFrom('doc_counter').select(['prefix', 'n']).where('tenant_id', '=', me.tenantId).where('biz_date', '=', day).execute();
  const drawn = new Map(rows.map((row) => [row.prefix, BigInt(row.n)]));
  return (Object.keys(prefixes) as DocumentKind[]).map((kind) => {
    const prefix = prefixes[kind];
    return { kind, prefix, next: numberOf(kind, day, (drawn.get(prefix) ?? 0n) + 1n) };
  });
}

/** Kinds taken by many people at once; nobody minds gaps in them. */
const crowded: ReadonlySet<DocumentKind> = new Set(['order', 'hold']);

export async function oneNumber(tx: Tx, me: Pick<Me, 'tenantId'>, kind: DocumentKind, now: Date): Promise<string> {
  const draw = async () => (await nextNumber(tx, me, kind, now))[0] as string;
  if (!crowded.has(kind)) return draw();
  const ahead = (count: number) => database().inTenant({ tenantId: me.tenantId }, (own) => nextNumber(own, me, kind, now, count));
  return numberFrom(`${me.tenantId}/${kind}/${shanghaiDate(now)}`, draw, ahead);
}

/** `{prefix}000001` of master data, counted per tenant and passing over codes people typed. */
export async function nextFreeCode(tx: Tx, me: Pick<Me, 'tenantId'>, prefix: string, table: 'customer' | 'project'): Promise<string> {
  for (;;) {
    const { rows } = await sql<{ n: bigint }>`insert into doc_counter (tenant_id, prefix, biz_date, n) values (${me.tenantId}, ${prefix}, '2000-01-01', 1)
      on conflict (tenant_id, prefix, biz_date) do update set n = doc_counter.n + 1 returning n`.execute(tx);
    const code = `${prefix}${String(rows[0]?.n ?? 1n).padStart(6, '0')}`;
    const taken = await tx.selectFrom(table).select('id').where('tenant_id', '=', me.tenantId).where('code', '=', code).executeTakeFirst();
    if (!taken) return code;
  }
}
