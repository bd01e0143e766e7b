import { beforeEach, describe, expect, it } from 'vitest';
import '~/domains/batch/api.server';
import { depositSave } from '~/domains/finance/calls';
import { orderPlace, orderReject, orderSave, orderSubmit } from '~/domains/order/calls';
import { plainRules } from '~/domains/workflow/processTree';
import * as calls from '~/domains/workflow/taskCalls';
import { tasksWaiting } from '~/domains/workflow/taskList.server';
import '~/domains/workflow/taskApi.server';
import type { Me } from '~/portal/me';
import { FLOW_DONE, FLOW_TODO, FUND_CONFIRM, ORDER_ADD, ORDER_AUDIT, ORDER_MANAGE } from '~/portal/permissions';
import { countsOf } from '~/server/tally.server';
import { NO_PERMISSION, NOT_FOUND } from '~/shared/refusal';
import { makeMember, makeTenant } from '../../support/app';
import { ask, NOON, refusalOf } from '../../support/catalogue';
import { emptyDatabase, testDatabase } from '../../support/database';
import { publishProcess, step, treeOf } from '../../support/flows';
import { configure, type Market, openMarket, orderOf, place } from '../../support/order';
import { as } from '../../support/stock';

const opened = await testDatabase();
const tasks = [FLOW_TODO, FLOW_DONE];
let market: Market;
let auditor: Me;
let clerk: Me;

beforeEach(async () => {
  await emptyDatabase();
  market = await openMarket(opened);
  await configure(market, { twoPersonAudit: false });
  auditor = (await makeMember(1n, '审核员', [...tasks, ORDER_MANAGE, ORDER_AUDIT])).me;
  clerk = (await makeMember(1n, '录单员', [...tasks, ORDER_MANAGE, ORDER_ADD])).me;
});

const list = (me: Me, query: object = {}) => ask(me, calls.taskList, { pageSize: 200, withTabs: 'true', ...query });
const handled = (me: Me, query: object = {}) => ask(me, calls.taskHandledList, query as never);
const submit = (me: Me, taskId: string, action: string, more: object = {}) => ask(me, calls.taskSubmit, { taskId, action, ...more });
const order = () => place(market, [[0, '2']], {}, clerk);
const deposit = (n: number) =>
  ask(market.me, depositSave, {
    ...{ customerId: market.customers[0] ?? '', amount: '9.00', payWay: 'BANK', bankFlowNo: `U${n}`, paidAt: NOON.toISOString(), voucher: ['v'] },
  });
const firstTask = async (me = auditor) => (await list(me)).pagedRecords[0]?.id ?? '';
const info = (me: Me, id: string) => ask(me, calls.taskInfo, { id });

