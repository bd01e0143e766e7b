import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import '~/domains/all.server';
import { defineApproval } from '~/domains/workflow/approvalKind.server';
import type { ProcessTree } from '~/domains/workflow/process';
import * as calls from '~/domains/workflow/processCalls';
import { firstTree } from '~/domains/workflow/processConfig';
import { businesses } from '~/domains/workflow/processForm.server';
import { changeBranch } from '~/domains/workflow/treeEdit';
import { PROCESS_CONFIG, USER_MANAGE } from '~/portal/permissions';
import { database } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import type { Endpoint, InputOf } from '~/shared/endpoint';
import { BAD_INPUT, NO_PERMISSION, NOT_FOUND, refusalCodes, WARNING } from '~/shared/refusal';
import { type Envelope, makeDealer, makeMember, makeTenant, type Person, send, TENANT_A, TENANT_B } from '../../support/app';
import { emptyDatabase, testDatabase } from '../../support/database';
import { atLeast, branch, choice, formFields, task, treeOf } from '../../support/processes';

const KEY = 'testProcess';
defineApproval({
  ...{ type: 'processTest', title: '测试审批', key: KEY, decide: [USER_MANAGE] },
  form: { fields: formFields, values: () => ({}), summary: () => [], route: () => '/portal' },
  lock: async () => ({}),
  subject: () => ({ id: newId(), no: '', name: '测试', customerId: null }),
  mustAllow: () => undefined,
  on: { PASS: async () => ({}) },
});

let admin: Person;
let designer: Person;
let stranger: Person;
beforeAll(async () => {
  await testDatabase();
});
beforeEach(async () => {
  await emptyDatabase();
  await makeTenant(TENANT_A, '甲厂');
  await makeTenant(TENANT_B, '乙厂');
  admin = await makeMember(TENANT_A, '管理员', 'admin');
  designer = await makeMember(TENANT_A, '流程管理员', [PROCESS_CONFIG]);
  stranger = await makeMember(TENANT_B, '外人', 'admin');
});

const say = <E extends Endpoint>(person: Person | null, endpoint: E, input: InputOf<E>): Promise<Envelope> =>
  send(endpoint.method, endpoint.path, input, person);
async function done<E extends Endpoint>(endpoint: E, input: InputOf<E>, person = designer) {
  const answer = await say(person, endpoint, input);
  expect(answer.code, answer.message).toBe('0');
  return answer.data;
}
const made = (name = '测试流程') => done(calls.processCreate, { name, key: KEY });
const saved = async (tree: ProcessTree, ref?: { id: string; version: number }) =>
  done(calls.processUpdate, { ...(ref ?? (await made())), name: '测试流程', tree });
const published = async (tree: ProcessTree, ref?: { id: string; version: number }) =>
  done(calls.processPublish, { ...(await saved(tree, ref)), notes: '首次发布' });
const byAmount = () => treeOf(task('first'), choice('c', branch('big', atLeast(10_000), task('boss')), branch('rest', null)));
const cardOf = async (id: string) => (await done(calls.processList, {})).processes.find((one: { id: string }) => one.id === id);

