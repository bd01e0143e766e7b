import { StrategyInput } from '~/domains/priceStrategy/priceStrategy.schema';
import { saveStrategy, switchStrategies } from '~/domains/priceStrategy/strategySave.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { addDays, shanghaiDate } from '~/shared/dates';

/** Strategies of every kind and state. Those in force begin at quantities few orders reach, so that most goods keep the price people know. */
export async function makeStrategies(tx: Tx, me: Me, now: Date): Promise<void> {
  const today = shanghaiDate(now);
  const categories = await tx
    .selectFrom('category')
    .select('id')
    .where('tenant_id', '=', me.tenantId)
    .where('level', '=', 1)
    .orderBy('code')
    .limit(2)
    .execute();
  const skus = await tx
    .selectFrom('sku')
    .select('id')
    .where('tenant_id', '=', me.tenantId)
    .where('list_price', 'is not', null)
    .orderBy('code')
    .limit(2)
    .execute();
  const level = await tx
    .selectFrom('dict_item')
    .select('id')
    .where('tenant_id', '=', me.tenantId)
    .where('category', '=', 'customer_level')
    .orderBy('sort')
    .limit(1)
    .executeTakeFirst();
  const since = addDays(today, -180);
  const plans = [
    {
      name: '整车订购优惠',
      goodsScope: 'CATEGORY',
      goods: categories.map((one) => one.id),
      method: 'RATE',
      tiers: [
        { minQty: '200', value: '0.98' },
        { minQty: '500', value: '0.965' },
        { minQty: '1000', value: '0.95' },
      ],
      validFrom: since,
      remark: '按基本单位累计到一行',
    },
    {
      name: '核心经销商批量价',
      customerScope: 'LEVEL',
      buyers: level ? [level.id] : [],
      method: 'RATE',
      tiers: [
        { minQty: '100', value: '0.985' },
        { minQty: '300', value: '0.97' },
      ],
      roundTo: '0.1',
      validFrom: since,
      validTo: addDays(today, 5),
    },
    { name: '浙江运费让利', customerScope: 'REGION', buyers: ['浙江省'], method: 'MINUS', tiers: [{ minQty: '300', value: '0.5' }], validFrom: since },
    {
      name: '年终备货价',
      goodsScope: 'SKU',
      goods: skus.map((one) => one.id),
      method: 'RATE',
      tiers: [{ minQty: '0', value: '0.9' }],
      roundTo: '1',
      validFrom: addDays(today, 30),
      validTo: addDays(today, 60),
    },
  ];
  for (const plan of plans) {
    if (plan.customerScope === 'LEVEL' && !level) continue;
    await saveStrategy(tx, me, StrategyInput.parse({ customerScope: 'ALL', goodsScope: 'ALL', ...plan }), now);
  }
  const old = await saveStrategy(
    tx,
    me,
    StrategyInput.parse({ name: '去年促销', customerScope: 'ALL', goodsScope: 'ALL', method: 'RATE', tiers: [{ value: '0.9' }], validFrom: since }),
    now,
  );
  await switchStrategies(tx, me, { rows: [{ id: old.id, version: 1 }], on: false }, now);
}
