import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import { jsonb, type Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { oneNumber } from '~/server/numbers.server';
import { lockKnown, lockSeen, putSeen } from '~/server/versioned.server';
import { compareQty } from '~/shared/money';
import { notFound, refuseField } from '~/shared/refusal';
import type { RestoreInput } from './change/strategyChange.schema';
import { customerScopes, goodsScopes, roundingOf } from './priceStrategy';
import type { MoveInput, StrategyInput } from './priceStrategy.schema';
import { inputOfVersion, keepVersion, snapshotOf } from './strategyVersions.server';
import * as subjects from './subjects';

const NOUN = '价格策略';

/** A new strategy comes last. */
export async function saveStrategy(tx: Tx, me: Me, input: StrategyInput, now: Date, action = ''): Promise<{ id: string; no: string }> {
  await checkRefs(tx, me, input);
  const current = await lockSeen(tx, me, 'price_strategy', NOUN, input);
  if (!current) return createStrategy(tx, me, input, now, action || '新建');
  const before = await snapshotOf(tx, me, input.id);
  await putSeen(tx, me, 'price_strategy', current, { ...columnsOf(input), expiry_told: null }, now);
  await writeCustomers(tx, me, input.id, input);
  const after = await keepVersion(tx, me, input.id, action || '编辑', before);
  await audit(tx, me, { action: action || '编辑', ...subjectOf(current), before: before.words, after: after.words });
  return { id: current.id, no: current.no };
}

/** 恢复版本: its content is again what it was; its place and whether it is on stay. */
export async function restoreStrategy(tx: Tx, me: Me, input: RestoreInput, now: Date): Promise<{ id: string; no: string }> {
  return saveStrategy(tx, me, await inputOfVersion(tx, me, input), now, `恢复到第${input.seq}版`);
}

async function createStrategy(tx: Tx, me: Me, input: StrategyInput, now: Date, action: string): Promise<{ id: string; no: string }> {
  await lockOrder(tx, me);
  const no = await oneNumber(tx, me, subjects.priceStrategy, now);
  const last = sql<number>`(select coalesce(max(priority), 0) + 1 from price_strategy where tenant_id = ${me.tenantId})`;
  const id = await putSeen(tx, me, 'price_strategy', undefined, columnsOf(input), now, { no, priority: last as never });
  await writeCustomers(tx, me, id, input);
  const { words } = await keepVersion(tx, me, id, action, null);
  await audit(tx, me, { action, ...subjectOf({ id, no }), after: words });
  return { id, no };
}

/** 启用 or 停用: answers how many changed; orders already placed keep their prices. */
export async function switchStrategies(
  tx: Tx,
  me: Me,
  input: { rows: readonly { id: string; version: number }[]; on: boolean },
  now: Date,
): Promise<{ count: number }> {
  const status = input.on ? 'ACTIVE' : 'DISABLED';
  let count = 0;
  for (const row of [...input.rows].sort((a, b) => a.id.localeCompare(b.id))) {
    const current = await lockKnown(tx, me, 'price_strategy', NOUN, row);
    if (current.status === status) continue;
    count += 1;
    const before = await snapshotOf(tx, me, row.id);
    await putSeen(tx, me, 'price_strategy', current, { status }, now);
    await keepVersion(tx, me, row.id, input.on ? '启用' : '停用', before);
    await audit(tx, me, { action: input.on ? '启用' : '停用', ...subjectOf(current) });
  }
  return { count };
}

const places = { FIRST: sql`min(priority)`, LAST: sql`max(priority)` };

/** Gives a strategy another place; those between make room by one. Places stay unique. */
export async function moveStrategy(tx: Tx, me: Me, input: MoveInput): Promise<{ priority: number }> {
  await lockOrder(tx, me);
  const current = await lockKnown(tx, me, 'price_strategy', NOUN, input);
  const at = sql`${current.priority}::int`;
  const wanted =
    input.to === 'UP'
      ? sql`coalesce(max(priority) filter (where priority < ${at}), ${at})`
      : input.to === 'DOWN'
        ? sql`coalesce(min(priority) filter (where priority > ${at}), ${at})`
        : input.to === 'PLACE'
          ? sql`max(priority) filter (where id::text = ${input.placeOf})`
          : places[input.to];
  const { rows } = await sql<{ place: number | null }>`select ${wanted} as place from price_strategy where tenant_id = ${me.tenantId}`.execute(tx);
  const place = rows[0]?.place ?? notFound('要排到其位置的价格策略');
  if (place === current.priority) return { priority: place };
  const before = await snapshotOf(tx, me, input.id);
  const [from, to, by] = place < current.priority ? [place, current.priority - 1, 1] : [current.priority + 1, place, -1];
  await sql`update price_strategy set priority = case when id = ${input.id}::uuid then ${place}::int else priority + ${by}::int end
    where tenant_id = ${me.tenantId} and (id = ${input.id}::uuid or priority between ${from}::int and ${to}::int)`.execute(tx);
  await keepVersion(tx, me, input.id, '调整优先级', before);
  await audit(tx, me, { action: '调整优先级', ...subjectOf(current), before: { 优先级: String(current.priority) }, after: { 优先级: String(place) } });
  return { priority: place };
}

const subjectOf = ({ id, no }: { id: string; no: string }) => ({ subject: subjects.priceStrategy, id, no });

/** Places are given and changed by one person at a time. */
const lockOrder = (tx: Tx, me: Me) => sql`select pg_advisory_xact_lock(hashtextextended(${`price-strategy/${me.tenantId}`}, 0))`.execute(tx);

function columnsOf(input: StrategyInput) {
  const tiers = [...input.tiers].sort((a, b) => compareQty(a.minQty, b.minQty));
  return {
    name: input.name,
    customer_scope: input.customerScope,
    buyers: input.customerScope === 'LEVEL' || input.customerScope === 'REGION' ? [...new Set(input.buyers)] : [],
    goods_scope: input.goodsScope,
    goods: input.goodsScope === 'ALL' ? [] : [...new Set(input.goods)],
    method: input.method,
    tiers: jsonb(tiers) as never,
    round_to: roundingOf(input.roundTo),
    valid_from: input.validFrom,
    valid_to: input.validTo || null,
    remark: input.remark,
  };
}

async function writeCustomers(tx: Tx, me: Me, strategyId: string, input: StrategyInput): Promise<void> {
  await tx.deleteFrom('price_strategy_customer').where('tenant_id', '=', me.tenantId).where('strategy_id', '=', strategyId).execute();
  if (input.customerScope !== 'CUSTOMER') return;
  const rows = [...new Set(input.buyers)].map((customer_id) => ({ tenant_id: me.tenantId, id: newId(), strategy_id: strategyId, customer_id }));
  await tx.insertInto('price_strategy_customer').values(rows).execute();
}

const tables = { LEVEL: 'dict_item', CUSTOMER: 'customer', CATEGORY: 'category', PRODUCT: 'product', SKU: 'sku' } as const;

async function checkRefs(tx: Tx, me: Me, input: StrategyInput): Promise<void> {
  await checkIds(tx, me, 'buyers', input.customerScope, customerScopes[input.customerScope], input.buyers);
  await checkIds(tx, me, 'goods', input.goodsScope, goodsScopes[input.goodsScope], input.goods);
}

async function checkIds(tx: Tx, me: Me, field: string, scope: string, title: string, refs: readonly string[]): Promise<void> {
  const table = tables[scope as keyof typeof tables];
  if (!table) return;
  const known = await sql<{
    n: number;
  }>`select count(*)::int as n from ${sql.table(table)} where tenant_id = ${me.tenantId} and id::text = any (${[...refs]}::text[])`.execute(tx);
  const missing = new Set(refs).size - (known.rows[0]?.n ?? 0);
  if (missing > 0) refuseField(field, `${title}中有${missing}项不存在或无该数据权限，请重新选择`);
}
