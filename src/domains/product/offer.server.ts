import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { port } from '~/server/port.server';
import type { SkuForSale } from './product';

interface PricedLine {
  skuId: string;
  unitId: string;
  qty: string;
}

/** Prices of lines for a customer at an instant, in their order; `source` says which rule gave it. */
export const skuPrices =
  port<
    (
      tx: Tx,
      me: Pick<Me, 'tenantId'>,
      skus: ReadonlyMap<string, SkuForSale>,
      asked: { customerId: string; projectId?: string; at: Date; lines: readonly PricedLine[] },
    ) => Promise<{ price: string | null; source: string | null }[]>
  >('the prices of SKUs');

/** Stock by SKU in base units, over all warehouses or in one. */
export const skuStock =
  port<
    (
      tx: Tx,
      me: Pick<Me, 'tenantId'>,
      input: { skuIds: readonly string[]; warehouseId?: string | undefined },
    ) => Promise<Map<string, { available: string; onHand: string }>>
  >('the stock of SKUs');
