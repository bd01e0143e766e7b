import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import '~/domains/file/api.server';
import { FLOW_TODO, STOCK_AUDIT, STOCK_MANAGE } from '~/portal/permissions';
import { localFileStore } from '~/server/files/fileStore.server';
import { useFileStore } from '~/server/files.server';
import { newId } from '~/server/ids.server';
import { BAD_INPUT, NOT_FOUND } from '~/shared/refusal';
import { makeMember, makeTenant, type Person, post, send } from '../../support/app';
import { refusalOf } from '../../support/catalogue';
import { emptyDatabase, testDatabase } from '../../support/database';
import { type Desk, openDesk } from '../../support/desk';
import { step } from '../../support/flows';
import { openSlips } from '../../support/slips';

const opened = await testDatabase();
const picture = sharp({ create: { width: 64, height: 64, channels: 3, background: '#336699' } })
  .png()
  .toBuffer();
const all = [
  ...['PASS', 'REJECT', 'RETURN', 'TRANSFER', 'DELEGATE', 'ADD_BEFORE', 'ADD_AFTER', 'REMOVE_SIGN', 'COPY'],
  ...['URGE', 'RECALL', 'TAKE_BACK', 'WITHDRAW', 'TERMINATE'],
];
let folder: string;
let desk: Desk;
let stranger: Person;

