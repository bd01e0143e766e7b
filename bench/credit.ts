import { load } from './load';
import { makePlenty, placing } from './orders';
import { startProduct } from './product';
import { record } from './report';
import { freePort, query, SECONDS, type World } from './world';

const BUYERS = 32;
/** Separate limits and one limit by turns: the disk of a shared machine is twice as slow in one minute as in the next. */
const TURNS = 5;
const TENANT = 1001;

/** Placing on credit against placing on balance in one run, then 32 buyers on separate limits against all on one. */
export async function measureCredit({ url }: World): Promise<void> {
  const goods = await makePlenty(url);
  await grantPlenty(url, goods.customers);
  const product = await startProduct(await freePort(), { DATABASE_URL: url, PROCESSES: '2' });
  const cookie = await product.cookie('13800000001');
  const placed = (payMethod: 'BALANCE' | 'CREDIT', customers: string[], seconds = SECONDS) =>
    load(product.port, BUYERS, seconds, placing(cookie, { ...goods, customers }, payMethod), (body) => body.startsWith('{"code":"0"'));
  const balance = await placed('BALANCE', goods.customers);
  const credit = await placed('CREDIT', goods.customers);
  const separate = { perSecond: 0, errors: 0 };
  const together = { perSecond: 0, errors: 0 };
  for (let turn = 0; turn < TURNS; turn++)
    for (const [sum, customers] of [
      [separate, BUYERS],
      [together, 1],
    ] as const) {
      const { perSecond, errors } = await placed('CREDIT', goods.customers.slice(0, customers), SECONDS / 2);
      sum.perSecond += perSecond / TURNS;
      sum.errors += errors;
    }
  await product.stop();
  const share = (one: { perSecond: number }, of: { perSecond: number }) => Math.round((one.perSecond / of.perSecond) * 100);
  record('placing orders on balance', balance.perSecond, 'orders/s');
  record('placing orders on credit', credit.perSecond, 'orders/s');
  record('of the speed of balance', share(credit, balance), '%', { least: 85 });
  record('32 buyers, separate limits', Math.round(separate.perSecond), 'orders/s');
  record('32 buyers, one limit', Math.round(together.perSecond), 'orders/s');
  record('32 buyers, one limit, of the speed of separate limits', share(together, separate), '%', { least: 60 });
  record('errors of all', balance.errors + credit.errors + separate.errors + together.errors, '', { most: 0 });
}

/** An unlimited account for every customer; all there are become unlimited; the demo's rules refuse nothing. Only this run's database sees it. */
async function grantPlenty(url: string, customers: readonly string[]): Promise<void> {
  const type = `(select id from credit_type where tenant_id = ${TENANT} and code = 'FIXED')`;
  const ids = customers.map((id) => `'${id}'`).join(',');
  await query(
    url,
    `insert into credit_account (tenant_id, id, no, customer_id, credit_type_id, status, limit_amount, valid_from)
     select ${TENANT}, gen_random_uuid(), 'SXB' || row_number() over (), c.id, ${type}, 'ACTIVE', null, '2020-01-01'
     from customer c where c.tenant_id = ${TENANT} and c.id in (${ids})
     on conflict (tenant_id, customer_id, credit_type_id) do nothing`,
  );
  await query(
    url,
    `update credit_account set status = 'ACTIVE', limit_amount = null, next_change_on = null, valid_from = '2020-01-01', valid_to = null, per_order_limit = null
     where tenant_id = ${TENANT} and customer_id in (${ids})`,
  );
  await query(url, `update credit_rule_version set reaction = 'WARN' where tenant_id = ${TENANT} and 'ORDER' = any(checkpoints)`);
}
