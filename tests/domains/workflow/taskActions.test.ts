import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as calls from '~/domains/workflow/taskCalls';
import type { Me } from '~/portal/me';
import { ask, NOON, refusalOf } from '../../support/catalogue';
import { emptyDatabase, testDatabase } from '../../support/database';
import { type Desk, openDesk } from '../../support/desk';
import { runsOn, step } from '../../support/flows';
import { openSlips } from '../../support/slips';

const opened = await testDatabase();
let desk: Desk;
const after = (hours: number) => new Date(NOON.getTime() + hours * 3_600_000);
const me = (name: Parameters<Desk['me']>[0]): Me => desk.me(name);

beforeAll(() => openSlips(opened));
beforeEach(async () => {
  await emptyDatabase();
  desk = await openDesk(opened);
  await desk.runs(step('甲审', [me('甲')]), step('乙审', [me('乙')]));
});

describe('a task given to somebody else', () => {
  it('is theirs alone after 转办, goes on from them, and may be taken back until then', async () => {
    await desk.act('甲', 'TRANSFER', { to: ['丙'], opinion: '您更熟悉' });
    expect([await desk.waiting(), await desk.todo('甲'), await desk.todo('丙')]).toEqual([['丙'], 0, 1]);
    expect((await desk.info('丙')).words).toBe('甲：您更熟悉');
    expect((await desk.handled('甲')).map(({ result }) => result)).toEqual(['已转办']);
    await desk.act('甲', 'TAKE_BACK');
    expect([await desk.waiting(), await desk.todo('丙'), (await desk.handled('甲')).length]).toEqual([['甲'], 0, 0]);
    await desk.act('甲', 'TRANSFER', { to: ['丙'] });
    await desk.act('丙', 'PASS');
    expect(await desk.waiting()).toEqual(['乙']);
    expect((await refusalOf(desk.act('甲', 'TAKE_BACK'))).message).toContain('现在不能收回');
    expect(await desk.waiting()).toEqual(['乙']);
  });

  it('passed on twice is taken back by whoever gave it last', async () => {
    await desk.act('甲', 'TRANSFER', { to: ['丙'] });
    await desk.act('丙', 'TRANSFER', { to: ['丁'] });
    expect((await refusalOf(desk.act('甲', 'TAKE_BACK'))).message).toContain('现在不能收回');
    await desk.act('丙', 'TAKE_BACK');
    expect(await desk.waiting()).toEqual(['丙']);
  });

  it('comes back from 委派 with the opinion, and whoever delegated decides, whatever was said', async () => {
    await desk.act('甲', 'DELEGATE', { to: ['丙'], opinion: '请看价格' });
    expect(await desk.waiting()).toEqual(['丙']);
    await desk.act('丙', 'REJECT', { opinion: '价格偏高' });
    expect([await desk.waiting(), await desk.status()]).toEqual([['甲'], 'RUNNING']);
    expect((await desk.info('甲')).words).toBe('丙：不同意，价格偏高');
    await desk.act('甲', 'PASS');
    expect(await desk.waiting()).toEqual(['乙']);
  });

  it('keeps one open task when the opinion of a 委派 is taken back, and lets it stand once decided on', async () => {
    await desk.act('甲', 'DELEGATE', { to: ['丙'] });
    await desk.act('丙', 'PASS', { opinion: '可以' });
    await desk.act('丙', 'RECALL');
    expect(await desk.waiting()).toEqual(['丙']);
    await desk.act('丙', 'PASS', { opinion: '想好了' });
    await desk.act('甲', 'PASS');
    expect((await refusalOf(desk.act('丙', 'RECALL'))).message).toContain('已有人处理，不能收回');
    expect(await desk.waiting()).toEqual(['乙']);
  });
});

