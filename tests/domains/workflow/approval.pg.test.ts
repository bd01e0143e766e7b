import { beforeAll, expect, test } from 'vitest';
import { hold, withdraw } from '~/domains/workflow/approval.server';
import { answerOpinion, approvalState, askOpinions, transfer } from '~/domains/workflow/approvalTask.server';
import type { Me } from '~/portal/me';
import { STOCK_AUDIT, STOCK_MANAGE } from '~/portal/permissions';
import { Refusal, refuse } from '~/shared/refusal';
import { makeMember, makeTenant } from '../../support/app';
import { NOON } from '../../support/catalogue';
import { postgresDatabase } from '../../support/postgresDatabase';
import { addSlip, judge, lending, openSlips, type Slip } from '../../support/slips';
import { as } from '../../support/stock';

const opened = await postgresDatabase({ poolSize: 16 });
const ROUNDS = 25;
let maker: Me;
/** Who decides, and whoever else is asked. */
let people: Me[];

beforeAll(async () => {
  await openSlips(opened);
  await makeTenant(1n, '甲厂');
  const person = async (name: string) => (await makeMember(1n, name, [STOCK_MANAGE, STOCK_AUDIT])).me;
  maker = await person('制单');
  people = [];
  for (const name of ['甲', '乙', '丙', '丁', '戊', '己']) people.push(await person(name));
});

const one = (index: number): Me => people[index] as Me;
const memberOf = (index: number): string => one(index).memberId as string;
const decides = (index: number, slip: Slip, decision: 'PASS' | 'REJECT') => judge(opened, one(index), slip, decision, { opinion: `${index}` }, NOON);
const gives = (from: number, to: number, slip: Slip) =>
  as(opened, one(from), async (tx) =>
    transfer(tx, one(from), await hold(tx, one(from), lending, { id: slip.id }), { memberId: memberOf(to), reason: '' }, NOON),
  );
const asks = (from: number, to: readonly number[], slip: Slip) =>
  as(opened, one(from), async (tx) =>
    askOpinions(tx, one(from), await hold(tx, one(from), lending, { id: slip.id }), { memberIds: to.map(memberOf), question: '可以吗' }, NOON),
  );
const tasksOf = async (slip: Slip) => (await as(opened, one(0), (tx) => approvalState(tx, one(0), lending, slip.id))).tasks;
const answers = (index: number, id: string) =>
  as(opened, one(index), (tx) => answerOpinion(tx, one(index), [lending], { id, answer: 'AGREE', reply: '' }, NOON));
const takesBack = (slip: Slip) =>
  as(opened, maker, async (tx) => {
    const { doc } = await hold(tx, maker, lending, { id: slip.id });
    if (doc.status !== 'WAIT') refuse('BAD_STATE', '已办结');
    await withdraw(tx, maker, lending, doc, '', NOON);
    await tx.executeQuery({ sql: "update slip set status = 'DRAFT' where id = $1", parameters: [slip.id], query: {} } as never);
  });

/** What became of each, in the order given: done, or the reason it was refused for. */
async function atOnce(jobs: readonly (() => Promise<unknown>)[]): Promise<string[]> {
  const settled = await Promise.allSettled(jobs.map((job) => job()));
  return settled.map((each) => {
    if (each.status === 'fulfilled') return 'done';
    if (each.reason instanceof Refusal) return String(each.reason.data.reason);
    throw each.reason;
  });
}
const rows = async (text: string, id: string) => (await opened.pool.query(text, [id])).rows;
const logged = async (slip: Slip) => (await rows('select action from wf_action_log where subject_id = $1 order by at, id', slip.id)).map((row) => row.action);
const statusOf = async (slip: Slip) => (await rows('select status from slip where id = $1', slip.id))[0].status;

