import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { plainRules } from '~/domains/workflow/processTree';
import * as calls from '~/domains/workflow/taskCalls';
import { FLOW_DONE, FLOW_TODO, STOCK_AUDIT, STOCK_MANAGE } from '~/portal/permissions';
import { screenOf } from '~/portal/screens';
import { makeMember } from '../../support/app';
import { ask, NOON, refusalOf } from '../../support/catalogue';
import { emptyDatabase, testDatabase } from '../../support/database';
import { type Desk, openDesk } from '../../support/desk';
import { publishProcess, step, submitSlip, treeOf } from '../../support/flows';
import { addSlip, openSlips } from '../../support/slips';

const opened = await testDatabase();
let desk: Desk;
const two = () => [step('甲审', [desk.me('甲')]), step('乙审', [desk.me('乙'), desk.me('丙')], { mode: { kind: 'ALL' } })] as const;
/** What came, after opening each link as whoever was told. */
async function told(): Promise<string[]> {
  const news = await desk.news();
  for (const { what, link } of news) {
    const name = what.split(' ')[1] as Parameters<Desk['me']>[0];
    const [path, query] = link.split('?');
    if (path === '/portal/process/backLog') continue;
    const id = new URLSearchParams(query).get('id') ?? '';
    const screen = screenOf(path ?? '');
    expect(
      screen?.codes?.some((code) => desk.me(name).permissions.has(code)),
      `${what} ${link}`,
    ).toBe(true);
    const info = await ask(desk.me(name), calls.taskInfo, path?.endsWith('/handle') ? { id } : { instanceId: id });
    expect(info.subjectNo, what).toBe(desk.slip().no);
  }
  return news.map(({ what }) => what).sort();
}

beforeAll(() => openSlips(opened));
beforeEach(async () => {
  await emptyDatabase();
  desk = await openDesk(opened);
});

