import { sql } from 'kysely';
import type { CreditQuestion } from '~/domains/credit/creditCheck.server';
import { actorName, type Me } from '~/portal/me';
import { onEnd } from '~/server/db/transaction.server';
import { database, jsonb, type Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { pageFrom } from '~/server/list.server';
import { log } from '~/server/log.server';
import { scopeOf } from '~/server/serve.server';
import { instantRange } from '~/shared/dates';
import type { Verdict } from './judge';
import type { TraceQuery } from './rule.schema';

interface Said extends CreditQuestion {
  verdict: string;
  rules: Verdict['rules'];
}

/** What the rules said of a question, and which of them hit. */
export async function writeTrace(tx: Tx, me: Me, { verdict, rules, customerId, accountId, checkpoint, bizType, bizId, bizNo, amount }: Said, now: Date) {
  const id = newId();
  const of = { tenant_id: me.tenantId, id, customer_id: customerId, created_at: now };
  const trace = tx
    .insertInto('credit_trace')
    .values({
      ...of,
      account_id: accountId,
      checkpoint,
      biz_type: bizType,
      biz_id: bizId,
      biz_no: bizNo,
      amount,
      verdict,
      rules: jsonb(rules),
      actor: actorName(me),
    })
    .execute();
  const hit = rules.filter(({ outcome }) => outcome === 'HIT').map(({ ruleId }) => ({ ...of, rule_id: ruleId }));
  await Promise.all([trace, hit.length && tx.insertInto('credit_rule_hit').values(hit).execute()]);
}

/**
 * A refusal undoes everything done so far, and so would it undo its trace: that is written in a transaction of its own once the refused one is over.
 * A trace that cannot be written refuses nothing more; it is logged.
 */
export function keepRefused(me: Me, said: Said, now: Date): void {
  if (me.app?.sandbox || me.preview) return;
  onEnd(() => {
    database()
      .inTenant(scopeOf(me), (tx) => writeTrace(tx, me, said, now))
      .catch((error: unknown) => log.error({ err: error }, 'the trace of a refused check of credit could not be kept'));
  });
}

/** What the rules said of a credit order, of the order it pays for as well; the newest first. */
export async function tracesOf(tx: Tx, me: Me, { id }: { id: string }) {
  const { rows } = await sql<{ id: string; checkpoint: string; amount: bigint; verdict: string; rules: Verdict['rules']; actor: string; at: Date }>`
    select t.id, t.checkpoint, t.amount, t.verdict, t.rules, t.actor, t.created_at as at from credit_trace t
    where t.tenant_id = ${me.tenantId} and t.biz_id in (select unnest(array[o.id, o.order_id]) from credit_order o where o.tenant_id = ${me.tenantId} and o.id = ${id})
    order by t.created_at desc, t.id desc limit 50`.execute(tx);
  return { traces: rows };
}

/** 检查记录: what the rules said, also where they refused; of a customer, an account, or those a rule hit. */
export async function pageTraces(tx: Tx, me: Me, query: TraceQuery) {
  let rows = tx
    .selectFrom('credit_trace as t')
    .innerJoin('customer as c', (on) => on.onRef('c.tenant_id', '=', 't.tenant_id').onRef('c.id', '=', 't.customer_id'))
    .where('t.tenant_id', '=', me.tenantId);
  if (query.customerId) rows = rows.where('t.customer_id', '=', query.customerId);
  if (query.accountId) rows = rows.where('t.account_id', '=', query.accountId);
  if (query.verdict) rows = rows.where('t.verdict', '=', query.verdict);
  const { from, before } = instantRange(query.startDate, query.endDate);
  if (from) rows = rows.where('t.created_at', '>=', from);
  if (before) rows = rows.where('t.created_at', '<', before);
  if (query.checkpoint) rows = rows.where('t.checkpoint', '=', query.checkpoint);
  if (query.ruleId)
    rows = rows.where('t.id', 'in', (of) =>
      of.selectFrom('credit_rule_hit as h').select('h.id').where('h.tenant_id', '=', me.tenantId).where('h.rule_id', '=', query.ruleId),
    );
  const page = await pageFrom(
    tx,
    rows.select([
      't.id',
      't.customer_id as customerId',
      'c.name as customerName',
      't.checkpoint',
      't.biz_no as bizNo',
      't.amount',
      't.verdict',
      't.rules',
      't.actor',
      't.created_at as at',
    ]),
    query,
    { sort: { at: 't.created_at' }, initial: [['t.created_at', 'desc']], tiebreak: 't.id', neverNull: ['t.created_at'] },
  );
  return { ...page, pagedRecords: page.pagedRecords.map((row) => ({ ...row, rules: row.rules as unknown as Verdict['rules'] })) };
}
