import { type SqlBool, sql } from 'kysely';

/** What of the SKU is free in all warehouses together: safety levels belong to the SKU. Needs `sku` in the query. */
export const availableOfSku = sql<string>`(select coalesce(sum(b.available), 0) from stock_balance b where b.tenant_id = sku.tenant_id and b.sku_id = sku.id)`;
export const inTransitOfSku = sql<string>`(select coalesce(sum(b.in_transit), 0) from stock_balance b where b.tenant_id = sku.tenant_id and b.sku_id = sku.id)`;
export const belowSafety = sql<SqlBool>`${availableOfSku} < sku.safety_low`;
export const outsideSafety = sql<SqlBool>`(${availableOfSku} < sku.safety_low or ${availableOfSku} > sku.safety_high)`;
export const aboveSafety = sql<SqlBool>`${availableOfSku} > sku.safety_high`;