beforeAll(async () => {
  await openSlips(opened);
  folder = await mkdtemp(join(tmpdir(), 'portal-tasks-'));
  useFileStore(localFileStore(folder));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(async () => {
  await emptyDatabase();
  desk = await openDesk(opened);
  await makeTenant(2n, '乙厂');
  stranger = await makeMember(2n, '别家', 'admin');
  await desk.runs(step('甲审', [desk.me('甲')]), step('乙审', [desk.me('乙')]));
});

const state = async () => {
  const { rows } = await opened.pool.query(`select (select json_agg(t order by id) from wf_task t) t, (select json_agg(i order by id) from wf_instance i) i,
    (select json_agg(r order by id) from wf_node_run r) r, (select count(*)::int from wf_action_log) l, (select count(*)::int from attachment) a`);
  return JSON.stringify(rows[0]);
};
const submit = (who: Person, body: object) => post('/saas-flow/task/submit', body, who);
/** Refused in Chinese, nothing written, and no fault of the server. */
async function refused(who: Person, body: object): Promise<{ code: string; message: string }> {
  const before = await state();
  const { status, code, message } = await submit(who, body);
  expect(status, JSON.stringify(body).slice(0, 200)).toBeLessThan(500);
  expect(code).not.toBe('0');
  expect(message).toMatch(/[\u4e00-\u9fff]/);
  expect(message).not.toMatch(/function|undefined|null|Error|\[object/);
  expect(await state()).toBe(before);
  return { code, message };
}
async function uploaded(who: Person, name = '合同.png'): Promise<string> {
  const form = new FormData();
  form.set('file', new File([new Uint8Array(await picture)], name));
  form.set('biz', 'ATTACHMENT');
  return (await send('POST', '/fs/file/upload', form, who)).data.fileKey;
}
const opens = async (who: Person, fileKey: string) => (await send('GET', '/fs/file/download', { fileKey }, who)).headers.get('content-type') === 'image/png';

describe('whoever has no task', () => {
  it('finds nothing when the process does not concern them, by task or by process', async () => {
    const [taskId, instanceId] = [await desk.taskOf('甲'), await desk.instanceId()];
    for (const who of [desk.people.路人, desk.people.乙, stranger])
      for (const action of [...all, 'COMMENT'])
        for (const at of [{ taskId }, { instanceId }, { taskId, instanceId }])
          expect((await refused(who, { ...at, action, opinion: '我来', users: [desk.idOf('丙')] })).code).toBe(NOT_FOUND);
  });

  it('may read and comment where it concerns them, and do nothing else', async () => {
    const decider = await makeMember(1n, '审核', [STOCK_AUDIT, STOCK_MANAGE, FLOW_TODO]);
    const taskId = await desk.taskOf('甲');
    for (const action of all) await refused(decider, { taskId, action, opinion: '我来', users: [desk.idOf('丙')] });
    for (const action of all.filter((one) => one !== 'URGE')) await refused(desk.people.制单, { taskId, action, opinion: '我来', users: [desk.idOf('丙')] });
    expect((await submit(decider, { taskId, action: 'COMMENT', opinion: '看过' })).code).toBe('0');
    const bare = await makeMember(1n, '无权', []);
    await refused(bare, { taskId, action: 'PASS' });
  });

  it('is too late with a second click, whatever the first was', async () => {
    const first = { taskId: await desk.taskOf('甲'), opinion: '请看', users: [desk.idOf('丙')] };
    await desk.act('甲', 'ADD_BEFORE', { to: ['丙'], opinion: '请看' });
    expect((await refused(desk.people.甲, { ...first, action: 'ADD_BEFORE' })).message).toContain('尚未答复');
    await desk.act('甲', 'REMOVE_SIGN', { to: ['丙'] });
    await refused(desk.people.甲, { ...first, action: 'REMOVE_SIGN' });
    await desk.act('甲', 'TRANSFER', { to: ['丙'] });
    for (const action of ['TRANSFER', 'DELEGATE', 'PASS', 'REJECT', 'RETURN']) await refused(desk.people.甲, { ...first, action });
    await desk.act('甲', 'TAKE_BACK');
    await refused(desk.people.甲, { taskId: first.taskId, action: 'TAKE_BACK' });
    await desk.act('甲', 'PASS');
    expect((await refused(desk.people.甲, { ...first, action: 'PASS' })).message).toContain('已不在您处');
    await desk.act('甲', 'RECALL');
    await refused(desk.people.甲, { taskId: first.taskId, action: 'RECALL' });
  });
});

describe('what is sent', () => {
  it('names only colleagues who are there, can open tasks, and did not begin it', async () => {
    const taskId = await desk.taskOf('甲');
    const blind = await makeMember(1n, '无待办', [STOCK_MANAGE]);
    await opened.pool.query("update member set status = 'DISABLED' where id = $1", [desk.idOf('丁')]);
    const wrong = [stranger.me.memberId, desk.idOf('丁'), desk.idOf('甲'), desk.idOf('制单'), blind.me.memberId, newId(), desk.me('丙').accountId];
    for (const action of ['TRANSFER', 'DELEGATE', 'ADD_BEFORE', 'ADD_AFTER']) {
      for (const user of wrong) await refused(desk.people.甲, { taskId, action, opinion: '请看', users: [user] });
      await refused(desk.people.甲, { taskId, action, opinion: '请看', users: [] });
      await refused(desk.people.甲, { taskId, action, opinion: '请看', users: [desk.idOf('丙'), stranger.me.memberId] });
    }
    for (const action of ['TRANSFER', 'DELEGATE']) await refused(desk.people.甲, { taskId, action, users: [desk.idOf('乙'), desk.idOf('丙')] });
    for (const user of [stranger.me.memberId, desk.idOf('丁'), blind.me.memberId]) await refused(desk.people.甲, { taskId, action: 'COPY', users: [user] });
  });

  it('is refused in words where it is absurd', async () => {
    const taskId = await desk.taskOf('甲');
    const many = Array.from({ length: 21 }, () => newId());
    const absurd: object[] = [
      ...[null, 7, 'x', {}, ['x'], [null], many].map((users) => ({ users, action: 'TRANSFER' })),
      ...[null, 7, {}, ['../../etc/passwd'], [{ key: 'x' }], many.slice(0, 11).map((id) => `${id}.png`)].map((files) => ({ files, action: 'PASS' })),
      ...[null, 7, [], { amount: 1 }, { amount: { $gt: '' } }, { amount: '9'.repeat(21) }, { ['x'.repeat(21)]: '1' }].map((more) => ({ more, action: 'PASS' })),
      ...[null, 7, {}, 'x.png', '../../a.png'].map((signature) => ({ signature, action: 'PASS' })),
      ...['', 'constructor', '__proto__', 'toString', 'pass', 'ANSWER', 'SUBMIT', 'x'.repeat(21), null, 7, {}].map((action) => ({ action })),
      ...['x'.repeat(501), null, {}].map((opinion) => ({ opinion, action: 'REJECT' })),
      ...['x'.repeat(61), 'nowhere', null, {}].map((target) => ({ target, action: 'RETURN', opinion: '退' })),
      ...['x', null, 7, {}, newId()].map((id) => ({ taskId: id, action: 'PASS' })),
      { taskId: '', action: 'PASS' },
    ];
    for (const body of absurd) await refused(desk.people.甲, { taskId, ...body });
    for (const query of [{ action: 'COPY' }, { taskId: 'x', action: 'COPY' }, { taskId, action: '' }, { taskId: newId(), action: 'COPY' }]) {
      const { status, code, message } = await post('/saas-flow/task/people', query, desk.people.甲);
      expect([status < 500, code === '0', /[\u4e00-\u9fff]/.test(message), status === 405], JSON.stringify(query)).toEqual([true, false, true, false]);
    }
    for (const body of ['', '[]', 'null', '"x"', '{"action":', '{"taskId":"\\u0000","action":"PASS"}']) {
      const { status, code, message } = await post('/saas-flow/task/submit', body, desk.people.甲);
      expect([status < 500, code === '0', /[\u4e00-\u9fff]/.test(message)], body).toEqual([true, false, true]);
    }
    expect((await submit(desk.people.甲, { taskId, action: 'PASS', more: JSON.parse('{"__proto__":"1","amount":"1"}') })).status).toBeLessThan(500);
  });
});

describe('files and signatures', () => {
  it('are one’s own: those of another company or another person are as if missing', async () => {
    const taskId = await desk.taskOf('甲');
    const [theirs, colleagues, missing] = [await uploaded(stranger), await uploaded(desk.people.丙), `${newId()}.png`];
    for (const key of [theirs, colleagues, missing]) {
      for (const action of ['PASS', 'COMMENT'])
        expect((await refused(desk.people.甲, { taskId, action, opinion: '见附件', files: [key] })).code).toBe(NOT_FOUND);
      expect((await refused(desk.people.甲, { taskId, action: 'PASS', signature: key })).code).toBe(BAD_INPUT);
      expect(await opens(desk.people.甲, key)).toBe(false);
    }
  });

  it('are not signed with again by somebody else who can open them', async () => {
    const signature = await uploaded(desk.people.甲, '签名.png');
    await desk.act('甲', 'PASS', { signature });
    expect(await opens(desk.people.乙, signature)).toBe(true);
    const { message } = await refused(desk.people.乙, { taskId: await desk.taskOf('乙'), action: 'PASS', signature });
    expect(message).toContain('本人的手写签名');
  });

  it('open for those who can open the task, and nobody else', async () => {
    await desk.runs(step('甲审', [desk.me('甲')], { signatureRequired: true }), step('乙审', [desk.me('乙')]));
    expect((await refused(desk.people.甲, { taskId: await desk.taskOf('甲'), action: 'PASS' })).message).toContain('要求手写签名');
    const [file, signature] = [await uploaded(desk.people.甲), await uploaded(desk.people.甲, '签名.png')];
    expect(await opens(desk.people.制单, file)).toBe(false);
    await desk.act('甲', 'PASS', { files: [file], signature });
    const { 制单, 甲, 乙, 丙, 丁, 管理员 } = desk.people;
    for (const key of [file, signature]) {
      for (const who of [制单, 甲, 乙, 管理员]) expect(await opens(who, key), who.me.name).toBe(true);
      for (const who of [丙, 丁, stranger]) expect(await opens(who, key), who.me.name).toBe(false);
    }
    const list = (who: Person) => desk.instanceId().then((id) => post('/fs/attachment/list', { type: 'approval', id }, who));
    expect((await list(乙)).data.attachments).toHaveLength(2);
    for (const who of [丙, stranger]) expect((await list(who)).code).toBe(NOT_FOUND);
    await desk.act('乙', 'COPY', { to: ['丁'] });
    expect([await opens(丁, file), await opens(丙, file)]).toEqual([true, false]);
    const add = await post('/fs/attachment/add', { type: 'approval', id: await desk.instanceId(), fileKey: await uploaded(乙) }, 乙);
    expect(add.code).not.toBe('0');
    const person = (await desk.info('制单')).trail.flatMap(({ people }) => people).find(({ name }) => name === '甲');
    expect([person?.files.map(({ key }) => key), person?.signature]).toEqual([[file], signature]);
    expect((await refusalOf(desk.act('甲', 'PASS', { taskId: newId() }))).code).toBe(NOT_FOUND);
  });
});