describe('a signature asked for afterwards and given to an agent', () => {
  beforeEach(async () => {
    await desk.act('甲', 'ADD_AFTER', { to: ['丙'], opinion: '请复核' });
    await desk.act('丙', 'DELEGATE', { to: ['丁'] });
    await desk.act('甲', 'PASS');
  });

  it('is waited for: the step does not pass while the agent has not answered', async () => {
    expect([await desk.waiting(), await desk.status()]).toEqual([['丁'], 'RUNNING']);
  });

  it('comes back as the signature it was, and may still reject', async () => {
    await desk.act('丁', 'PASS', { opinion: '可以' });
    expect([await desk.waiting(), await desk.status()]).toEqual([['丙'], 'RUNNING']);
    await desk.act('丙', 'REJECT', { opinion: '不行' });
    expect(await desk.status()).toBe('REJECTED');
  });

  it('lets the step pass once its asker agrees, and the agent may not delegate again', async () => {
    expect((await refusalOf(desk.act('丁', 'DELEGATE', { to: ['路人'] }))).message).not.toBe('');
    await desk.act('丁', 'PASS', { opinion: '可以' });
    await desk.act('丁', 'RECALL');
    expect(await desk.waiting()).toEqual(['丁']);
    await desk.act('丁', 'PASS', { opinion: '想好了' });
    await desk.act('丙', 'PASS');
    expect(await desk.waiting()).toEqual(['乙']);
  });
});

describe('加签', () => {
  it('before holds up passing until it is answered, and a disagreement still does', async () => {
    await desk.act('甲', 'ADD_BEFORE', { to: ['丙', '丁'], opinion: '账期是否放行' });
    expect((await desk.waiting()).sort()).toEqual(['甲', '丙', '丁'].sort());
    expect((await refusalOf(desk.act('甲', 'PASS'))).message).toContain('尚未答复加签');
    await desk.act('丙', 'PASS', { opinion: '放行' });
    await desk.act('丁', 'REJECT', { opinion: '超期' });
    expect(await desk.status()).toBe('RUNNING');
    expect((await refusalOf(desk.act('甲', 'PASS'))).message).toContain('“丁”不同意：超期');
    await desk.act('甲', 'ADD_BEFORE', { to: ['丁'], opinion: '已补资料' });
    await desk.act('丁', 'PASS');
    await desk.act('甲', 'PASS');
    expect(await desk.waiting()).toEqual(['乙']);
  });

  it('after is a further vote: the step waits for it, and it may reject', async () => {
    await desk.act('甲', 'ADD_AFTER', { to: ['丙'], opinion: '请复核' });
    await desk.act('甲', 'PASS');
    expect(await desk.waiting()).toEqual(['丙']);
    await desk.act('丙', 'PASS');
    expect(await desk.waiting()).toEqual(['乙']);
    await desk.act('乙', 'ADD_AFTER', { to: ['丁'], opinion: '请复核' });
    await desk.act('乙', 'PASS');
    await desk.act('丁', 'REJECT', { opinion: '不行' });
    expect(await desk.status()).toBe('REJECTED');
  });

  it('is not asked of somebody who has not answered yet', async () => {
    await desk.act('甲', 'ADD_BEFORE', { to: ['丙'], opinion: '请看' });
    for (const action of ['ADD_BEFORE', 'ADD_AFTER'])
      expect((await refusalOf(desk.act('甲', action, { to: ['丁', '丙'], opinion: '再看' }))).message).toContain('“丙”尚未答复上一次加签');
    expect((await desk.waiting()).sort()).toEqual(['甲', '丙'].sort());
  });

  it('is set aside by whoever asked (减签), and by nobody else', async () => {
    await desk.runs(step('会签', [me('甲'), me('乙')], { mode: { kind: 'ALL' } }));
    await desk.act('甲', 'ADD_BEFORE', { to: ['丙'], opinion: '请看' });
    await desk.act('乙', 'ADD_AFTER', { to: ['丁'], opinion: '请看' });
    expect((await ask(me('乙'), calls.taskPeople, { taskId: await desk.taskOf('乙'), action: 'REMOVE_SIGN' })).members.map(({ name }) => name)).toEqual(['丁']);
    expect((await refusalOf(desk.act('乙', 'REMOVE_SIGN', { to: ['丙'] }))).data.fields).toHaveProperty('users');
    await desk.act('甲', 'REMOVE_SIGN', { to: ['丙'] });
    expect(await desk.todo('丙')).toBe(0);
    await desk.act('甲', 'PASS');
    await desk.act('乙', 'REMOVE_SIGN', { to: ['丁'] });
    await desk.act('乙', 'PASS');
    expect(await desk.status()).toBe('PASSED');
    expect([await desk.handled('丙'), await desk.handled('丁')]).toEqual([[], []]);
  });
});

