import { sql } from 'kysely';
import { definePriceSource } from './priceSource.server';

/** What was agreed with the customer, whatever its days: a price that begins later or ended is told in the trace. */
definePriceSource({
  layer: 'CUSTOMER',
  columns: {
    sku: sql`cp.sku_id`,
    id: sql`cp.id`,
    unit: sql`cp.unit_id`,
    price: sql`cp.price`,
    minQty: sql`cp.min_qty`,
    validFrom: sql`cp.valid_from`,
    validTo: sql`cp.valid_to`,
  },
  from: ({ tenantId, customerId, skus }) =>
    sql`customer_price cp where cp.tenant_id = ${tenantId} and cp.customer_id = ${customerId} and cp.sku_id = ${skus} and cp.status = 'ACTIVE'`,
});
