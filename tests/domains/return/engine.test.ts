import { beforeAll, expect, test } from 'vitest';
import * as calls from '~/domains/workflow/taskCalls';
import '~/domains/workflow/taskApi.server';
import type { Me } from '~/portal/me';
import { FLOW_DONE, FLOW_TODO, REVERSE_AUDIT, REVERSE_MANAGE } from '~/portal/permissions';
import { makeMember } from '../../support/app';
import { ask, refusalOf } from '../../support/catalogue';
import { testDatabase } from '../../support/database';
import { openDepot } from '../../support/delivery';
import { colleagueOf } from '../../support/expense';
import { publishProcess, step, treeOf } from '../../support/flows';
import { applied, type Delivered, delivered, openReturnDesk, type ReturnDesk } from '../../support/returns';

const opened = await testDatabase();
let desk: ReturnDesk;
let of: Delivered;
let first: Me;
let second: Me;
let finance: Me;

beforeAll(async () => {
  const depot = await openDepot(opened);
  desk = await openReturnDesk(depot, colleagueOf(depot.me));
  const audits = [FLOW_TODO, FLOW_DONE, REVERSE_MANAGE, REVERSE_AUDIT];
  first = (await makeMember(1n, '审核甲', audits)).me;
  second = (await makeMember(1n, '审核乙', audits)).me;
  finance = (await makeMember(1n, '财务', [FLOW_TODO, FLOW_DONE, REVERSE_MANAGE])).me;
  of = await delivered(desk, [[0, '9']]);
  await publishProcess(opened, 1n, treeOf(step('初审', [first]), step('复审', [second])), 'reverseOrderProcess');
});

const taskOf = async (me: Me): Promise<string> => (await ask(me, calls.taskList, { pageSize: 1 })).pagedRecords[0]?.id ?? '';
const act = async (me: Me, action: string, more: object = {}) => ask(me, calls.taskSubmit, { taskId: await taskOf(me), action, ...more } as never);
const stateOf = async (id: string) => (await opened.pool.query('select status, version from return_order where id = $1', [id])).rows[0];

test('a return is handed over: who took it decides, who gave it away no longer may, and the return moves at the last step only', async () => {
  const doc = await applied(desk, of, [[0, '2']]);
  await act(first, 'TRANSFER', { users: [finance.memberId], opinion: '请您判断' });
  expect(await taskOf(first)).toBe('');
  await act(finance, 'PASS', { opinion: '同意' });
  expect((await stateOf(doc.id)).status).toBe('PENDING_AUDIT');
  await act(second, 'PASS');
  expect((await stateOf(doc.id)).status).toBe('WAIT_BACK');
});

test('a co-sign before holds the return up until it is answered; one after is a vote that may reject it', async () => {
  const doc = await applied(desk, of, [[0, '2']]);
  await act(first, 'ADD_BEFORE', { users: [finance.memberId], opinion: '退款能否冲欠款' });
  expect((await refusalOf(act(first, 'PASS'))).message).toContain('尚未答复加签');
  expect((await stateOf(doc.id)).status).toBe('PENDING_AUDIT');
  await act(finance, 'PASS', { opinion: '可以' });
  await act(first, 'PASS');
  await act(second, 'ADD_AFTER', { users: [finance.memberId], opinion: '请终审' });
  await act(second, 'PASS');
  expect((await stateOf(doc.id)).status).toBe('PENDING_AUDIT');
  await act(finance, 'REJECT', { opinion: '货已使用' });
  expect((await stateOf(doc.id)).status).toBe('REJECTED');
  const again = await applied(desk, of, [[0, '7']]);
  expect((await stateOf(again.id)).status, 'what was rejected may be asked for again').toBe('PENDING_AUDIT');
});
