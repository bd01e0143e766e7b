import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import type { Verdict } from './judge';

/** What the rules said of a credit order, of the order it pays for as well; the newest first. */
export async function tracesOf(tx: Tx, me: Me, { id }: { id: string }) {
  const { rows } = await sql<{ id: string; checkpoint: string; amount: bigint; verdict: string; rules: Verdict['rules']; actor: string; at: Date }>`
    select t.id, t.checkpoint, t.amount, t.verdict, t.rules, t.actor, t.created_at as at from credit_trace t
    where t.tenant_id = ${me.tenantId} and t.biz_id in (select unnest(array[o.id, o.order_id]) from credit_order o where o.tenant_id = ${me.tenantId} and o.id = ${id})
    order by t.created_at desc, t.id desc limit 50`.execute(tx);
  return { traces: rows };
}
