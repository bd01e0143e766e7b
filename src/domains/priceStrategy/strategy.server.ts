import { type SqlBool, sql } from 'kysely';
import type { PriceMethod, Rounding } from '~/domains/price/candidate';
import type { Me } from '~/portal/me';
import { subjectLog } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { containing, pageFrom } from '~/server/list.server';
import { shanghaiDate } from '~/shared/dates';
import { trimPrice, trimQty } from '~/shared/money';
import { notFound } from '~/shared/refusal';
import { type CustomerScope, type GoodsScope, type StrategyState, strategyStateOn, strategyStates, type Tier } from './priceStrategy';
import type { StrategyQuery } from './priceStrategy.schema';
import { namesOf, wordsOfScopes } from './strategyScopes.server';
import * as subjects from './subjects';

const HIT_DAYS = 30;
const MOST_HITS = 1000;

/** Ids of lines rise with time, so that those of the last days are a range of the index: this is the least id of an instant. */
const firstIdAt = (at: Date): string => {
  const hex = at.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
};

function strategies(tx: Tx, me: Pick<Me, 'tenantId'>, now: Date) {
  const since = firstIdAt(new Date(now.getTime() - HIT_DAYS * 86_400_000));
  return tx
    .selectFrom('price_strategy')
    .select([
      'price_strategy.id',
      'price_strategy.no',
      'price_strategy.name',
      'price_strategy.priority',
      'price_strategy.customer_scope as customerScope',
      'price_strategy.buyers',
      'price_strategy.goods_scope as goodsScope',
      'price_strategy.goods',
      'price_strategy.method',
      'price_strategy.tiers',
      'price_strategy.round_to as roundTo',
      'price_strategy.valid_from as validFrom',
      'price_strategy.valid_to as validTo',
      'price_strategy.status',
      'price_strategy.remark',
      'price_strategy.version',
      'price_strategy.updated_at as updatedAt',
    ])
    .select([
      sql<number>`(select count(*)::int from (select from order_line l where l.tenant_id = price_strategy.tenant_id and l.price_source = 'STRATEGY'
        and l.price_source_id = price_strategy.id and l.id >= ${since}::uuid limit ${sql.lit(MOST_HITS)}) h)`.as('hits'),
      sql<string>`coalesce((select a.name from account a where a.id = price_strategy.updated_by), '')`.as('updatedBy'),
    ])
    .where('price_strategy.tenant_id', '=', me.tenantId);
}
type Stored = Awaited<ReturnType<ReturnType<typeof strategies>['execute']>>[number];

async function shown(tx: Tx, me: Pick<Me, 'tenantId'>, rows: readonly Stored[], today: string) {
  const words = await wordsOfScopes(tx, me, rows);
  return rows.map(({ status, buyers, goods, tiers, roundTo, updatedBy, remark, ...row }) => ({
    ...row,
    ...(words.get(row.id) as { customerWords: string; goodsWords: string }),
    customerScope: row.customerScope as CustomerScope,
    goodsScope: row.goodsScope as GoodsScope,
    method: row.method as PriceMethod,
    roundTo: (roundTo ?? '') as Rounding | '',
    tiers: tiersOf(tiers),
    state: strategyStateOn({ status, validFrom: row.validFrom, validTo: row.validTo }, today),
  }));
}

export const tiersOf = (stored: unknown): Tier[] => (stored as Tier[]).map(({ minQty, value }) => ({ minQty: trimQty(minQty), value: trimPrice(value) }));

function isState(state: StrategyState, today: string) {
  if (state === 'DISABLED') return sql<SqlBool>`price_strategy.status = 'DISABLED'`;
  if (state === 'NOT_STARTED') return sql<SqlBool>`price_strategy.status = 'ACTIVE' and price_strategy.valid_from > ${today}::date`;
  if (state === 'EXPIRED') return sql<SqlBool>`price_strategy.status = 'ACTIVE' and price_strategy.valid_to < ${today}::date`;
  return sql<SqlBool>`price_strategy.status = 'ACTIVE' and ${today}::date between price_strategy.valid_from and coalesce(price_strategy.valid_to, 'infinity')`;
}