describe('a signature asked for afterwards and passed on (转办)', () => {
  beforeEach(async () => {
    await desk.runs(step('会签', [me('甲'), me('丙')], { mode: { kind: 'ALL' } }));
    await desk.act('甲', 'ADD_AFTER', { to: ['丁'], opinion: '请复核' });
    await desk.act('丁', 'TRANSFER', { to: ['路人'] });
  });
  const setsAside = async (name: Parameters<Desk['me']>[0]) =>
    (await ask(me(name), calls.taskPeople, { taskId: await desk.taskOf(name), action: 'REMOVE_SIGN' })).members.map((one) => one.name);

  it('is set aside by who asked for it, and not by who passed it on, also with a task of their own', async () => {
    await desk.act('丙', 'TRANSFER', { to: ['丁'] });
    expect((await desk.info('丁')).allowed.map(({ action }) => action)).not.toContain('REMOVE_SIGN');
    expect(await setsAside('丁')).toEqual([]);
    expect((await refusalOf(desk.act('丁', 'REMOVE_SIGN', { to: ['路人'] }))).message).toContain('现在不能减签');
    expect(await setsAside('甲')).toEqual(['路人']);
    await desk.act('甲', 'REMOVE_SIGN', { to: ['路人'] });
    expect((await desk.waiting()).sort()).toEqual(['丁', '甲'].sort());
  });

  it('is taken back by who passed it on, who then has it again', async () => {
    await desk.act('丁', 'TAKE_BACK');
    expect((await desk.waiting()).sort()).toEqual(['甲', '丙', '丁'].sort());
    await desk.act('甲', 'PASS');
    await desk.act('丙', 'PASS');
    expect(await desk.waiting()).toEqual(['丁']);
    await desk.act('丁', 'PASS');
    expect(await desk.status()).toBe('PASSED');
  });

  it('is of whoever the asking task was passed on to, and of an agent only after it came back', async () => {
    await desk.act('甲', 'DELEGATE', { to: ['丁'] });
    expect(await setsAside('丁')).toEqual([]);
    await desk.act('丁', 'PASS');
    expect(await setsAside('甲')).toEqual(['路人']);
    await desk.act('甲', 'TRANSFER', { to: ['乙'] });
    expect(await setsAside('乙')).toEqual(['路人']);
    await desk.act('路人', 'DELEGATE', { to: ['丁'] });
    expect(await setsAside('乙')).toEqual(['丁']);
    await desk.act('丁', 'REJECT', { opinion: '缺资料' });
    expect(await setsAside('乙')).toEqual(['路人']);
    await desk.act('乙', 'REMOVE_SIGN', { to: ['路人'] });
    expect((await desk.waiting()).sort()).toEqual(['乙', '丙'].sort());
  });
});

describe('telling others', () => {
  it('抄送 stands under 抄送我的, unread until opened, and is no task', async () => {
    await desk.act('甲', 'COPY', { to: ['路人', '制单'], opinion: '请知悉' });
    expect([await desk.todo('路人'), (await desk.handled('路人')).length, await desk.waiting()]).toEqual([0, 0, ['甲']]);
    expect((await desk.handled('路人', 'copied')).map(({ result }) => result)).toEqual(['未读']);
    const shown = await desk.info('路人');
    expect([shown.unread, shown.taskId]).toEqual([true, '']);
    expect((await refusalOf(desk.act('甲', 'COPY', { to: ['路人'] }))).message).toContain('已抄送“路人”');
    await ask(me('丙'), calls.taskRead, { instanceId: await desk.instanceId() });
    expect((await desk.info('路人')).unread).toBe(true);
    await ask(me('路人'), calls.taskRead, { instanceId: await desk.instanceId() });
    expect([(await desk.info('路人')).unread, (await desk.handled('路人', 'copied'))[0]?.result]).toEqual([false, '已读']);
    expect((await desk.handled('丙', 'copied')).length).toBe(0);
  });

  it('催办 is for whoever began it, and the second within two hours says when it may be', async () => {
    await desk.act('制单', 'URGE', { opinion: '客户在等' });
    expect((await ask(me('甲'), calls.taskList, {})).pagedRecords.map(({ urged }) => urged)).toEqual([1]);
    const { message } = await refusalOf(desk.act('制单', 'URGE', {}, after(1.9)));
    expect(message).toMatch(/^12:00已催办过，请在06-15 14:00之后再催$/);
    await desk.act('制单', 'URGE', {}, after(2));
    expect((await ask(me('甲'), calls.taskList, {})).pagedRecords.map(({ urged }) => urged)).toEqual([2]);
    for (const name of ['甲', '管理员'] as const) expect((await refusalOf(desk.act(name, 'URGE'))).message).toContain('现在不能催办');
  });

  it('评论 changes nothing and is read by everybody whom it concerns', async () => {
    await desk.act('制单', 'COMMENT', { opinion: '合同已寄出' });
    expect((await refusalOf(desk.act('甲', 'COMMENT'))).message).toContain('评论须填写意见');
    expect(await desk.waiting()).toEqual(['甲']);
    expect((await desk.info('甲')).log.filter(({ action }) => action === '评论').map(({ actor, words }) => [actor, words])).toEqual([['制单', '合同已寄出']]);
  });
});