describe('designing a process', () => {
  it('names every kind of approval by a title of its own', () => {
    const titles = businesses().map(({ title }) => title);
    expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([]);
  });

  it('begins with a draft, saves it, publishes it and puts it in force', async () => {
    const ref = await made();
    expect(await cardOf(ref.id)).toMatchObject({ name: '测试流程', business: '测试审批', status: 'DISABLED', ver: null, draft: true, running: 0 });
    expect(await done(calls.processGet, { id: ref.id })).toMatchObject({ ver: 1, state: 'DRAFT', tree: firstTree(), version: 1 });
    expect((await say(designer, calls.processEnable, { id: ref.id })).message).toContain('还没有发布过');
    const answer = await published(byAmount(), ref);
    expect(answer).toMatchObject({ ver: 1, enabled: false });
    await done(calls.processEnable, { id: ref.id });
    expect(await cardOf(ref.id)).toMatchObject({ status: 'ENABLED', ver: 1, draft: false, publishedBy: '流程管理员' });
    const { versions } = await done(calls.processVersions, { id: ref.id });
    expect(versions).toMatchObject([{ ver: 1, state: 'PUBLISHED', notes: '首次发布', checksum: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
  });

  it('keeps what was published as it was, and says what the next version changes', async () => {
    const first = await published(byAmount());
    const next = changeBranch(byAmount(), 'big', (one) => ({ ...one, when: atLeast(50_000) }));
    const second = await published(next, first);
    expect(second.ver).toBe(2);
    expect((await done(calls.processGet, { id: first.id, ver: 1 })).tree).toEqual(byAmount());
    const { versions } = await done(calls.processVersions, { id: first.id });
    expect(versions.map((one: { ver: number; state: string }) => `${one.ver} ${one.state}`)).toEqual(['2 PUBLISHED', '1 RETIRED']);
    expect(versions[0].checksum).not.toBe(versions[1].checksum);
    expect((await done(calls.processDiff, { id: first.id, from: 1, to: 2 })).changes).toEqual([
      {
        ...{ kind: 'CHANGED', nodeId: 'c', name: '条件c', nodeKind: '条件分支' },
        changes: [{ label: '分支“分支big”的条件', before: '金额大于等于10,000.00元', after: '金额大于等于50,000.00元' }],
      },
    ]);
    const change = (column: string) =>
      database().inTenant({ tenantId: TENANT_A, customerId: null, userId: designer.me.accountId, rows: null } as never, (tx) =>
        tx
          .updateTable('wf_version')
          .set({ [column]: column === 'notes' ? '改了' : 'x' })
          .where('process_id', '=', first.id)
          .where('ver', '=', 1)
          .execute(),
      );
    await expect(change('notes')).rejects.toThrow(/never changed/);
    await expect(change('checksum')).rejects.toThrow(/never changed/);
    expect((await say(designer, calls.processPublish, { id: first.id, version: second.version, notes: '再发' })).message).toContain('没有未发布的修改');
  });

  it('does not publish what does not end, and names the node', async () => {
    const broken = treeOf(task('first'), choice('c', branch('big', atLeast(10_000), task('boss')), branch('small', atLeast(100))));
    const answer = await say(designer, calls.processPublish, { ...(await saved(broken)), notes: '发布' });
    expect(answer.code).toBe(refusalCodes.PROCESS);
    expect(answer.message).toContain('1处问题，不能发布：“条件c”缺少默认分支');
    expect(answer.data.problems).toMatchObject([{ code: 'NO_DEFAULT', nodeId: 'c' }]);
  });

  it('tells the second of two editors, and takes nothing of theirs', async () => {
    const ref = await saved(byAmount());
    await done(calls.processUpdate, { ...ref, name: '甲改的', tree: byAmount() }, admin);
    const late = await say(designer, calls.processUpdate, { ...ref, name: '乙改的', tree: firstTree() });
    expect(late.code).toBe(refusalCodes.VERSION);
    expect((await say(designer, calls.processPublish, { ...ref, notes: '发布' })).code).toBe(refusalCodes.VERSION);
    expect(await done(calls.processGet, { id: ref.id })).toMatchObject({ name: '甲改的', tree: byAmount() });
  });

  it('has one process in force for a business, and asks before it is changed or there is none', async () => {
    const [one, two] = [await published(byAmount()), await published(firstTree())];
    await done(calls.processEnable, { id: one.id });
    const asked = await say(designer, calls.processEnable, { id: two.id });
    expect(asked.code).toBe(WARNING);
    expect(asked.message).toContain('已在审批中的单据仍按原流程走完');
    await done(calls.processEnable, { id: two.id, confirm: true });
    expect([(await cardOf(one.id)).status, (await cardOf(two.id)).status]).toEqual(['DISABLED', 'ENABLED']);
    const stopping = await say(designer, calls.processDisable, { id: two.id });
    expect([stopping.code, stopping.message]).toEqual([WARNING, expect.stringContaining('新单据将不能提交')]);
    await done(calls.processDisable, { id: two.id, confirm: true });
    await done(calls.processDisable, { id: two.id }, admin);
    expect((await cardOf(two.id)).status).toBe('DISABLED');
  });

  it('says how many documents still run by a process that is stopped', async () => {
    const ref = await published(byAmount());
    await done(calls.processEnable, { id: ref.id });
    await runningBy(ref.id, 3);
    expect((await say(designer, calls.processDisable, { id: ref.id })).message).toMatch(/^还有3个审批正在按它运行，会按各自的版本走完，不受影响/);
    expect((await cardOf(ref.id)).running).toBe(3);
    expect((await done(calls.processVersions, { id: ref.id })).versions[0].running).toBe(3);
  });

  it('copies the newest version under a name of its own', async () => {
    const ref = await published(byAmount());
    const copy = await done(calls.processCopy, { id: ref.id, name: '测试流程副本' });
    expect(await done(calls.processGet, { id: copy.id })).toMatchObject({ name: '测试流程副本', state: 'DRAFT', ver: 1, status: 'DISABLED', tree: byAmount() });
  });
});

const runningBy = (processId: string, count: number) =>
  database().inSystem(async (tx) => {
    const { version_id } = await tx.selectFrom('wf_process').select('version_id').where('id', '=', processId).executeTakeFirstOrThrow();
    const now = new Date('2026-11-22T01:00:00Z');
    for (let at = 0; at < count; at++)
      await tx
        .insertInto('wf_instance')
        .values({
          ...{ tenant_id: TENANT_A, id: newId(), process_id: processId, version_id: version_id as string, key: KEY, subject_type: 'processTest' },
          ...{ subject_id: newId(), title: '测试审批', starter_id: admin.me.accountId, starter: '管理员', started_at: now, updated_at: now },
        })
        .execute();
  });

describe('whom a process may name', () => {
  const asks = (memberId: string) => treeOf(task('first', { candidates: [{ kind: 'MEMBERS', memberIds: [memberId] }] }));

  it('is somebody of the company, who is still there when it is published', async () => {
    const ref = await made();
    for (const id of [stranger.me.memberId as string, newId()]) {
      const answer = await say(designer, calls.processUpdate, { ...ref, name: '测试', tree: asks(id) });
      expect(answer.message).toBe('“审批first”选择的成员不存在或已删除，请重新选择');
    }
    const colleague = await makeMember(TENANT_A, '张三', [USER_MANAGE]);
    const now = await saved(asks(colleague.me.memberId as string), ref);
    expect((await done(calls.processGet, { id: ref.id })).names).toEqual({ [colleague.me.memberId as string]: '张三' });
    await database().inSystem((tx) => tx.updateTable('member').set({ status: 'DISABLED' }).where('id', '=', colleague.me.memberId).execute());
    expect((await say(designer, calls.processPublish, { ...now, notes: '发布' })).message).toContain('“审批first”选择的成员“张三”已停用');
  });

  it('may be a group, which stays while a process asks it', async () => {
    const { id } = await done(calls.groupSave, { name: '采购委员会', memberIds: [admin.me.memberId as string] });
    expect((await say(designer, calls.groupSave, { name: '采购委员会', memberIds: [admin.me.memberId as string] })).data.fields).toEqual({
      name: '用户组“采购委员会”已存在',
    });
    expect((await say(designer, calls.groupSave, { name: '另一组', memberIds: [stranger.me.memberId as string] })).data.fields.memberIds).toContain('不存在');
    await saved(treeOf(task('first', { candidates: [{ kind: 'GROUP', groupId: id }] })));
    expect((await done(calls.groupList, {})).groups).toMatchObject([{ name: '采购委员会', members: '管理员', uses: 1, version: 1 }]);
    expect((await say(designer, calls.groupDelete, { id, version: 1 })).message).toBe('用户组“采购委员会”正被流程“测试流程”使用，不能删除');
    expect((await say(designer, calls.groupSave, { id, name: '采购组', memberIds: [designer.me.memberId as string], version: 7 })).code).toBe(
      refusalCodes.VERSION,
    );
    await done(calls.groupSave, { id, name: '采购组', memberIds: [designer.me.memberId as string], version: 1 });
    const other = await done(calls.groupSave, { name: '无人用', memberIds: [admin.me.memberId as string] });
    await done(calls.groupDelete, { id: other.id, version: 1 });
  });

  it('is offered without what only managers of people may see', async () => {
    const { members, groups, roles } = await done(calls.processChoices, {});
    expect(members.map((one: { name: string }) => one.name)).toEqual(expect.arrayContaining(['管理员', '流程管理员']));
    expect(members).not.toContainEqual(expect.objectContaining({ name: '外人' }));
    expect(Object.keys(members[0]).sort()).toEqual(['hint', 'id', 'name']);
    expect([groups.length, roles.length]).toEqual([0, 1]);
  });
});

describe('a test run', () => {
  it('names the way and the people for values that were never submitted, and writes nothing', async () => {
    const [boss, clerk] = [await makeMember(TENANT_A, '老总', []), await makeMember(TENANT_A, '小王', [USER_MANAGE])];
    const tree = treeOf(
      task('first', { onSelf: 'SKIP' }),
      choice(
        'c',
        branch('big', atLeast(10_000), task('boss', { candidates: [{ kind: 'MEMBERS', memberIds: [boss.me.memberId as string] }] })),
        branch('rest', null),
      ),
      {
        ...{ kind: 'CC', id: 'copy', name: '知会' },
        candidates: [{ kind: 'FIELD', field: 'handler' }],
      },
    );
    const run = (values: Record<string, string | string[]>) => done(calls.processTestRun, { key: KEY, tree, values, starterId: clerk.me.memberId as string });
    const large = await run({ amount: '10000.00', handler: [clerk.me.memberId as string] });
    expect(large.ends).toBe('PASS');
    expect(large.steps.map((one: { name: string; branch: string }) => one.name + one.branch)).toEqual([
      '发起',
      '审批first',
      '条件c分支big',
      '审批boss',
      '知会',
      '结束',
    ]);
    expect(large.steps[1].people.map((one: { name: string }) => one.name)).toEqual(['管理员']);
    expect(large.steps[3].people).toEqual([{ name: '老总', why: '指定成员' }]);
    expect(large.steps[3].within).toBe('分支big');
    expect(large.steps[4].people).toMatchObject([{ name: '小王' }]);
    expect((await run({ amount: '9999.99' })).steps.map((one: { name: string }) => one.name)).toEqual(['发起', '审批first', '条件c', '知会', '结束']);
    const left = await database().inSystem((tx) => tx.selectFrom('wf_instance').select('id').execute());
    expect(left).toEqual([]);
  });

  it('says where it cannot go on, and refuses values that are none of the form and people of others', async () => {
    const stuck = treeOf(choice('c', branch('big', atLeast(10_000), task('a')), branch('small', { field: 'amount', op: 'LT', value: '5' })));
    const answer = await done(calls.processTestRun, { key: KEY, tree: stuck, values: { amount: '100' }, starterId: '' });
    expect([answer.ends, answer.steps.at(-1).branch]).toEqual(['', '没有可走的分支']);
    expect((await say(designer, calls.processTestRun, { key: KEY, tree: stuck, values: { amount: '一百' } })).message).toBe('样例值“金额”的内容“一百”不正确');
    const foreign = treeOf(task('a', { candidates: [{ kind: 'MEMBERS', memberIds: [stranger.me.memberId as string] }] }));
    expect((await say(designer, calls.processTestRun, { key: KEY, tree: foreign, values: {} })).message).toContain('不存在或已删除');
    expect(
      (await say(designer, calls.processTestRun, { key: KEY, tree: stuck, values: {}, starterId: stranger.me.memberId as string })).data.fields.starterId,
    ).toContain('不存在');
  });
});

describe('who may design, and what may be sent', () => {
  it('is for those with the permission, of their own company alone', async () => {
    const ref = await published(byAmount());
    const group = await done(calls.groupSave, { name: '组', memberIds: [admin.me.memberId as string] });
    const clerk = await makeMember(TENANT_A, '职员', [USER_MANAGE]);
    const dealer = await makeDealer(TENANT_A, '某经销商');
    for (const person of [clerk, dealer]) expect((await say(person, calls.processList, {})).code).toBe(NO_PERMISSION);
    expect((await done(calls.processList, {}, stranger)).processes).toEqual([]);
    const foreign: [Endpoint, object][] = [
      [calls.processGet, { id: ref.id }],
      [calls.processVersions, { id: ref.id }],
      [calls.processDiff, { id: ref.id, from: 1, to: 1 }],
      [calls.processCopy, { id: ref.id, name: '偷来的' }],
      [calls.processUpdate, { ...ref, name: '改', tree: firstTree() }],
      [calls.processPublish, { id: ref.id, version: ref.version, notes: '发布' }],
      [calls.processEnable, { id: ref.id }],
      [calls.processDisable, { id: ref.id, confirm: true }],
      [calls.groupDelete, { id: group.id, version: 1 }],
      [calls.groupSave, { id: group.id, name: '改', memberIds: [stranger.me.memberId as string], version: 1 }],
    ];
    for (const [endpoint, input] of foreign) {
      const theirs = await say(stranger, endpoint, input as never);
      const nobodys = await say(stranger, endpoint, { ...input, id: newId() } as never);
      expect([theirs.code, theirs.message], endpoint.path).toEqual([nobodys.code, nobodys.message]);
      expect(theirs.code, endpoint.path).toBe(NOT_FOUND);
    }
  });

  it('refuses what is no tree, and business it does not know', async () => {
    const ref = await made();
    const nested = (levels: number): unknown => (levels === 0 ? task('t') : choice(`c${levels}`, branch(`b${levels}`, null, nested(levels - 1) as never)));
    const hostile: unknown[] = [null, [], {}, { nodes: 'x' }, { nodes: [null] }, { nodes: [{ kind: 'EVAL', id: 'x', name: 'x' }] }, { nodes: [nested(9)] }];
    for (const tree of hostile)
      expect((await say(designer, calls.processUpdate, { ...ref, name: '测试', tree: tree as never })).code, JSON.stringify(tree)?.slice(0, 80)).toBe(
        BAD_INPUT,
      );
    expect((await say(designer, calls.processUpdate, { ...ref, name: '', tree: firstTree() })).data.fields).toEqual({ name: '流程名称不能为空' });
    expect((await say(designer, calls.processCreate, { name: '测试', key: 'constructor' })).data.fields.key).toContain('没有这种业务的审批');
    expect((await say(designer, calls.processPublish, { ...ref, notes: ' ' })).data.fields).toEqual({ notes: '发布说明不能为空' });
    expect((await say(designer, calls.processDiff, { id: ref.id, from: 1, to: 9 })).code).toBe(NOT_FOUND);
  });
});
