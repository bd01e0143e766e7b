import { sql } from 'kysely';
import { definePriceSource } from '~/domains/price/priceSource.server';

/**
 * Prices of the order's project, whatever their days: one that begins later or ended is told in the trace. Those whose agreement is with its signers
 * hold from the last signature on, and no longer once it was rescinded and none was signed in its place.
 */
definePriceSource({
  layer: 'PROJECT',
  columns: {
    sku: sql`pl.sku_id`,
    id: sql`pl.id`,
    unit: sql`pl.unit_id`,
    price: sql`pl.price`,
    validFrom: sql`pl.valid_from`,
    validTo: sql`pl.valid_to`,
    capLeft: sql`lim.quota - lim.used`,
    name: sql`pp.no`,
  },
  from: ({ tenantId, customerId, projectId, skus }) => sql`project_price_line pl
    join project_price pp on pp.tenant_id = pl.tenant_id and pp.id = pl.sheet_id
    join price_limit lim on lim.tenant_id = pl.tenant_id and lim.id = pl.id
    where pl.tenant_id = ${tenantId} and pl.project_id = ${projectId}::uuid and pl.customer_id = ${customerId} and pl.sku_id = ${skus} and pl.status = 'ACTIVE'
      and not exists (select from ct_contract c where c.tenant_id = pl.tenant_id and c.biz_id = pl.sheet_id and c.kind = 'PRICE' and (c.status in ('REVIEWING', 'SIGNING')
        or c.rescission = 'DONE' and not exists (select from ct_contract d where d.tenant_id = c.tenant_id and d.biz_id = c.biz_id and d.kind = 'PRICE'
          and d.status = 'DONE' and d.rescission <> 'DONE')))`,
});