describe('the to-do list', () => {
  it('shows a submitted order to whoever audits, with what the specification names, and to nobody else', async () => {
    const { no, id } = await order();
    const { pagedRecords, totalCount, tabs } = await list(auditor);
    expect(totalCount).toBe(1);
    expect(tabs).toEqual({ ALL: 1, orderProcess: 1 });
    expect(pagedRecords[0]).toMatchObject({
      processDefinitionKey: 'orderProcess',
      taskName: '待审核',
      commonBusVars: { id, riskFlag: '' },
      subjectNo: no,
      starter: '录单员',
      mayBatch: true,
      overdue: false,
      document: `/portal/supplyChain/factory/order/audit?id=${id}`,
    });
    expect((await list(clerk)).totalCount).toBe(0);
    const finance = (await makeMember(1n, '财务', [...tasks, FUND_CONFIRM])).me;
    expect((await list(finance)).totalCount).toBe(0);
    const without = (await makeMember(1n, '无权', [ORDER_AUDIT])).me;
    expect((await refusalOf(list(without))).code).toBe(NO_PERMISSION);
  });

  it('tells of the document what the process names, in the words of its form', async () => {
    const rules = { ...plainRules, summary: ['payMethod', 'amount', 'sales'] };
    await publishProcess(opened, 1n, { ...treeOf(step('初审', [auditor])), rules }, 'orderProcess');
    await order();
    expect((await list(auditor)).pagedRecords[0]?.summary).toEqual([
      '支付方式：资金账户',
      expect.stringMatching(/^应付金额：[\d,.]+元$/),
      '业务员：（未填写）',
    ]);
  });

  it('puts a pool that holds much and hands that hold little into one order, page by page', async () => {
    const both = (await makeMember(1n, '主管', [...tasks, ORDER_MANAGE, ORDER_AUDIT, FUND_CONFIRM])).me;
    const DEPOSITS = 3;
    const ORDERS = 23;
    for (let n = 0; n < ORDERS; n += 1) {
      await order();
      if (n % 8 === 0) await deposit(n);
    }
    const all = (await list(both)).pagedRecords;
    expect(all).toHaveLength(ORDERS + DEPOSITS);
    const keys = all.map((row) => row.processDefinitionKey);
    expect(keys.filter((key) => key !== 'orderProcess')).toHaveLength(DEPOSITS);
    const arrived = all.map((row) => row.arrivedAt);
    expect(arrived).toEqual([...arrived].sort().reverse());
    const pages = await Promise.all([1, 2, 3].map((pageNo) => list(both, { pageNo, pageSize: 10 })));
    expect(pages.flatMap((page) => page.pagedRecords.map(({ id }) => id))).toEqual(all.map(({ id }) => id));
    expect(pages.map(({ totalCount }) => totalCount)).toEqual(Array(3).fill(ORDERS + DEPOSITS));
  });

  it('counts nothing for a person who decides nothing', async () => {
    await order();
    expect(await as(opened, clerk, (tx) => countsOf(tx, [tasksWaiting(tx, clerk)]))).toEqual([0]);
    expect((await ask(clerk, calls.taskCountProcessKey, {})).total).toBe(0);
  });

  it('counts what it shows: badge, tabs and workbench agree with the rows after every step', async () => {
    const agree = async () => {
      const { pagedRecords, totalCount, tabs } = await list(auditor);
      const badge = await ask(auditor, calls.taskList, { pageNo: 1, pageSize: 10 });
      const counts = await ask(auditor, calls.taskCountProcessKey, {});
      const card = await as(opened, auditor, (tx) => countsOf(tx, [tasksWaiting(tx, auditor)]));
      expect([badge.totalCount, tabs?.['ALL'], counts.total, card[0]]).toEqual(Array(4).fill(pagedRecords.length));
      expect(totalCount).toBe(pagedRecords.length);
      return pagedRecords.length;
    };
    expect(await agree()).toBe(0);
    const orders = [];
    for (let n = 0; n < 3; n++) orders.push(await order());
    expect(await agree()).toBe(3);
    await submit(auditor, await firstTask(), 'PASS');
    expect(await agree()).toBe(2);
    await ask(auditor, orderReject, { id: orders[0]?.id ?? '', rowVersion: orders[0]?.rowVersion ?? 1, reason: '价格不对' });
    expect(await agree()).toBe(1);
    await submit(auditor, await firstTask(), 'REJECT', { opinion: '缺资料' });
    expect(await agree()).toBe(0);
  });

  it('finds by number, customer, starter, step, process and amount, and nothing by what is not there', async () => {
    const { no } = await order();
    const found = async (query: object) => (await list(auditor, query)).totalCount;
    const [row] = (await list(auditor)).pagedRecords;
    for (const query of [
      { keyword: no },
      { keyword: no.slice(-4) },
      { starter: '录单' },
      { taskName: '待审核' },
      { processDefinitionKey: 'orderProcess' },
      { amountMin: '1.00' },
    ])
      expect(await found(query), JSON.stringify(query)).toBe(1);
    const none = [
      { keyword: 'ZZ99' },
      { starter: '没有这人' },
      { taskName: '财务' },
      { processDefinitionKey: 'dataExport' },
      { amountMin: '999999.00' },
      { overdue: 'true' },
    ];
    for (const query of none) expect(await found(query), JSON.stringify(query)).toBe(0);
    expect(await found({ startTime: row?.startedAt.slice(0, 10), endTime: row?.startedAt.slice(0, 10) })).toBe(1);
    expect(await found({ endTime: '2020-01-01' })).toBe(0);
  });

  it('keeps to the customers a person sees', async () => {
    await order();
    const { rows } = await opened.pool.query('select id from customer where tenant_id = 1 order by id limit 1');
    const seller = (await makeMember(1n, '业务员', [...tasks, ORDER_MANAGE, ORDER_AUDIT])).me;
    const limited: Me = { ...seller, scope: { customers: { member: seller.memberId ?? '', owners: [seller.memberId ?? ''], regions: [] }, warehouses: null } };
    expect((await list(limited)).totalCount).toBe(0);
    expect((await refusalOf(info(limited, await firstTask()))).code).toBe(NOT_FOUND);
    expect((await ask(limited, calls.taskCountProcessKey, {})).total).toBe(0);
    await opened.pool.query('update customer set sales_member_id = $1 where tenant_id = 1', [seller.memberId]);
    expect((await list(limited)).totalCount).toBe(rows.length);
  });

  it('is narrowed alike once decided, and as the process stands now', async () => {
    await order();
    await submit(auditor, await firstTask(), 'PASS');
    const counts = (query: object) =>
      Promise.all([handled(auditor, query), handled(clerk, { view: 'started', ...query })].map(async (page) => (await page).totalCount));
    const [{ summary = [] } = {}] = (await handled(auditor)).pagedRecords;
    const amount = /([\d,.]+)元/.exec(summary.join())?.[1]?.replaceAll(',', '') ?? '';
    for (const query of [{ amountMin: amount, amountMax: amount }, { status: 'PASSED' }, { starter: '录单' }])
      expect(await counts(query), JSON.stringify(query)).toEqual([1, 1]);
    for (const query of [{ amountMin: '99999999' }, { amountMax: '0.01' }, { status: 'RUNNING' }, { starter: '审核' }])
      expect(await counts(query), JSON.stringify(query)).toEqual([0, 0]);
  });

  it('is another company’s own: its ids answer like missing ones', async () => {
    await order();
    const id = await firstTask();
    await makeTenant(2n, '乙厂');
    const stranger = (await makeMember(2n, '别家', 'admin')).me;
    expect((await list(stranger)).totalCount).toBe(0);
    expect((await handled(stranger, { view: 'started' })).totalCount).toBe(0);
    const missing = await refusalOf(info(stranger, '01999999-9999-7999-8999-999999999999'));
    for (const work of [info(stranger, id), submit(stranger, id, 'PASS'), ask(stranger, calls.taskPeople, { taskId: id, action: 'TRANSFER' })]) {
      const { code, message } = await refusalOf(work);
      expect(code).toBe(NOT_FOUND);
      expect(message.slice(-8)).toBe(missing.message.slice(-8));
    }
  });
});

