import { sql } from 'kysely';
import { actorName, type Me } from '~/portal/me';
import { jsonb, type Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { notFound, refuse } from '~/shared/refusal';
import { said as marked } from '~/shared/told';
import { type ChangedStrategy, differences, type WordChange, type Words } from './change/strategyChange';
import type { RestoreInput } from './change/strategyChange.schema';
import { names, roundingNames, tierWords } from './priceStrategy';
import { StrategyInput } from './priceStrategy.schema';
import { tiersOf } from './strategy.server';
import { wordsOfScopes } from './strategyScopes.server';

/** A strategy at one moment: as its form asks for it, and as people read it. */
export interface Snapshot {
  content: Record<string, unknown>;
  words: Words;
}
const FIRST = '此前内容';

export async function snapshotOf(tx: Tx, me: Me, id: string): Promise<Snapshot> {
  const row = await tx.selectFrom('price_strategy').selectAll().where('tenant_id', '=', me.tenantId).where('id', '=', id).executeTakeFirst();
  if (!row) return refuse('BAD_STATE', '价格策略已不存在');
  const named = await tx
    .selectFrom('price_strategy_customer')
    .select('customer_id')
    .where('tenant_id', '=', me.tenantId)
    .where('strategy_id', '=', id)
    .orderBy('customer_id')
    .execute();
  const scoped = { id, customerScope: row.customer_scope, buyers: row.buyers, goodsScope: row.goods_scope, goods: row.goods };
  const said = (await wordsOfScopes(tx, me, [scoped])).get(id);
  const method = row.method as keyof typeof names.methods;
  const tiers = tiersOf(row.tiers);
  return {
    content: {
      name: row.name,
      customerScope: row.customer_scope,
      buyers: row.customer_scope === 'CUSTOMER' ? named.map((one) => one.customer_id) : row.buyers,
      goodsScope: row.goods_scope,
      goods: row.goods,
      method: row.method,
      tiers,
      roundTo: row.round_to ?? '',
      validFrom: row.valid_from,
      validTo: row.valid_to ?? '',
      remark: row.remark,
    },
    words: {
      策略名称: row.name,
      适用客户: said?.customerWords ?? '',
      适用商品: said?.goodsWords ?? '',
      定价方式: names.methods[method],
      阶梯: marked('amount', tierWords(method, tiers)),
      取整: roundingNames[(row.round_to ?? '') as keyof typeof roundingNames],
      有效期: `${row.valid_from}~${row.valid_to ?? '长期'}`,
      备注: row.remark,
      状态: row.status === 'DISABLED' ? '已停用' : '启用',
      优先级: String(row.priority),
    },
  };
}

/** Keeps what a strategy says by now. Of one older than its versions, what it said before is kept first. */
export async function keepVersion(tx: Tx, me: Me, id: string, action: string, before: Snapshot | null): Promise<Snapshot> {
  const after = await snapshotOf(tx, me, id);
  const { last } = await tx
    .selectFrom('price_strategy_version')
    .select((of) => of.fn.max('seq').as('last'))
    .where('tenant_id', '=', me.tenantId)
    .where('strategy_id', '=', id)
    .executeTakeFirstOrThrow();
  const seq = Number(last ?? 0);
  const changed = { action, actor: actorName(me), ...after, changes: differences(before?.words ?? null, after.words) };
  const kept = before && seq === 0 ? [{ action: FIRST, actor: '', ...before, changes: [] }, changed] : [changed];
  await tx
    .insertInto('price_strategy_version')
    .values(
      kept.map((one, index) => ({
        tenant_id: me.tenantId,
        id: newId(),
        strategy_id: id,
        seq: seq + index + 1,
        action: one.action,
        content: jsonb(one.content) as never,
        words: jsonb(one.words) as never,
        changes: jsonb(one.changes) as never,
        actor: one.actor,
      })),
    )
    .execute();
  return after;
}

/** Newest first, each with what it changed. */
export async function strategyVersions(tx: Tx, me: Me, { id }: { id: string }) {
  const rows = await tx
    .selectFrom('price_strategy_version')
    .select(['seq', 'action', 'actor', 'words', 'changes', 'created_at as createdAt'])
    .where('tenant_id', '=', me.tenantId)
    .where('strategy_id', '=', id)
    .orderBy('seq', 'desc')
    .execute();
  const versions = rows.map(({ words, changes, ...row }) => ({
    ...row,
    changes: changes as unknown as WordChange[],
    words: Object.entries(words as unknown as Words).map(([label, text]) => ({ label, text })),
  }));
  return { versions };
}

/** Strategies there are, so that what is written can be told from what is new. */
export const knownStrategies = async (tx: Tx, me: Pick<Me, 'tenantId'>): Promise<Set<string>> =>
  new Set((await tx.selectFrom('price_strategy').select('id').where('tenant_id', '=', me.tenantId).execute()).map((row) => row.id));

/** What this transaction has written of strategies since `from`, in order. A new one has no number: it gets one when it holds. */
export async function strategiesWrittenSince(tx: Tx, me: Me, from: string, known: ReadonlySet<string>): Promise<ChangedStrategy[]> {
  const rows = await tx
    .selectFrom('price_strategy_version as v')
    .innerJoin('price_strategy as s', (on) => on.onRef('s.tenant_id', '=', 'v.tenant_id').onRef('s.id', '=', 'v.strategy_id'))
    .select(['v.strategy_id', 'v.action', 'v.changes', 's.no', 's.name'])
    .where('v.tenant_id', '=', me.tenantId)
    .where('v.id', '>', from)
    .where('v.created_at', '=', sql<Date>`now()`)
    .where('v.action', '<>', FIRST)
    .orderBy('v.id')
    .execute();
  return rows.map((row) => {
    const isNew = !known.has(row.strategy_id);
    const changes = row.changes as unknown as WordChange[];
    return {
      strategyId: isNew ? '' : row.strategy_id,
      no: isNew ? '' : row.no,
      name: row.name,
      action: row.action,
      // A new one comes last, wherever that is by then.
      changes: isNew ? changes.filter((one) => one.label !== '优先级' && one.after !== '') : changes,
    };
  });
}

/** The form of a strategy as it was once. Its place and whether it is on stay as they are. */
export async function inputOfVersion(tx: Tx, me: Me, { id, version, seq }: RestoreInput): Promise<StrategyInput> {
  const row = await tx
    .selectFrom('price_strategy_version')
    .select('content')
    .where('tenant_id', '=', me.tenantId)
    .where('strategy_id', '=', id)
    .where('seq', '=', seq)
    .executeTakeFirst();
  if (!row) return notFound(`该价格策略的第${seq}版`);
  return StrategyInput.parse({ ...(row.content as object), id, version });
}
