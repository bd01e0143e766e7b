import { skusByCodes } from '~/domains/product/calls';
import type { PickedSku } from '~/domains/product/product';
import { call } from '~/shell/call';

export interface Found {
  code: string;
  sku: PickedSku | null;
  problem: string;
}
export async function findByCodes(codes: string[], customerId: string, warehouseId: string): Promise<Found[]> {
  if (!codes.length) return [];
  return (await call(skusByCodes, { codes, customerId, warehouseId })).results;
}
