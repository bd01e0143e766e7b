import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { customerSearch } from '~/domains/customer/calls';
import { myBuyer, myOrderPlace, orderBuyer, orderSave } from '~/domains/order/calls';
import { skuCatalogue, skuSearch } from '~/domains/product/calls';
import type { PickedSku } from '~/domains/product/product.schema';
import { stockBatches, stockList } from '~/domains/warehouse/calls';
import { ask } from './people';

/** Goods with plenty in stock that may be ordered by the piece, at the dealer's own price. */
export async function goodsInStock(dealer: Page, keeper: Page, count: number): Promise<PickedSku[]> {
  const { pagedRecords: stock } = await ask(keeper, stockList, { pageSize: 200, descs: 'available' });
  const plenty = new Set(stock.filter((row) => Number(row.available) > 300).map((row) => row.skuId));
  const { pagedRecords: catalogue } = await ask(dealer, skuCatalogue, { pageSize: 200 });
  const goods = catalogue.filter((sku) => plenty.has(sku.skuId) && sku.price !== null && Number(sku.moq) <= 1 && Number(sku.multiple) <= 1);
  if (goods.length < count) throw new Error(`only ${goods.length} goods may be ordered by the piece`);
  return goods.slice(0, count);
}

/** The same, without goods kept by batch. */
export async function goodsWithoutBatches(dealer: Page, keeper: Page, count: number): Promise<PickedSku[]> {
  const kept = new Set((await ask(keeper, stockBatches, { pageSize: 200 })).pagedRecords.map((row) => row.skuId));
  return (await goodsInStock(dealer, keeper, count)).filter((sku) => !kept.has(sku.skuId));
}

const lineOf = (sku: PickedSku, qty: string) => ({ skuId: sku.skuId, unitId: sku.baseUnitId, qty });

/** An order of the dealer that waits for audit. */
export async function orderToAudit(dealer: Page, goods: readonly PickedSku[], qty = '2'): Promise<{ id: string; no: string }> {
  const [to] = (await ask(dealer, myBuyer, {})).addresses;
  if (!to) throw new Error('the demo dealer has no address');
  const { receiver, phone, province, city, district, address } = to;
  const lines = goods.map((sku) => lineOf(sku, qty));
  return ask(dealer, myOrderPlace, { receiver, receiverPhone: phone, province, city, district, address, payMethod: 'OFFLINE', lines }, randomUUID());
}

/** A draft the factory keeps for a customer with an address. */
export async function factoryDraft(clerk: Page): Promise<{ id: string }> {
  const [customer, to] = await customerWithAddress(clerk);
  const { pagedRecords } = await ask(clerk, skuSearch, { pageSize: 20, customerId: customer });
  const sku = pagedRecords.find((one) => one.price !== null && Number(one.moq) <= 1 && Number(one.multiple) <= 1);
  if (!sku) throw new Error('the demo factory has nothing to order');
  const { receiver, phone, province, city, district, address } = to;
  return ask(
    clerk,
    orderSave,
    { customerId: customer, receiver, receiverPhone: phone, province, city, district, address, payMethod: 'OFFLINE', lines: [lineOf(sku, '3')] },
    randomUUID(),
  );
}

/** A customer goods can be sent to, with its first address. */
export async function customerWithAddress(clerk: Page) {
  for (const { id } of (await ask(clerk, customerSearch, { keyword: '', activeOnly: true })).customers) {
    const [to] = (await ask(clerk, orderBuyer, { customerId: id })).addresses;
    if (to) return [id, to] as const;
  }
  throw new Error('no customer of the demo factory has an address');
}