test('of people who decide at once, with double clicks, one does', async () => {
  const outcomes = new Set<string>();
  for (let round = 0; round < ROUNDS; round++) {
    const slip = await addSlip(opened, maker);
    const clicks = [() => decides(0, slip, 'PASS'), () => decides(1, slip, 'REJECT'), () => decides(0, slip, 'PASS'), () => decides(1, slip, 'REJECT')];
    const said = await atOnce(round % 2 ? clicks : clicks.reverse());
    expect(said.sort()).toEqual(['BAD_STATE', 'BAD_STATE', 'BAD_STATE', 'done']);
    const status = await statusOf(slip);
    expect(await logged(slip)).toEqual([status === 'PASSED' ? 'PASS' : 'REJECT']);
    outcomes.add(status);
  }
  expect([...outcomes].sort()).toEqual(['PASSED', 'REJECTED']);
});

test('handing over and deciding at once: the colleague has it, or it is decided', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const slip = await addSlip(opened, maker);
    const jobs = [() => gives(0, 1, slip), () => decides(0, slip, 'PASS')];
    const said = await atOnce(round % 2 ? jobs : jobs.reverse());
    const [given, decided] = round % 2 ? said : [said[1], said[0]];
    if (decided === 'done') expect([given, await statusOf(slip), await logged(slip)]).toEqual(['BAD_STATE', 'PASSED', ['PASS']]);
    else expect([given, decided, await statusOf(slip), await logged(slip)]).toEqual(['done', 'AUDIT_ELSEWHERE', 'WAIT', ['TRANSFER']]);
    expect((await tasksOf(slip)).filter((task) => !task.ended)).toHaveLength(decided === 'done' ? 0 : 1);
  }
});

test('five opinions at once, each clicked twice, and three passes meanwhile: every opinion counts once, and it passes once', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const slip = await addSlip(opened, maker);
    await asks(0, [1, 2, 3, 4, 5], slip);
    const tasks = await tasksOf(slip);
    const idOf = (index: number) => tasks.find((task) => task.memberId === memberOf(index))?.id as string;
    const voters = [1, 2, 3, 4, 5].flatMap((index) => [() => answers(index, idOf(index)), () => answers(index, idOf(index))]);
    const passes = [0, 1, 2].map(() => () => decides(0, slip, 'PASS'));
    const said = await atOnce([...voters, ...passes]);
    expect(said.slice(0, 10).filter((word) => word === 'done')).toHaveLength(5);
    const early = said.slice(10).filter((word) => word === 'done').length;
    expect(early).toBeLessThanOrEqual(1);
    if (early === 0) expect(await atOnce(passes)).toEqual(expect.arrayContaining(['done', 'BAD_STATE', 'BAD_STATE']));
    const actions = await logged(slip);
    expect(actions.filter((action) => action === 'ANSWER')).toHaveLength(5);
    expect(actions.filter((action) => action === 'PASS')).toHaveLength(1);
    expect((await tasksOf(slip)).map((task) => [task.answer, task.ended])).toEqual(Array(5).fill(['AGREE', 'DECIDED']));
  }
});

test('a further question during the last opinion, a pass and a withdrawal: never passed over an open question, ended once', async () => {
  const ended = new Set<string>();
  for (let round = 0; round < ROUNDS; round++) {
    const slip = await addSlip(opened, maker);
    await asks(0, [1], slip);
    const id = (await tasksOf(slip))[0]?.id as string;
    const jobs = [() => answers(1, id), () => asks(0, [2], slip), () => decides(0, slip, 'PASS'), () => takesBack(slip)];
    const turn = round % jobs.length;
    await atOnce([...jobs.slice(turn), ...jobs.slice(0, turn)]);
    const actions = await logged(slip);
    const closings = actions.filter((action) => action === 'PASS' || action === 'WITHDRAW');
    expect(closings.length).toBe(1);
    ended.add(closings[0]);
    expect(await statusOf(slip)).toBe(closings[0] === 'PASS' ? 'PASSED' : 'DRAFT');
    const tasks = await tasksOf(slip);
    expect(tasks.filter((task) => !task.ended)).toEqual([]);
    if (closings[0] === 'PASS') expect(tasks.every((task) => task.answer === 'AGREE')).toBe(true);
  }
  expect(ended.has('WITHDRAW')).toBe(true);
});
