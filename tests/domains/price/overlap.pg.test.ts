import { expect, test } from 'vitest';
import { customerPriceList, customerPriceSave } from '~/domains/price/calls';
import { Refusal } from '~/shared/refusal';
import { addProduct, ask, openShop } from '../../support/catalogue';
import { postgresDatabase } from '../../support/postgresDatabase';

test('of many saving overlapping days at once exactly one wins, the others read why', async () => {
  const opened = await postgresDatabase({ poolSize: 10 });
  const shop = await openShop(opened);
  for (let round = 0; round < 5; round++) {
    const { skuIds } = await addProduct(opened, shop, `P${round}`);
    const skuId = skuIds[0] as string;
    const attempts = Array.from({ length: 8 }, (_, index) =>
      ask(shop.me, customerPriceSave, {
        customerId: shop.customers[0],
        validFrom: `2026-0${index + 1}-01`,
        validTo: '2026-12-31',
        lines: [{ skuId, unitId: shop.units.piece, price: '9' }],
      }),
    );
    const outcomes = await Promise.allSettled(attempts);
    const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason as Refusal] : []));
    expect(refused).toHaveLength(7);
    for (const refusal of refused) {
      expect(refusal).toBeInstanceOf(Refusal);
      expect(refusal.data.reason).toBe('PRICE_OVERLAP');
      expect(refusal.message).toContain('日期重叠');
    }
    expect((await ask(shop.me, customerPriceList, { skuId })).totalCount).toBe(1);
  }
});
