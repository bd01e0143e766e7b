import '~/domains/all.server';
import { expect, test } from 'vitest';
import * as calls from '~/domains/collection/calls';
import { dispatchTenant } from '~/domains/collection/dispatch.server';
import { runReplays } from '~/domains/collection/replay.server';
import { stepOf } from '~/domains/collection/strategy';
import type { Me } from '~/portal/me';
import * as permissions from '~/portal/permissions';
import { newId } from '~/server/ids.server';
import { addDays } from '~/shared/dates';
import { ask } from '../../support/catalogue';
import { addCustomer } from '../../support/customers';
import { testDatabase } from '../../support/database';
import { openDepot } from '../../support/delivery';
import { colleagueOf } from '../../support/expense';
import { creditOn, given, onDay, owed, repaid } from '../../support/repayment';

const opened = await testDatabase();

test('what is paid in instalments is replayed as the dispatcher reminds of it: by instalment, after its days of grace, until it is paid', async () => {
  const depot = await openDepot(opened, 1n, { payFirst: true });
  const rights = [permissions.URGE_MANAGE, permissions.URGE_WORK, permissions.URGE_LEAD, permissions.URGE_CONFIG];
  const me: Me = { ...depot.me, apps: [...depot.me.apps, 'receivables'], permissions: new Set([...depot.me.permissions, ...rights]) };
  await opened.pool.query(`insert into ar_config (tenant_id, id, version, content) values (1, $1, 1, '{"workdaysOnly": false, "minContactDays": 1}')`, [
    newId(),
  ]);
  const customer = await addCustomer(depot.me, '分期客户');
  await creditOn(opened, depot.me, customer, { way: 'INSTALMENTS', instalments: 3, graceDays: 3, penaltyPpm: 0 });
  const spec = {
    match: { levelIds: [], regions: [], minOverdue: null, maxOverdue: null, minDays: null, maxDays: null },
    entry: 'STANDARD' as const,
    gapDays: 2,
    dailyCap: 0,
    windowFrom: 540,
    windowUntil: 1080,
    workdaysOnly: false,
    minAmount: '0',
    stopOn: ['PTP', 'DISPUTE', 'LEGAL'] as const,
    promiseGrace: 1,
    endAction: 'MANUAL' as const,
    endAfter: 5,
    steps: [stepOf({ offset: 1, channel: 'MESSAGE', body: '{客户}欠{逾期金额}元' }), stepOf({ offset: 4, channel: 'MESSAGE', body: '再次提醒' })],
  };
  const saved = await ask(me, calls.strategySave, { name: '分期', priority: 50, spec: { ...spec, stopOn: [...spec.stopOn] } }, onDay('2026-05-01'));
  await ask(me, calls.strategyPublish, saved, onDay('2026-05-01'));

  await owed(depot, customer, 30, '2026-05-08');
  for (let day = '2026-05-08'; day <= '2026-08-20'; day = addDays(day, 1)) {
    // The first instalment is paid between its two reminders.
    if (day === '2026-06-14') await repaid(opened, [me, colleagueOf(me)], given(customer, '100.00', day), day);
    await dispatchTenant(opened, me, onDay(day));
  }
  const { rows } = await opened.pool.query('select sent_on::text as day, step_no from urge_send order by sent_on, step_no');
  const sent = rows.map((row) => [row.day, row.step_no]);
  // Due on the 8th of each month, late from the 12th on; the second instalment has its end action before the third is late.
  expect(sent).toEqual([
    ['2026-06-12', 1],
    ['2026-07-12', 1],
    ['2026-07-15', 2],
  ]);

  const { id } = await ask(me, calls.replayStart, { strategyId: saved.id, months: 6 }, onDay('2026-08-21'));
  await runReplays(opened, onDay('2026-08-21'));
  const found = await ask(me, calls.replayGet, { id }, onDay('2026-08-21'));
  expect(found.status).toBe('DONE');
  expect(found.sample.map(({ day, step }) => [day, step])).toEqual(sent);
});
