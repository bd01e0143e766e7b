import { beforeEach, expect, test } from 'vitest';
import * as credit from '~/domains/credit/subjects';
import * as customer from '~/domains/customer/subjects';
import type { Me } from '~/portal/me';
import { importedRows } from '~/server/importedRows.server';
import { nextFreeCode } from '~/server/numbers.server';
import { openShop, refusalOf, type Shop } from '../support/catalogue';
import { emptyDatabase, testDatabase } from '../support/database';
import { as } from '../support/stock';

const opened = await testDatabase();
let shop: Shop;
beforeEach(async () => {
  await emptyDatabase();
  shop = await openShop(opened);
});

test('a code drawn by somebody who sees a part of the customers passes over those of customers they do not see', async () => {
  await opened.pool.query("update customer set code = 'KH000001' where id = $1", [shop.customers[0]]);
  const member = shop.me.memberId as string;
  const limited: Me = { ...shop.me, isAdmin: false, scope: { customers: { member, owners: [member], regions: [] }, warehouses: null } };
  const drawn = await as(opened, limited, async (tx) => ({
    code: await nextFreeCode(tx, limited, customer.customer),
    seenAfter: await tx.selectFrom('customer').select('id').execute(),
  }));
  expect(drawn).toEqual({ code: 'KH000002', seenAfter: [] });
});

test('an import writes, puts back and takes away rows of whatever table its subject names', async () => {
  const { me } = shop;
  const groups = importedRows({ subject: credit.creditGroup, users: '授信账户' });
  const stored = async () => (await opened.pool.query('select code, name, version, limit_amount from credit_group')).rows;
  const first = { code: 'J1', name: '甲集团', limit_amount: 100n };
  const next = { ...first, name: '乙集团', limit_amount: null };
  const made = await as(opened, me, (tx) => groups.insert(tx, me, first));
  const { was: before, ...done } = await as(opened, me, (tx) => groups.update(tx, me, { ...made, ...first }, next));
  expect(await stored()).toMatchObject([{ name: '乙集团', version: 2, limit_amount: null }]);
  const stale = await refusalOf(as(opened, me, (tx) => groups.remove(tx, me, made)));
  expect(stale.message).toBe('导入的集团额度已被修改，不能撤回');
  await as(opened, me, (tx) => groups.restore(tx, me, { ...done, was: before }));
  expect(await stored()).toMatchObject([{ name: '甲集团', version: 3, limit_amount: 100n }]);
  await as(opened, me, (tx) => groups.remove(tx, me, { id: made.id, version: 3 }));
  expect(await stored()).toEqual([]);
  const { rows } = await opened.pool.query("select action, subject_no from audit_log where subject_type = 'credit_group' order by at, id");
  expect(rows.map((row) => [row.action, row.subject_no])).toEqual([
    ['导入新建', 'J1'],
    ['导入更新', 'J1'],
    ['撤回导入', 'J1'],
    ['撤回导入', 'J1'],
  ]);
});