describe('notices of an approval', () => {
  it('go to whoever is asked, step by step, and to whoever began it at the end', async () => {
    await desk.runs(...two());
    expect(await told()).toEqual(['task 甲']);
    await desk.act('甲', 'PASS');
    expect(await told()).toEqual(['task 丙', 'task 乙']);
    await desk.act('乙', 'PASS');
    expect(await told()).toEqual([]);
    await desk.act('丙', 'PASS');
    expect(await told()).toEqual(['passed 制单']);
    await desk.runs(...two());
    await told();
    await desk.act('甲', 'REJECT', { opinion: '缺资料' });
    expect(await told()).toEqual(['rejected 制单']);
  });

  it('tell of 退回 to the starter, to a step, and of 终止', async () => {
    await desk.runs(...two());
    await desk.act('甲', 'PASS');
    await told();
    await desk.act('乙', 'RETURN', { target: '甲审', opinion: '再看' });
    expect(await told()).toEqual(['spared 丙', 'task 甲']);
    await desk.act('甲', 'RETURN', { opinion: '改数量' });
    expect(await told()).toEqual(['returned 制单']);
    await desk.runs(...two());
    await told();
    await desk.act('管理员', 'TERMINATE', { opinion: '客户取消' });
    expect(await told()).toEqual(['spared 甲', 'terminated 制单']);
  });

  it('tell of what is handed over, asked, copied and urged, each person once and nobody else', async () => {
    await desk.runs(...two());
    await told();
    await desk.act('甲', 'ADD_BEFORE', { to: ['丁'], opinion: '请看' });
    expect(await told()).toEqual(['task 丁']);
    await desk.act('甲', 'TRANSFER', { to: ['丙'] });
    expect(await told()).toEqual(['task 丙']);
    await refusalOf(desk.act('甲', 'COPY', { taskId: await desk.taskOf('丙'), to: ['路人'] }));
    expect(await told()).toEqual([]);
    await desk.act('丙', 'COPY', { to: ['路人', '制单'] });
    expect(await told()).toEqual(['copied 制单', 'copied 路人']);
    await desk.act('丙', 'COMMENT', { opinion: '等资料' });
    expect(await told()).toEqual([]);
    await desk.act('制单', 'URGE', { opinion: '急' });
    expect(await told()).toEqual(['urged 丁', 'urged 丙']);
    await desk.act('甲', 'TAKE_BACK');
    expect(await told()).toEqual(['spared 丙']);
    await desk.act('甲', 'DELEGATE', { to: ['丙'] });
    expect(await told()).toEqual(['task 丙']);
    await desk.act('丁', 'PASS');
    await desk.act('丙', 'PASS');
    expect(await told()).toEqual(['task 甲']);
    await desk.act('甲', 'PASS');
    await told();
    await desk.act('甲', 'RECALL');
    expect(await told()).toEqual(['spared 丙', 'spared 乙']);
  });

  it('tell whoever began it of every step passed, where the process says so', async () => {
    await desk.runsBy({ ...treeOf(step('甲审', [desk.me('甲')]), step('乙审', [desk.me('乙')])), rules: { ...plainRules, tellStarter: 'EACH' } });
    await told();
    await desk.act('甲', 'PASS');
    expect(await told()).toEqual(['step 制单', 'task 乙']);
    const { rows } = await opened.pool.query("select title from message where kind = 'approval.step'");
    expect(rows[0].title).toContain('已通过“甲审”');
    await desk.act('乙', 'PASS');
    expect(await told()).toEqual(['passed 制单']);
  });

  it('reach nobody who cannot open where they lead: another right, an account out of use', async () => {
    const [todo, done] = [(await makeMember(1n, '只待办', [FLOW_TODO])).me, (await makeMember(1n, '只已办', [FLOW_DONE])).me];
    await desk.runs(
      { kind: 'CC', id: 'cc', name: '抄送', candidates: [{ kind: 'MEMBERS', memberIds: [todo, done].map(({ memberId }) => memberId as string) }] },
      ...two(),
    );
    const told = async () => (await opened.pool.query('select m.kind, m.account_id from message m where kind like $1 order by m.kind', ['approval.%'])).rows;
    await desk.news();
    expect(await told()).toEqual([
      { kind: 'approval.copied', account_id: done.accountId },
      { kind: 'approval.task', account_id: desk.me('甲').accountId },
    ]);
    await opened.pool.query("update member set status = 'DISABLED' where id = $1", [desk.idOf('乙')]);
    await desk.act('甲', 'PASS');
    await desk.news();
    expect((await told()).map(({ account_id }) => account_id)).not.toContain(desk.me('乙').accountId);
  });

  it('of a result give the words alone to whoever began it and has no page of processes', async () => {
    const maker = (await makeMember(1n, '仓管', [STOCK_MANAGE])).me;
    await publishProcess(opened, 1n, treeOf(step('甲审', [desk.me('甲')])));
    const slip = await addSlip(opened, maker);
    await submitSlip(opened, maker, slip, NOON);
    const id = (await ask(desk.me('甲'), calls.taskList, {})).pagedRecords[0]?.id ?? '';
    await ask(desk.me('甲'), calls.taskSubmit, { taskId: id, action: 'PASS' });
    await desk.news();
    const { rows } = await opened.pool.query("select link from message where kind = 'approval.passed' and account_id = $1", [maker.accountId]);
    expect(rows).toEqual([{ link: '' }]);
  });

  it('of a pool go to whoever decides such documents and opens tasks', async () => {
    const decider = (await makeMember(1n, '审核', [STOCK_AUDIT, STOCK_MANAGE, FLOW_TODO])).me;
    const blind = (await makeMember(1n, '不看待办', [STOCK_AUDIT, STOCK_MANAGE])).me;
    await desk.runs(step('甲审', [desk.me('甲')]), step('审核', [], { candidates: [{ kind: 'PERMISSION' }] }));
    await desk.act('甲', 'PASS');
    await desk.news();
    const { rows } = await opened.pool.query("select account_id from message where kind = 'approval.task'");
    const accounts = rows.map(({ account_id }) => account_id);
    expect(accounts).toContain(decider.accountId);
    expect(accounts).not.toContain(blind.accountId);
    expect(new Set(accounts).size).toBe(accounts.length);
  });
});
