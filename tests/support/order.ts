import '~/domains/order/api.server';
import { orderAudit, orderPlace } from '~/domains/order/calls';
import '~/domains/settings/api.server';
import { orderSettingsRead, orderSettingsSave } from '~/domains/settings/calls';
import type { Me } from '~/portal/me';
import type { Opened } from '~/server/db.server';
import type { AnswerOf, InputOf } from '~/shared/endpoint';
import { addProduct, ask, NOON, openShop, type Shop } from './catalogue';
import { addWarehouse, putFunds, putStock } from './stock';

export interface Market extends Shop {
  opened: Opened;
  warehouseId: string;
  /** SKUs A, B, C, D at 10.00 元, in stock. */
  skus: string[];
}

export type OrderWire = InputOf<typeof orderPlace>;

/** A shop with four SKUs, `stock` of each, and `funds` 分 in the first customer's account. */
export async function openMarket(opened: Opened, { stock = '1000', funds = 10_000_000n, tenantId = 1n } = {}): Promise<Market> {
  const shop = await openShop(opened, tenantId);
  const skus: string[] = [];
  for (const code of ['A', 'B', 'C', 'D']) skus.push(...(await addProduct(opened, shop, `${code}00${tenantId}`)).skuIds);
  await opened.pool.query("update product set status = 'ON' where tenant_id = $1", [tenantId]);
  const warehouseId = await addWarehouse(opened, shop.me);
  if (stock !== '0') await putStock(opened, shop.me, warehouseId, Object.fromEntries(skus.map((sku) => [sku, stock])));
  if (funds > 0n) await putFunds(opened, shop.me, shop.customers[0], funds);
  return { ...shop, opened, warehouseId, skus };
}

/** An order of `[SKU index, quantity in 个]` pairs as the form sends it. */
export const orderOf = (market: Market, lines: readonly (readonly [number, string])[], change: Partial<OrderWire> = {}): OrderWire => ({
  customerId: market.customers[0],
  receiver: '王小明',
  receiverPhone: '13900001111',
  province: '浙江省',
  city: '杭州市',
  district: '西湖区',
  address: '文三路1号',
  payMethod: 'BALANCE',
  lines: lines.map(([sku, qty]) => ({ skuId: market.skus[sku] as string, unitId: market.units.piece, qty })),
  ...change,
});

export const place = (market: Market, lines: readonly (readonly [number, string])[], change: Partial<OrderWire> = {}, me: Me = market.me) =>
  ask(me, orderPlace, orderOf(market, lines, change));

/** Placed and approved. */
export async function approved(
  market: Market,
  lines: readonly (readonly [number, string])[],
  change: Partial<OrderWire> = {},
): Promise<AnswerOf<typeof orderAudit>> {
  const { id, rowVersion } = await place(market, lines, change);
  return ask(market.me, orderAudit, { id, rowVersion });
}

export async function configure(market: Market, change: Partial<AnswerOf<typeof orderSettingsRead>['config']>): Promise<void> {
  const { config, version } = await ask(market.me, orderSettingsRead, {});
  await ask(market.me, orderSettingsSave, { config: { ...config, ...change }, version });
}

/** Everything an order touches, as one text: a refused command must leave it as it was. */
export async function stateOf(opened: Opened, orderId: string): Promise<string> {
  const { rows } = await opened.pool.query(
    `select (select json_agg(t order by id) from sales_order t where id = $1) o, (select json_agg(t order by id) from order_line t where order_id = $1) l,
      (select json_agg(t order by id) from order_version t where order_id = $1) v, (select json_agg(t order by id) from order_event t where order_id = $1) e,
      (select json_agg(t order by id) from wf_task t where subject_id = $1) a,
      (select json_agg(t order by id) from reservation t where order_id = $1) r, (select json_agg(t order by id) from fund_hold t where biz_id = $1) h`,
    [orderId],
  );
  return JSON.stringify(rows[0], (_, value) => (typeof value === 'bigint' ? value.toString() : value));
}

/** What is still allocated to an order: money held and stock reserved. */
export async function allocatedTo(opened: Opened, orderId: string): Promise<{ held: string; reserved: string; shown: string }> {
  const { rows } = await opened.pool.query(
    `select coalesce((select sum(amount - captured - released) from fund_hold where biz_id = $1), 0)::text held,
      coalesce((select sum(open) from reservation where order_id = $1), 0)::float8::text reserved, coalesce((select sum(reserved) from order_line where order_id = $1), 0)::float8::text shown`,
    [orderId],
  );
  return rows[0] as { held: string; reserved: string; shown: string };
}

export { NOON };
