import { beforeAll, expect, test } from 'vitest';
import '~/domains/creditApply/api.server';
import '~/domains/creditRule/api.server';
import { holdCredit } from '~/domains/credit/hold.server';
import { ApplyInput } from '~/domains/creditApply/apply.schema';
import { saveApply } from '~/domains/creditApply/applySave.server';
import { decideApply } from '~/domains/creditApply/approval.server';
import { RuleInput } from '~/domains/creditRule/rule.schema';
import { saveRule } from '~/domains/creditRule/rules.server';
import { askSpecial, decideSpecial } from '~/domains/creditRule/special.server';
import { lockCustomerMoney } from '~/domains/finance/customerMoney.server';
import { newId } from '~/server/ids.server';
import { Refusal } from '~/shared/refusal';
import { NOON, openShop, type Shop } from '../../support/catalogue';
import { colleagueOf } from '../../support/expense';
import { postgresDatabase } from '../../support/postgresDatabase';
import { as } from '../../support/stock';

const opened = await postgresDatabase({ poolSize: 16 });
let shop: Shop;
const typeId = newId();
const other = () => colleagueOf(shop.me);
beforeAll(async () => {
  shop = await openShop(opened);
  await opened.pool.query("insert into credit_type (tenant_id, id, code, name) values (1, $1, 'T1', '测试额度')", [typeId]);
});

const wire = (over: object = {}) =>
  ApplyInput.parse({
    kind: 'NEW',
    customerId: shop.customers[0],
    creditTypeId: typeId,
    requested: '10000.00',
    validTo: '2027-06-14',
    reason: '合作多年',
    submit: true,
    ...over,
  });
const reasons = (outcomes: readonly PromiseSettledResult<unknown>[]) =>
  outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason instanceof Refusal ? String(one.reason.data.reason) : String(one.reason)] : []));
const account = async () =>
  (await opened.pool.query('select id, limit_amount::int as limit, held::int from credit_account where customer_id = $1', [shop.customers[0]])).rows;

test('twelve people ask for the same first limit at once: one application; twelve decide it at once: one account', async () => {
  const asked = await Promise.allSettled(Array.from({ length: 12 }, () => as(opened, shop.me, (tx) => saveApply(tx, shop.me, wire(), NOON))));
  expect(reasons(asked)).toEqual(Array(11).fill('CREDIT_STATE'));
  const made = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))[0];
  const decided = await Promise.allSettled(
    Array.from({ length: 12 }, (_, at) =>
      as(opened, other(), (tx) =>
        decideApply(tx, other(), { id: made?.id ?? '', version: made?.version ?? 0, decision: at % 2 ? 'PASS' : 'REJECT', opinion: '意见' }, NOON),
      ),
    ),
  );
  expect(reasons(decided)).toEqual(Array(11).fill('VERSION'));
  const { rows } = await opened.pool.query('select status from credit_apply');
  expect(rows).toHaveLength(1);
  expect((await account()).length).toBe(rows[0]?.status === 'EFFECTIVE' ? 1 : 0);
});

test('one special approval lets exactly one of ten orders through, however they race', async () => {
  if ((await account()).length === 0) {
    const { id, version } = await as(opened, shop.me, (tx) => saveApply(tx, shop.me, wire(), NOON));
    await as(opened, other(), (tx) => decideApply(tx, other(), { id, version, decision: 'PASS', opinion: '' }, NOON));
  }
  const [{ id: accountId }] = await account();
  const rule = RuleInput.parse({
    name: '每单转特批',
    checkpoints: ['ORDER'],
    condition: { field: 'orderAmount', op: 'GT', value: '0' },
    reaction: 'APPROVE',
    priority: 1,
    effectiveFrom: '2026-06-15',
    releaseDeviationPct: 0,
    releaseValidDays: 1,
  });
  await as(opened, shop.me, (tx) => saveRule(tx, shop.me, { ...rule, id: '', version: 0 }, NOON));
  const [customerId] = shop.customers;
  const special = await as(opened, shop.me, (tx) =>
    askSpecial(tx, shop.me, { checkpoint: 'ORDER', customerId, accountId, amount: 10_000n, reason: '旺季' }, NOON),
  );
  await as(opened, other(), (tx) => decideSpecial(tx, other(), { id: special.id, version: 1, decision: 'PASS', opinion: '' }, NOON));
  const hold = (at: number) =>
    as(opened, shop.me, async (tx) => {
      await lockCustomerMoney(tx, shop.me, [customerId]);
      return holdCredit(tx, shop.me, { accountId, source: 'FORM', orderId: null, orderNo: `WB${at}`, amount: 10_000n }, NOON);
    });
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, (_, at) => hold(at)));
  expect(reasons(outcomes)).toEqual(Array(9).fill('CREDIT_RULE'));
  expect(await account()).toMatchObject([{ held: 10_000 }]);
});
