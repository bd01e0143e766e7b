import { type RawBuilder, sql } from 'kysely';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';

interface Count {
  key: string;
  uses: number;
}

/** Records that name an item: by id (customer level) or by its words. Each statement gives key and uses. */
const counting: Record<string, (tenantId: bigint) => RawBuilder<Count>> = {
  customer_level: (tenantId) => sql`
    select key, count(*)::int as uses from (
      select level_id::text as key from customer where tenant_id = ${tenantId} and level_id is not null
      union all select scope_id::text from product_visibility where tenant_id = ${tenantId} and scope = 'LEVEL') named group by key`,
  carrier: (tenantId) => sql`
    select key, count(*)::int as uses from (
      select carrier as key from delivery where tenant_id = ${tenantId} and carrier <> ''
      union all select carrier from package where tenant_id = ${tenantId} and carrier <> '') named group by key`,
};

/** Uses by item id or words; categories whose words are only copied into remarks count nothing. */
export async function usesOf(tx: Tx, me: Pick<Me, 'tenantId'>, category: string): Promise<Map<string, number>> {
  const count = counting[category];
  if (!count) return new Map();
  const { rows } = await count(me.tenantId).execute(tx);
  return new Map(rows.map((row) => [row.key, row.uses]));
}
