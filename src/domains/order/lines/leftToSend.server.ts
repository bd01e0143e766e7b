import { sql } from 'kysely';

export const deliverableStates = ['PENDING_DELIVERY', 'PARTIAL_DELIVERED'] as const;

/** Quantity on deliveries that wait to go out, beside `exceptDelivery` ('' = none). Needs `order_line` in the query. */
export const waitingQty = (exceptDelivery: string) => sql<string>`coalesce((select sum(dl.qty) from delivery_line dl
  join delivery d on d.tenant_id = dl.tenant_id and d.id = dl.delivery_id
  where dl.tenant_id = order_line.tenant_id and dl.order_line_id = order_line.id and d.status = 'WAIT_OUT' and d.id::text <> ${exceptDelivery}), 0)`;

/** Quantity a pending change asks for; null when none is pending. Needs `order_line` and `sales_order`; a line the change drops gets 0. */
export const pendingQty = sql<string | null>`case when sales_order.pending_version_id is null then null else coalesce((
  select (l->>'qty')::numeric from order_version v, jsonb_array_elements(v.snapshot->'lines') l
  where v.tenant_id = sales_order.tenant_id and v.id = sales_order.pending_version_id and l->>'id' = order_line.id::text limit 1), 0) end`;

/** What is still to go out of a line, in its unit. Needs `order_line` and `sales_order`. */
export const leftOfLine = sql<string>`greatest(least(order_line.qty, coalesce(${pendingQty}, order_line.qty)) - order_line.closed - order_line.shipped - ${waitingQty('')}, 0)`;

/** A line of `sales_order` not yet sent or closed whole: of the others nothing is left whatever waits or is to be changed, so neither is looked up. */
export const openLineOfOrder = sql<boolean>`order_line.tenant_id = sales_order.tenant_id and order_line.order_id = sales_order.id
  and order_line.qty > order_line.closed + order_line.shipped`;

/** Something of `sales_order` is left that no waiting delivery holds; ends at the first such line, and costs neither stock nor reservations. */
export const hasOpenLine = sql<boolean>`exists (select from order_line where ${openLineOfOrder} and ${leftOfLine} > 0)`;

/** Written out: the index of waiting orders is for these states alone. Needs `sales_order`. */
export const isDeliverable = sql<boolean>`sales_order.status in (${sql.join(deliverableStates.map((one) => sql.lit(one)))})`;

/** A delivery of `sales_order` can be made: it is approved, and something is left that no waiting delivery holds. */
export const isSendable = sql<boolean>`(${isDeliverable} and ${hasOpenLine})`;