function matchingAny(tx: Tx, me: Me, query: StrategyQuery, now: Date) {
  let rows = strategies(tx, me, now);
  if (query.keyword) {
    const like = containing(query.keyword);
    rows = rows.where(sql<SqlBool>`(price_strategy.name ilike ${like} or price_strategy.no ilike ${like})`);
  }
  if (query.customerScope) rows = rows.where('price_strategy.customer_scope', '=', query.customerScope);
  if (query.goodsScope) rows = rows.where('price_strategy.goods_scope', '=', query.goodsScope);
  if (query.customerId)
    rows = rows.where(sql<SqlBool>`exists (select from customer c where c.tenant_id = price_strategy.tenant_id and c.id::text = ${query.customerId}
      and case price_strategy.customer_scope when 'ALL' then true when 'LEVEL' then c.level_id::text = any (price_strategy.buyers)
        when 'REGION' then array[c.region_label, c.province, c.province || c.city, c.province || c.city || c.district] && price_strategy.buyers
        else exists (select from price_strategy_customer sc where sc.tenant_id = c.tenant_id and sc.strategy_id = price_strategy.id and sc.customer_id = c.id) end)`);
  if (query.productId)
    rows = rows.where(sql<SqlBool>`exists (select from product p join category g on g.tenant_id = p.tenant_id and g.id = p.category_id
      where p.tenant_id = price_strategy.tenant_id and p.id::text = ${query.productId}
      and case price_strategy.goods_scope when 'ALL' then true when 'BRAND' then p.brand = any (price_strategy.goods)
        when 'CATEGORY' then string_to_array(trim(both '/' from g.path), '/') && price_strategy.goods when 'PRODUCT' then p.id::text = any (price_strategy.goods)
        else exists (select from sku k where k.tenant_id = p.tenant_id and k.product_id = p.id and k.id::text = any (price_strategy.goods)) end)`);
  return rows;
}

async function strategyPage(tx: Tx, me: Me, query: StrategyQuery, now: Date) {
  const today = shanghaiDate(now);
  const any = matchingAny(tx, me, query, now);
  const page = await pageFrom(tx, query.state ? any.where(isState(query.state as StrategyState, today)) : any, query, {
    sort: {
      priority: 'price_strategy.priority',
      validFrom: 'price_strategy.valid_from',
      validTo: 'price_strategy.valid_to',
      updatedAt: 'price_strategy.updated_at',
    },
    initial: [['price_strategy.priority', 'asc']],
    tiebreak: 'price_strategy.id',
  });
  return { ...page, pagedRecords: await shown(tx, me, page.pagedRecords, today) };
}
/** Without the counts of the tabs. */
export const exportedStrategies = strategyPage;

export async function listStrategies(tx: Tx, me: Me, query: StrategyQuery, now: Date) {
  const today = shanghaiDate(now);
  const page = await strategyPage(tx, me, query, now);
  const states = Object.keys(strategyStates) as StrategyState[];
  const counts = await matchingAny(tx, me, query, now)
    .clearSelect()
    .select([...states.map((state) => sql<number>`count(*) filter (where ${isState(state, today)})::int`.as(state)), sql<number>`count(*)::int`.as('ALL')])
    .executeTakeFirstOrThrow();
  return { ...page, tabs: Object.fromEntries(Object.entries(counts).filter(([, n]) => n > 0)) };
}

export async function strategyDetail(tx: Tx, me: Me, input: { id: string }, now: Date) {
  const row = await strategies(tx, me, now).where('price_strategy.id', '=', input.id).executeTakeFirst();
  if (!row) return notFound('该价格策略');
  const [one] = await shown(tx, me, [row], shanghaiDate(now));
  return {
    ...(one as NonNullable<typeof one>),
    ...(await namesOf(tx, me, row)),
    remark: row.remark,
    updatedBy: row.updatedBy,
    log: await subjectLog(tx, me, subjects.priceStrategy, input.id),
  };
}
