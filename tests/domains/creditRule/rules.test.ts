import { beforeAll, expect, test, vi } from 'vitest';
import '~/domains/creditRule/api.server';
import { mustPass } from '~/domains/credit/creditCheck.server';
import { ruleDryRun, ruleList, ruleSave, ruleSwitch, ruleVersions, specialAsk, specialDecide, specialList, traceList } from '~/domains/creditRule/calls';
import { newId } from '~/server/ids.server';
import type { InputOf } from '~/shared/endpoint';
import { ask, NOON, openShop, refusalOf, type Shop } from '../../support/catalogue';
import { testDatabase } from '../../support/database';
import { colleagueOf } from '../../support/expense';
import { as } from '../../support/stock';

const opened = await testDatabase();
let shop: Shop;
let accountId: string;
beforeAll(async () => {
  shop = await openShop(opened);
  shop = { ...shop, me: { ...shop.me, apps: ['order', 'credit'] } };
  accountId = newId();
  const typeId = newId();
  await opened.pool.query("insert into credit_type (tenant_id, id, code, name) values (1, $1, 'T1', '测试额度')", [typeId]);
  await opened.pool.query(
    `insert into credit_account (tenant_id, id, no, customer_id, credit_type_id, status, base_limit, limit_amount, valid_from, valid_to)
     values (1, $1, 'SX0001', $2, $3, 'ACTIVE', 1000000, 1000000, '2026-01-01', '2026-12-31')`,
    [accountId, shop.customers[0], typeId],
  );
});

const wire = (over: Partial<InputOf<typeof ruleSave>> = {}): InputOf<typeof ruleSave> => ({
  id: '',
  version: 0,
  name: '高使用率转特批',
  checkpoints: ['ORDER', 'REOPEN'],
  levelIds: [],
  typeIds: [],
  customerIds: [],
  condition: { field: 'usagePct', op: 'GT', value: '80' },
  reaction: 'APPROVE',
  priority: 10,
  effectiveFrom: '2026-06-15',
  releaseDeviationPct: 10,
  releaseValidDays: 3,
  notes: '',
  ...over,
});
const order = (amount: bigint, bizId: string, now = NOON) =>
  as(opened, shop.me, (tx) =>
    mustPass(tx, shop.me, { checkpoint: 'ORDER', customerId: shop.customers[0], accountId, bizType: 'ORDER', bizId, bizNo: 'DD1', amount }, now),
  );

test('a rule asks from its day on; a released order is let through within its room and days, and another one is not', async () => {
  const { id } = await ask(shop.me, ruleSave, wire());
  const first = newId();
  await order(800_000n, first);
  const refused = await refusalOf(order(900_000n, first));
  expect(refused.message).toContain('高使用率转特批：需本次之后使用率(%)不超过80（当前：90）');
  expect(
    (await refusalOf(ask(shop.me, specialAsk, { checkpoint: 'ORDER', customerId: shop.customers[0], accountId, amount: '8000.00', reason: '旺季' }))).message,
  ).toContain('不需要特批');

  await ask(shop.me, specialAsk, { checkpoint: 'ORDER', customerId: shop.customers[0], accountId, amount: '9000.00', reason: '旺季备货' });
  const [row] = (await ask(shop.me, specialList, {})).pagedRecords;
  const decide = (me: Shop['me']) => ask(me, specialDecide, { id: row?.id ?? '', version: row?.version ?? 1, decision: 'PASS', opinion: '同意' });
  expect((await refusalOf(decide(shop.me))).data.reason).toBe('SAME_PERSON');
  await refusalOf(order(900_000n, first));
  await decide(colleagueOf(shop.me));

  await order(900_000n, first);
  await order(990_000n, first);
  expect((await refusalOf(order(1_000_000n, first))).message).toContain('特批');
  await refusalOf(order(900_000n, newId()));
  await refusalOf(order(900_000n, first, new Date('2026-06-19T04:00:00Z')));
  const { rows } = await opened.pool.query("select verdict, rules->0->>'outcome' as outcome from credit_trace order by created_at, id");
  expect(rows.map(({ outcome }) => outcome)).toContain('RELEASED');

  await ask(shop.me, ruleSwitch, { id, version: 1, enabled: false });
  await order(1_000_000n, newId());
});

