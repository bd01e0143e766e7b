import { load } from './load';
import { makePlenty, placing } from './orders';
import { startProduct } from './product';
import { record } from './report';
import { freePort, SECONDS, type World } from './world';

const BUYERS = 32;
const HOUR_MS = 3_600_000;

/** Orders of one line at an activity's price, 32 buyers at once: each its own goods, then all the same goods, whose quota is one row. */
export async function measureQuota({ url }: World): Promise<void> {
  const goods = await makePlenty(url);
  const skus = goods.skus.slice(0, BUYERS);
  const product = await startProduct(await freePort(), { DATABASE_URL: url });
  const cookie = await product.cookie('13800000001');
  const made = await fetch(`http://localhost:${product.port}/web/saas-marketing/org/activity/save`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json', origin: `http://localhost:${product.port}` },
    body: JSON.stringify({
      name: '抢购',
      startAt: new Date(Date.now() - HOUR_MS).toISOString(),
      endAt: new Date(Date.now() + HOUR_MS).toISOString(),
      items: skus.map(({ id }) => ({ skuId: id, mode: 'RATE', value: '99', totalQuota: '10000000' })),
    }),
  }).then((answer) => answer.json());
  if (made.code !== '0') throw new Error(made.message);
  const sold = async (of: typeof skus) => {
    const shot = placing(cookie, { ...goods, skus: of }, 'OFFLINE', 1);
    return load(product.port, BUYERS, SECONDS, shot, (body) => body.startsWith('{"code":"0"'));
  };
  const [separate, together] = [await sold(skus), await sold(skus.slice(0, 1))];
  await product.stop();
  record('orders of 32 buyers at activity prices, each its own goods', separate.perSecond, 'orders/s');
  record('orders of 32 buyers, all one item', together.perSecond, 'orders/s');
  record('of the speed of separate items', Math.round((together.perSecond / separate.perSecond) * 100), '%', { least: 60 });
  record('errors of both', separate.errors + together.errors, '', { most: 0 });
}
