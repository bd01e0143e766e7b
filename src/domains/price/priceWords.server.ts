import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { displayQty } from '~/shared/money';
import { saidPrice } from '~/shared/said';
import { priceRows } from './customerPrice.server';
import { daysText } from './priceState';

const MOST = 100;

/** Prices as the log tells them, each under what it is the price of; beyond a hundred only their number. */
export async function wordsOfPrices(tx: Tx, me: Me, ids: readonly string[], { withCustomer = true } = {}): Promise<Record<string, string>> {
  const rows = await priceRows(tx, me)
    .where('customer_price.id', '=', anyOf(ids))
    .orderBy('customer.name')
    .orderBy('sku.code')
    .orderBy('customer_price.min_qty')
    .orderBy('customer_price.valid_from')
    .orderBy('customer_price.id')
    .limit(MOST)
    .execute();
  const words: Record<string, string> = {};
  for (const row of rows) {
    const tier = Number(row.minQty) > 0 ? `满${displayQty(row.minQty)}${row.unitName}` : '';
    const what = [withCustomer ? row.customerName : '', row.skuCode, tier, `${row.unitName}价`].filter(Boolean).join(' ');
    const parts = [
      `${saidPrice(row.price)}元`,
      daysText(row.validFrom, row.validTo),
      row.status === 'DISABLED' && '已停用',
      row.remark && `备注：${row.remark}`,
    ];
    words[what] = [words[what], parts.filter(Boolean).join('，')].filter(Boolean).join('；');
  }
  return { ...words, ...(ids.length > MOST ? { 其余: `${ids.length - MOST}条` } : {}) };
}