test('versions stay: what is to come holds later, what is saved over an old version is refused, and a dry run tries what is not saved', async () => {
  const { id } = await ask(shop.me, ruleSave, wire({ name: '逾期拦截', reaction: 'BLOCK', condition: { field: 'overdueDays', op: 'GE', value: '1' } }));
  await ask(
    shop.me,
    ruleSave,
    wire({ id, version: 1, name: '逾期拦截', reaction: 'WARN', effectiveFrom: '2026-07-01', condition: { field: 'overdueDays', op: 'GE', value: '30' } }),
  );
  expect((await refusalOf(ask(shop.me, ruleSave, wire({ id, version: 1, name: '逾期拦截' })))).data.reason).toBe('VERSION');
  const { versions } = await ask(shop.me, ruleVersions, { id });
  expect(versions.map(({ ver, state }) => [ver, state])).toEqual([
    [2, 'COMING'],
    [1, 'NOW'],
  ]);
  expect((await ask(shop.me, ruleList, {})).rules.find((one) => one.id === id)?.words).toBe('最长逾期天数大于等于30');

  await opened.pool.query(
    `insert into receivable (tenant_id, id, no, customer_id, customer_name, source, biz_date, due_date, amount)
     values (1, $1, 'YS1', $2, '东湖建材', 'OPENING', '2026-05-01', '2026-06-05', 50000)`,
    [newId(), shop.customers[0]],
  );
  const run = (draft: InputOf<typeof ruleDryRun>['draft'], now = NOON) =>
    ask(shop.me, ruleDryRun, { checkpoint: 'ORDER', customerId: shop.customers[0], accountId, amount: '100.00', ruleId: id, draft }, now);
  const before = await run(null);
  expect([before.verdict, before.rules.find((one) => one.ruleId === id)?.hint]).toEqual(['BLOCK', '最长逾期天数低于1（当前：10）']);
  expect((await run(null, new Date('2026-07-10T04:00:00Z'))).verdict).toBe('WARN');
  const { id: _, version: __, ...draft } = wire({ condition: { field: 'overdueAmount', op: 'GT', value: '500.00' } });
  expect((await run(draft)).verdict).toBe('PASS');
  expect((await refusalOf(order(10_000n, newId()))).message).toContain('拦截');
});

test('a condition that fits no field, and a day gone by, are refused', async () => {
  expect((await refusalOf(ask(shop.me, ruleSave, wire({ name: 'x', condition: { field: 'nothing', op: 'EQ', value: '1' } })))).message).toContain('不在表单中');
  expect((await refusalOf(ask(shop.me, ruleSave, wire({ name: 'y', effectiveFrom: '2026-06-14' })))).message).toContain('不能早于今天');
  expect((await refusalOf(ask(shop.me, ruleSave, wire({ name: '逾期拦截' })))).message).toContain('已有名为');
});

test('a refused check leaves its trace: with the rule it was refused by, and on the customer', async () => {
  const { id } = await ask(shop.me, ruleSave, wire({ name: '大额拦截', reaction: 'BLOCK', condition: { field: 'orderAmount', op: 'GT', value: '9000' } }));
  const bizId = newId();
  expect((await refusalOf(order(950_000n, bizId))).message).toContain('大额拦截');
  const found = await vi.waitFor(async () => {
    const { pagedRecords } = await ask(shop.me, traceList, { ruleId: id });
    expect(pagedRecords).toHaveLength(1);
    return pagedRecords;
  });
  expect(found[0]).toMatchObject({ verdict: 'BLOCK', amount: '9500.00', bizNo: 'DD1', customerId: shop.customers[0] });
  expect(found[0]?.rules.filter(({ outcome }) => outcome === 'HIT').map(({ name }) => name)).toContain('大额拦截');
  const blocked = await ask(shop.me, traceList, { customerId: shop.customers[0] as string, verdict: 'BLOCK' });
  expect(blocked.pagedRecords.map((row) => row.id)).toContain(found[0]?.id);
  expect((await ask(shop.me, traceList, { customerId: shop.customers[1] as string })).totalCount).toBe(0);
  await ask(shop.me, ruleSwitch, { id, version: 1, enabled: false });
});

test('what a sum is compared with is told to nobody whose roles hide sums, and kept from being written over by them', async () => {
  const condition = {
    all: [
      { field: 'overdueDays', op: 'GE' as const, value: '31' },
      { any: [{ field: 'purchases', op: 'BETWEEN' as const, value: ['4321', '98765'] }] },
      { field: 'projected', op: 'LT' as const, value: '7654.25' },
    ],
  };
  const { id } = await ask(shop.me, ruleSave, wire({ name: '采购额', condition }));
  const veiled = { ...shop.me, hidden: ['amount'] };
  const [list, { versions }] = await Promise.all([ask(veiled, ruleList, {}), ask(veiled, ruleVersions, { id })]);
  for (const row of [list.rules.find((one) => one.id === id), versions[0]]) {
    expect(JSON.stringify(row)).not.toMatch(/4,?321|98,?765|7,?654/);
    expect(row?.condition).toMatchObject({ all: [{ value: '31' }, { any: [{ value: ['***', '***'] }] }, { value: '***' }] });
    const again = await refusalOf(ask(veiled, ruleSave, wire({ id, version: 1, name: '采购额', condition: row?.condition ?? condition })));
    expect(again.message).toContain('对您隐藏');
  }
  expect((await ask(shop.me, ruleVersions, { id })).versions[0]?.condition).toEqual(condition);
});