describe('the way of a document', () => {
  const way = (me: Me, id: string, more: object = {}) => ask(me, calls.taskWay, { type: 'order', id, ...more });
  const names = ({ trail }: Awaited<ReturnType<typeof way>>) => trail.map(({ title, people }) => [title, ...people.map(({ name }) => name)]);

  it('says to whoever opens its page with whom it is now, and afterwards who decided', async () => {
    const { id } = await order();
    const reader = (await makeMember(1n, '查看员', [ORDER_MANAGE])).me;
    const waits = await way(reader, id);
    expect([waits.status, waits.instanceId]).toEqual(['RUNNING', '']);
    expect(waits.said).toBe('现在由审核员处理（待审核）');
    await makeMember(1n, '主管', [ORDER_AUDIT]);
    await makeMember(1n, '主任', [ORDER_AUDIT]);
    expect((await way(reader, id)).said).toBe('现在由主任、主管、审核员之一处理（待审核）');
    await makeMember(1n, '总监', [ORDER_AUDIT]);
    expect((await way(reader, id)).said).toMatch(/^现在由\S+、\S+、\S+等4人之一处理（待审核）$/);
    await submit(auditor, await firstTask(), 'PASS');
    const passed = await way(reader, id);
    expect([passed.status, passed.said]).toEqual(['PASSED', '']);
    expect(names(passed).flat()).toContain('审核员');
    expect((await way(auditor, id)).instanceId).not.toBe('');
  });

  it('says of a draft who will be asked, only where it may still be submitted', async () => {
    const { id } = await ask(clerk, orderSave, orderOf(market, [[0, '1']]));
    const ahead = await way(clerk, id, { ahead: true });
    expect([ahead.status, ahead.said]).toEqual(['', '还没有提交；提交后将按下面的流程审批']);
    expect(names(ahead)).toEqual([['待审核', '审核员'], ['结束']]);
    expect(await way(clerk, id)).toMatchObject({ said: '没有经过审批流程', trail: [] });
  });

  it('is answered as of something missing to whoever may not open the page, and to another company', async () => {
    const { id } = await order();
    const keeper = (await makeMember(1n, '无关', tasks)).me;
    await makeTenant(2n, '乙厂');
    const stranger = (await makeMember(2n, '别家', 'admin')).me;
    for (const me of [keeper, stranger]) expect((await refusalOf(way(me, id))).code).toBe(NOT_FOUND);
    expect((await refusalOf(ask(auditor, calls.taskWay, { type: 'nothing', id }))).code).toBe(NOT_FOUND);
  });
});

