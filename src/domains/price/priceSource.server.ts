import { type RawBuilder, sql } from 'kysely';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { shanghaiDate } from '~/shared/dates';
import type { PriceCandidate } from './candidate';
import { defaultPolicy, type PriceLayer, type PricePolicy } from './pricePolicy';
import { StoredPolicy } from './pricePolicy.schema';

/** What the prices of an order are asked for. */
export interface PriceAsked {
  /** '' : nobody in particular, who has list prices only. */
  customerId: string;
  /** The project of the order. */
  projectId?: string | null | undefined;
  at: Date;
}

/** What a source's SQL may use; every value is a parameter. */
export interface SourceScope {
  tenantId: bigint;
  customerId: string;
  projectId: string | null;
  skuIds: readonly string[];
  /** `any(…)` of the SKU ids. */
  skus: RawBuilder<unknown>;
  /** Shanghai business day. */
  on: string;
  at: Date;
  /** Also what does not apply to this customer or day, each with `unusable`: for the simulator. Orders never ask for it. */
  explain: boolean;
}

/** SQL of each field of PriceCandidate; what is left out is null. `minQty` left out is 0. */
export interface SourceColumns {
  sku: RawBuilder<unknown>;
  id: RawBuilder<unknown>;
  unit: RawBuilder<unknown>;
  /** 元 a unit, or the figure of `method`. */
  price: RawBuilder<unknown>;
  method?: RawBuilder<unknown>;
  roundTo?: RawBuilder<unknown>;
  minQty?: RawBuilder<unknown>;
  validFrom?: RawBuilder<unknown>;
  validTo?: RawBuilder<unknown>;
  startAt?: RawBuilder<unknown>;
  endAt?: RawBuilder<unknown>;
  rank?: RawBuilder<unknown>;
  priority?: RawBuilder<unknown>;
  capLeft?: RawBuilder<unknown>;
  name?: RawBuilder<unknown>;
  unusable?: RawBuilder<unknown>;
}

export interface PriceSource {
  layer: PriceLayer;
  columns: SourceColumns;
  /** What follows `from`: tables, joins and the whole `where`, the tenant and the SKUs in it. The first table should be the one that is empty for tenants without such prices. */
  from(scope: SourceScope): RawBuilder<unknown>;
}

const sources = new Map<PriceLayer, PriceSource>();

/**
 * Adds a layer of prices: one part of the one statement that reads every candidate of an order. A domain registers its source where its
 * server code loads, and neither `resolvePrice` nor the order knows of it. It must be read-only, and keep its number of parameters.
 */
export function definePriceSource(source: PriceSource): void {
  sources.set(source.layer, source);
}

export interface FoundPrices {
  policy: PricePolicy;
  bySku: ReadonlyMap<string, readonly PriceCandidate[]>;
}

/** All candidates for these SKUs, list prices apart, with the tenant's policy, in one statement. */
export async function candidatesFor(
  tx: Tx,
  me: Pick<Me, 'tenantId'>,
  asked: PriceAsked & { explain?: boolean },
  skuIds: readonly string[],
): Promise<FoundPrices> {
  if (asked.customerId === '') return { policy: defaultPolicy, bySku: new Map() };
  const scope: SourceScope = {
    tenantId: me.tenantId,
    customerId: asked.customerId,
    projectId: asked.projectId || null,
    skuIds,
    skus: sql`any(${[...skuIds]}::uuid[])`,
    on: shanghaiDate(asked.at),
    at: asked.at,
    explain: asked.explain ?? false,
  };
  const { rows } = await sql<Row>`${sql.join([policyPart(scope), ...inOrder().map((source) => part(source, scope))], sql` union all `)}`.execute(tx);
  const stored = rows.find((row) => row.layer === null);
  const bySku = new Map<string, PriceCandidate[]>();
  for (const row of rows) {
    if (row.layer === null) continue;
    const { sku, ...candidate } = row as Row & { layer: PriceLayer };
    const known = bySku.get(sku);
    if (known) known.push(candidate);
    else bySku.set(sku, [candidate]);
  }
  return { policy: stored ? StoredPolicy.parse(JSON.parse(stored.name ?? '{}')) : defaultPolicy, bySku };
}

type Row = Omit<PriceCandidate, 'layer'> & { layer: PriceLayer | null; sku: string };

/** The same text of statement whatever order the domains were loaded in. */
const inOrder = (): PriceSource[] => [...sources.values()].sort((a, b) => a.layer.localeCompare(b.layer));

export const POLICY_KEY = 'price.policy';

/** The tenant's policy rides along as a row without a layer. */
const policyPart = ({
  tenantId,
}: SourceScope) => sql`select null::text as layer, null::uuid as sku, null::uuid as id, null::uuid as "unitId", null::numeric as price,
  null::text as method, null::text as "roundTo", null::numeric as "minQty", null::date as "validFrom", null::date as "validTo",
  null::timestamptz as "startAt", null::timestamptz as "endAt", null::int as rank, null::int as priority, null::numeric as "capLeft",
  value::text as name, null::text as unusable
  from tenant_setting where tenant_id = ${tenantId} and key = ${sql.lit(POLICY_KEY)}`;

const none = sql`null`;

function part({ layer, columns, from }: PriceSource, scope: SourceScope) {
  return sql`select ${sql.lit(layer)}::text, (${columns.sku})::uuid, (${columns.id})::uuid, (${columns.unit})::uuid, (${columns.price})::numeric,
    (${columns.method ?? none})::text, (${columns.roundTo ?? none})::text, (${columns.minQty ?? sql`0`})::numeric,
    (${columns.validFrom ?? none})::date, (${columns.validTo ?? none})::date, (${columns.startAt ?? none})::timestamptz, (${columns.endAt ?? none})::timestamptz,
    (${columns.rank ?? none})::int, (${columns.priority ?? none})::int, (${columns.capLeft ?? none})::numeric,
    (${columns.name ?? none})::text, (${columns.unusable ?? none})::text
    from ${from(scope)}`;
}