describe('going back', () => {
  it('收回审批 is for as long as nobody has touched the next step', async () => {
    await desk.act('甲', 'PASS');
    expect(await desk.waiting()).toEqual(['乙']);
    await desk.act('甲', 'RECALL');
    expect([await desk.waiting(), (await desk.handled('甲')).length, await desk.todo('乙')]).toEqual([['甲'], 0, 0]);
    await desk.act('甲', 'PASS');
    await desk.act('乙', 'TRANSFER', { to: ['丁'] });
    expect((await refusalOf(desk.act('甲', 'RECALL'))).message).toContain('下一步已有人处理，不能收回');
    await desk.act('丁', 'PASS');
    expect(await desk.status()).toBe('PASSED');
    expect((await refusalOf(desk.act('丁', 'RECALL'))).data.reason).toBe('BAD_STATE');
  });

  it('退回 to a passed step asks it anew; what siblings had is gone and not among what they handled', async () => {
    await desk.runs(step('甲审', [me('甲')]), step('会签', [me('乙'), me('丙')], { mode: { kind: 'ALL' } }));
    await desk.act('甲', 'PASS');
    const targets = (await desk.info('乙')).allowed.find(({ action }) => action === 'RETURN')?.targets;
    expect(targets).toEqual([
      { id: 'start', name: '发起人' },
      { id: '甲审', name: '甲审' },
    ]);
    for (const target of ['会签', 'end', 'nowhere']) {
      const { data } = await refusalOf(desk.act('乙', 'RETURN', { target, opinion: '缺合同' }));
      expect(data.fields).toEqual({ target: '请选择可以退回的节点' });
    }
    await desk.act('乙', 'RETURN', { target: '甲审', opinion: '缺合同' });
    expect([await desk.waiting(), await desk.status()]).toEqual([['甲'], 'RUNNING']);
    expect((await runsOn(opened, desk.slip())).map(({ node_id, status }) => `${node_id} ${status}`)).toEqual(['甲审 PASSED', '会签 CANCELLED', '甲审 OPEN']);
    expect([(await desk.handled('乙')).map(({ result }) => result), await desk.handled('丙'), await desk.todo('丙')]).toEqual([['退回'], [], 0]);
    expect((await refusalOf(desk.act('丙', 'PASS'))).data.reason).toBe('BAD_STATE');
    await desk.act('甲', 'PASS');
    expect((await desk.waiting()).sort()).toEqual(['丙', '乙']);
  });

  it('终止 is the administrator’s, with a reason, and ends it for everybody', async () => {
    for (const name of ['甲', '制单'] as const) expect((await refusalOf(desk.act(name, 'TERMINATE', { opinion: '停' }))).message).toContain('现在不能终止');
    expect((await refusalOf(desk.act('管理员', 'TERMINATE'))).message).toContain('终止须填写意见');
    await desk.act('管理员', 'TERMINATE', { opinion: '客户取消' });
    expect([await desk.status(), await desk.waiting(), await desk.todo('甲')]).toEqual(['TERMINATED', [], 0]);
    expect((await desk.handled('制单', 'started')).map(({ status }) => status)).toEqual(['TERMINATED']);
    expect((await refusalOf(desk.act('甲', 'PASS'))).message).toBeTruthy();
    expect((await refusalOf(desk.act('管理员', 'TERMINATE', { opinion: '再停' }))).data.reason).toBe('BAD_STATE');
  });
});
