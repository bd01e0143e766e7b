import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { customerList } from '~/domains/customer/calls';
import { deliveryList } from '~/domains/delivery/calls';
import { accountList } from '~/domains/finance/calls';
import { proveFunds } from '~/domains/finance/fundProof.server';
import { orderPage } from '~/domains/order/calls';
import { productList } from '~/domains/product/calls';
import { receivableBook } from '~/domains/receivable/calls';
import { proveReceivables } from '~/domains/receivable/receivableProof.server';
import { stockList } from '~/domains/warehouse/calls';
import { proveStock } from '~/domains/warehouse/proof.server';
import { hashToken, SESSION_COOKIE } from '~/server/context.server';
import { type Opened, openDatabase, useDatabase } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { proveDataKey } from '~/server/secrets.server';
import { scopeOf } from '~/server/serve.server';
import { forgetSessions, loadMe, openSession } from '~/server/session.server';
import { type Person, post } from '../../support/app';
import { withEnvironment } from '../../support/environment';
import { postgresUrl } from '../../support/postgresDatabase';
import { loadRelease, RELEASE_KEY, releases } from '../../support/release';

const TENANT = 1001n;
const lists = [orderPage, deliveryList, productList, customerList, stockList, accountList, receivableBook];
let opened: Opened | undefined;
beforeEach(() => withEnvironment({ DATA_KEY: RELEASE_KEY }));
afterEach(() => opened?.close());

async function personOf(mobile: string): Promise<Person> {
  const token = newId();
  return (opened as Opened).inSystem(async (tx) => {
    const { id } = await tx.selectFrom('account').select('id').where('mobile', '=', mobile).executeTakeFirstOrThrow();
    await openSession(tx, { hash: hashToken(token), accountId: id, tenantId: TENANT, identity: '1', address: '', agent: 'test', now: new Date() });
    forgetSessions();
    const me = await loadMe(tx, id, TENANT, '1');
    if (!me) throw new Error(`${mobile} has no seat any more`);
    return { me, cookie: `${SESSION_COOKIE}=${token}` };
  });
}

async function expectWhole(upgraded: Opened): Promise<void> {
  useDatabase(upgraded);
  await proveDataKey(upgraded);
  const admin = await personOf('13800000001');
  const wrong = await upgraded.inTenant(scopeOf(admin.me), async (tx) => [
    ...(await proveStock(tx, admin.me)),
    ...(await proveFunds(tx, admin.me)),
    ...(await proveReceivables(tx, admin.me)),
  ]);
  expect(wrong).toEqual([]);
  for (const { path } of lists) {
    const answer = await post(path, {}, admin);
    expect([path, answer.code, answer.message]).toEqual([path, '0', '']);
    expect(answer.data.totalCount, path).toBeGreaterThan(0);
  }
}

describe.each(releases())('the filled database of %s', (file) => {
  it('is upgraded on PostgreSQL: its books agree and its lists open', async () => {
    const url = await postgresUrl({ empty: true });
    const pool = new pg.Pool({ connectionString: url, max: 1 });
    await loadRelease(pool, file);
    await pool.end();
    opened = await openDatabase({ url, dataDir: '.' });
    await expectWhole(opened);
  });
});
