import { call } from '~/shell/call';
import { skusByCodes } from '../calls';
import type { PickedSku } from '../product.schema';

export interface Found {
  code: string;
  sku: PickedSku | null;
  problem: string;
}
export async function findByCodes(codes: string[], customerId: string, warehouseId: string): Promise<Found[]> {
  if (!codes.length) return [];
  return (await call(skusByCodes, { codes, customerId, warehouseId })).results;
}