describe('a task', () => {
  it('shows the document, who had it and who comes next, and what may be done', async () => {
    await order();
    const shown = await info(auditor, await firstTask());
    expect(shown.card.facts.map(({ label }) => label)).toEqual(expect.arrayContaining(['客户', '应付(元)', '仓库']));
    expect(shown.card.tables[0]?.rows).toHaveLength(1);
    expect(shown.trail.map(({ title, state }) => [title, state])).toEqual([
      ['发起', 'done'],
      ['待审核', 'now'],
      ['结束', 'future'],
    ]);
    expect(shown.allowed.map(({ action }) => action)).toEqual(expect.arrayContaining(['PASS', 'REJECT', 'TRANSFER', 'ADD_BEFORE', 'COPY', 'COMMENT']));
    expect(shown.why).toContain('权限');
    const mine = await ask(clerk, calls.taskInfo, { instanceId: shown.processInstanceId });
    expect(mine.taskId).toBe('');
    expect(mine.allowed.map(({ action }) => action)).not.toContain('PASS');
  });

  it('hides amounts from whoever may not see them', async () => {
    await order();
    const id = await firstTask();
    const shown = await info({ ...auditor, hidden: ['amount'] }, id);
    expect(shown.card.facts.find(({ key }) => key === 'amount')?.amount).toBe('***');
    expect(JSON.stringify(shown.card.tables)).not.toMatch(/"(amount|price)":"\d/);
    const [row] = (await list({ ...auditor, hidden: ['amount'] })).pagedRecords;
    expect([JSON.stringify(row).includes('***'), /\d\.\d{2}元/.test(JSON.stringify(row))]).toEqual([true, false]);
    expect((await refusalOf(list({ ...auditor, hidden: ['amount'] }, { amountMin: '1.00' }))).message).toContain('对您的角色隐藏');
  });

  it('is decided once: whoever comes second reads who and when', async () => {
    await order();
    const id = await firstTask();
    const second = (await makeMember(1n, '审核乙', [...tasks, ORDER_MANAGE, ORDER_AUDIT])).me;
    const { message } = await submit(auditor, id, 'PASS', { opinion: '同意' });
    expect(message).toContain('同意');
    expect((await refusalOf(submit(second, id, 'PASS'))).message).toMatch(/已|不在/);
    const shown = await info(second, id);
    expect(shown.allowed.map(({ action }) => action)).not.toContain('PASS');
    expect(shown.past).toMatch(/^审核员于\d{4}-\d{2}-\d{2} \d{2}:\d{2}在“待审核”同意/);
    const { pagedRecords } = await handled(auditor);
    expect(pagedRecords.map(({ result, opinion, status }) => [result, opinion, status])).toEqual([['同意', '同意', 'PASSED']]);
    expect((await handled(second)).totalCount).toBe(0);
    expect((await handled(clerk, { view: 'started' })).pagedRecords.map(({ status }) => status)).toEqual(['PASSED']);
  });

  it('leads on to the next and back to the previous of the person’s list', async () => {
    for (let n = 0; n < 3; n++) await order();
    const ids = (await list(auditor)).pagedRecords.map(({ id }) => id);
    const [newest, middle, oldest] = ids as [string, string, string];
    expect((await info(auditor, middle)).neighbours).toEqual({ previous: newest, next: oldest });
    expect((await info(auditor, newest)).neighbours).toEqual({ previous: '', next: middle });
    await submit(auditor, middle, 'PASS');
    expect((await info(auditor, middle)).neighbours).toEqual({ previous: newest, next: oldest });
  });

  it('asks for the sum again where the document’s own page does, and takes no such documents several at once', async () => {
    const finance = (await makeMember(1n, '财务', [...tasks, FUND_CONFIRM])).me;
    await deposit(1);
    const [row] = (await list(finance)).pagedRecords;
    expect(row?.mayBatch).toBe(false);
    const id = row?.id ?? '';
    expect((await info(finance, id)).allowed.find(({ action }) => action === 'PASS')?.asks).toEqual([{ key: 'amount', label: '再次输入入账金额(元)' }]);
    for (const more of [{}, { amount: '9元' }, { amount: '9.001' }])
      expect((await refusalOf(submit(finance, id, 'PASS', { more }))).message).toContain('最多两位小数');
    expect((await refusalOf(submit(finance, id, 'PASS', { more: { amount: '8.99' } }))).message).toContain('不一致');
    await submit(finance, id, 'PASS', { more: { amount: '9.00' } });
    const { rows } = await opened.pool.query("select status, confirmer from enter_account where bank_flow_no = 'U1'");
    expect(rows).toEqual([{ status: 'CONFIRMED', confirmer: '财务' }]);
  });

  it('ends what was returned when its next submit is audited by itself', async () => {
    const { id } = await order();
    await submit(auditor, await firstTask(), 'REJECT', { opinion: '改数量' });
    // As a step leaves it that sends a rejected order back to its starter.
    await opened.pool.query("update wf_instance set status = 'RETURNED', ended_at = null where subject_id = $1", [id]);
    await configure(market, { auditMode: 'AUTO' });
    const { rows: before } = await opened.pool.query('select row_version from sales_order where id = $1', [id]);
    await ask(clerk, orderSubmit, { id, rowVersion: before[0].row_version });
    const { rows } = await opened.pool.query('select status from wf_instance where subject_id = $1', [id]);
    expect(rows).toEqual([{ status: 'WITHDRAWN' }]);
  });

  it('lists several at their own pace: what is refused leaves the others', async () => {
    const { id } = await ask(clerk, orderPlace, orderOf(market, [[1, '1']]));
    expect(id).toBeTruthy();
    const task = await firstTask();
    await submit(auditor, task, 'PASS');
    expect((await refusalOf(submit(auditor, task, 'PASS'))).code).not.toBe('0');
  });
});

describe('外出委托', () => {
  const at = (hours: number) => new Date(NOON.getTime() + hours * 3_600_000).toISOString();
  const set = (me: Me, agent: Me, from = -1, to = 8, keys: string[] = []) =>
    ask(me, calls.delegationSave, { agentId: agent.memberId ?? '', fromAt: at(from), toAt: at(to), keys, reason: '出差' });

  it('is for a time, to somebody else, and not twice at once', async () => {
    await set(auditor, clerk);
    expect((await list(auditor)).notes.join()).toContain('委托给录单员');
    expect((await list(clerk)).notes.join()).toContain('代审核员');
    expect((await refusalOf(set(auditor, clerk))).message).toContain('重叠');
    expect((await refusalOf(set(auditor, auditor, 20, 30))).message).toBe('不能委托给自己');
    expect((await refusalOf(set(clerk, auditor, 5, 4))).message).toContain('须晚于');
    expect((await refusalOf(set(clerk, auditor, -9, -8))).message).toContain('已经过去');
    expect((await refusalOf(set(clerk, auditor, 1, 2, ['nothing']))).message).toContain('没有“nothing”这种流程');
    const { delegations } = await ask(auditor, calls.delegationList, {});
    expect(delegations.map(({ agent, state, mine }) => [agent, state, mine])).toEqual([['录单员', 'NOW', true]]);
    expect((await refusalOf(ask(clerk, calls.delegationEnd, { id: delegations[0]?.id ?? '' }))).code).toBe(NOT_FOUND);
    await ask(auditor, calls.delegationEnd, { id: delegations[0]?.id ?? '' });
    expect((await list(auditor)).notes).toEqual([]);
    await makeTenant(2n, '乙厂');
    const stranger = (await makeMember(2n, '别家', 'admin')).me;
    expect((await refusalOf(set(auditor, stranger, 20, 30))).code).toBe(NOT_FOUND);
  });
});
