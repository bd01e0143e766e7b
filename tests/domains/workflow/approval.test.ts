import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { approvalNamed, decideAll, hold, holding, withdraw } from '~/domains/workflow/approval.server';
import { logOf } from '~/domains/workflow/approvalStore.server';
import { answerOpinion, approvalState, askOpinions, colleaguesFor, takeBackTask, transfer } from '~/domains/workflow/approvalTask.server';
import type { Me } from '~/portal/me';
import { STOCK_AUDIT, STOCK_MANAGE } from '~/portal/permissions';
import { NO_PERMISSION, NOT_FOUND } from '~/shared/refusal';
import { makeDealer, makeMember, makeTenant } from '../../support/app';
import { NOON, refusalOf } from '../../support/catalogue';
import { emptyDatabase, testDatabase } from '../../support/database';
import { addSlip, extending, judge, lending, lent, noted, openSlips, type Slip, told } from '../../support/slips';
import { as } from '../../support/stock';

const opened = await testDatabase();
let [maker, first, second, reader]: Me[] = [];
let slip: Slip;

beforeAll(() => openSlips(opened));
beforeEach(async () => {
  await emptyDatabase();
  for (const list of [told, noted]) list.length = 0;
  lent.clear();
  await makeTenant(1n, '甲厂');
  const audits = [STOCK_MANAGE, STOCK_AUDIT];
  maker = (await makeMember(1n, '制单', audits)).me;
  first = (await makeMember(1n, '审核甲', audits)).me;
  second = (await makeMember(1n, '审核乙', audits)).me;
  reader = (await makeMember(1n, '旁观', [STOCK_MANAGE])).me;
  slip = await addSlip(opened, me(maker));
});

const me = (person: Me | undefined): Me => person as Me;
const idOf = (person: Me | undefined): string => me(person).memberId as string;
const decides = (person: Me | undefined, decision: 'PASS' | 'REJECT' | 'RETURN', opinion = '', fails = false) =>
  judge(opened, me(person), slip, decision, { opinion, fails }, NOON);
const holds = <T>(person: Me | undefined, work: (held: Awaited<ReturnType<typeof hold<Slip, never, string>>>, tx: Parameters<typeof hold>[0]) => Promise<T>) =>
  as(opened, me(person), async (tx) => work((await hold(tx, me(person), lending, { id: slip.id })) as never, tx));
const gives = (from: Me | undefined, to: Me | undefined, reason = '') =>
  holds(from, (held, tx) => transfer(tx, me(from), held, { memberId: idOf(to), reason }, NOON));
const asks = (from: Me | undefined, to: (Me | undefined)[], question = '可以吗') =>
  holds(from, (held, tx) => askOpinions(tx, me(from), held, { memberIds: to.map(idOf), question }, NOON));
const state = (person: Me | undefined) => as(opened, me(person), (tx) => approvalState(tx, me(person), lending, slip.id));
const openTask = async (person: Me | undefined) => (await state(first)).tasks.find((task) => task.memberId === idOf(person) && !task.ended)?.id as string;
const answers = async (person: Me | undefined, answer: 'AGREE' | 'DISAGREE', reply = '') => {
  const id = await openTask(person);
  return as(opened, me(person), (tx) => answerOpinion(tx, me(person), [lending], { id, answer, reply }, NOON));
};
const log = async () =>
  (await as(opened, me(first), (tx) => logOf(tx, me(first), slip.id))).map((entry) =>
    [entry.round, entry.action, entry.actor, entry.about, entry.opinion].filter(Boolean).join(' '),
  );
const stored = async () => (await opened.pool.query('select status from slip where id = $1', [slip.id])).rows[0].status;
const submit = () => opened.pool.query("update slip set status = 'WAIT' where id = $1", [slip.id]);
const why = async (work: Promise<unknown>) => {
  const { data, message } = await refusalOf(work);
  return [data.reason, message];
};

describe('a decision', () => {
  it('is taken once, by somebody who may and did not submit it, and is written down with its opinion', async () => {
    expect((await refusalOf(decides(reader, 'PASS'))).code).toBe(NO_PERMISSION);
    expect(await why(decides(maker, 'PASS'))).toEqual(['SAME_PERSON', `借用单${slip.no}由您填写，须由其他人审核`]);
    expect(await why(decides(maker, 'RETURN'))).toEqual(['SAME_PERSON', `借用单${slip.no}由您填写，须由其他人审核`]);
    expect(await log()).toEqual([]);
    expect(await decides(first, 'PASS', '照借')).toBe('PASSED');
    expect(await why(decides(second, 'PASS'))).toEqual(['BAD_STATE', `借用单${slip.no}已借出，不能审核`]);
    expect(await log()).toEqual(['1 PASS 审核甲 照借']);
    expect(lent.get(slip.id)).toBe(1);
  });

  it('leaves submitters what the definition leaves them', async () => {
    expect(await decides(maker, 'REJECT', '填错了')).toBe('REJECTED');
    expect(await log()).toEqual(['1 REJECT 制单 填错了']);
  });

  it('leaves no trace where its work is refused: what was asked still waits', async () => {
    await asks(first, [reader]);
    await answers(reader, 'AGREE');
    expect(await why(decides(first, 'PASS', '照借', true))).toEqual(['STOCK_SHORT', '库存不足']);
    expect(await stored()).toBe('WAIT');
    expect(await log()).toEqual(['1 ADD_BEFORE 审核甲 旁观 可以吗', '1 ANSWER 旁观 同意']);
    expect((await state(first)).tasks).toMatchObject([{ ended: null, answer: 'AGREE' }]);
  });

  it('ends the round: what is submitted again starts afresh and counts on', async () => {
    await gives(first, second);
    await decides(second, 'RETURN', '写明用途');
    await submit();
    expect((await state(first)).tasks.map((task) => [task.name, task.ended])).toEqual([['审核乙', 'DECIDED']]);
    await asks(first, [reader]);
    await as(opened, me(maker), async (tx) => withdraw(tx, me(maker), lending, (await hold(tx, me(maker), lending, { id: slip.id })).doc, '不借了', NOON));
    expect((await state(first)).tasks.every((task) => task.ended === 'DECIDED')).toBe(true);
    await decides(first, 'PASS');
    expect(await log()).toEqual([
      '1 TRANSFER 审核甲 审核乙',
      '1 RETURN 审核乙 发起人 写明用途',
      '2 ADD_BEFORE 审核甲 旁观 可以吗',
      '2 WITHDRAW 制单 不借了',
      '3 PASS 审核甲',
    ]);
  });

  it('is not waited for any more where a dealer takes back what is about no customer', async () => {
    const dealer = (await makeDealer(1n, '某经销商')).me;
    await as(opened, dealer, (tx) => withdraw(tx, dealer, lending, slip, '不用了', NOON));
    expect(await log()).toEqual([`1 WITHDRAW ${dealer.name} 不用了`]);
  });

  it('is taken for all together or for none', async () => {
    const other = await addSlip(opened, me(maker));
    const both = (opinion: string) =>
      as(opened, me(first), async (tx) => {
        const docs = [(await hold(tx, me(first), lending, { id: slip.id })).doc, (await hold(tx, me(first), lending, { id: other.id })).doc];
        return decideAll(tx, me(first), await holding(tx, me(first), lending, docs), 'PASS', { opinion }, NOON);
      });
    expect(await why(both('分别看'))).toEqual(['BAD_STATE', '不能一起审核']);
    await opened.pool.query("update slip set status = 'PASSED' where id = $1", [other.id]);
    expect((await why(both('')))[0]).toBe('BAD_STATE');
    expect([await stored(), lent.size]).toEqual(['WAIT', 0]);
    await opened.pool.query("update slip set status = 'WAIT' where id = $1", [other.id]);
    expect(await both('')).toEqual(['PASSED', 'PASSED']);
  });
});

describe('转交 and 加签 hang on any document', () => {
  it('leave the decision to whoever was given it, and passing to whoever was asked', async () => {
    expect((await as(opened, me(first), (tx) => colleaguesFor(tx, me(first), lending, slip, 'TRANSFER'))).members.map((one) => one.name)).toEqual(['审核乙']);
    expect((await refusalOf(gives(first, maker))).message).toBe(`借用单${slip.no}由“制单”提交，须由其他人审核`);
    expect((await refusalOf(gives(first, reader))).message).toBe('请选择有审核权限、且能看到该借用单的同事');
    await gives(first, second, '您熟悉');
    expect(await why(decides(first, 'PASS'))).toEqual(['AUDIT_ELSEWHERE', `借用单${slip.no}的审核已由“审核甲”转交给“审核乙”，请由“审核乙”或管理员处理`]);
    expect([(await state(first)).mayDecide, (await state(second)).mayDecide, (await state(reader)).mayDecide]).toEqual([false, true, false]);
    await asks(second, [reader, first]);
    await answers(first, 'AGREE');
    await answers(reader, 'DISAGREE', '已借给别人');
    expect(await why(decides(second, 'PASS'))).toEqual(['OPINION_OPEN', `借用单${slip.no}还不能通过：“旁观”不同意：已借给别人。请等待答复、撤回加签，或驳回`]);
    const id = await openTask(reader);
    await as(opened, me(second), (tx) => takeBackTask(tx, me(second), [lending], { id }, NOON));
    expect(await decides(second, 'PASS')).toBe('PASSED');
    expect(noted).toEqual([
      `${slip.no} 审核甲 转交审核 转交给审核乙：您熟悉`,
      `${slip.no} 审核乙 加签 请旁观、审核甲加签：可以吗`,
      `${slip.no} 审核甲 加签答复 同意`,
      `${slip.no} 旁观 加签答复 不同意：已借给别人`,
      `${slip.no} 审核乙 撤回加签 旁观`,
    ]);
    expect(told).toEqual([
      `${slip.no} ${me(second).accountId} transferred 您熟悉`,
      `${slip.no} ${me(reader).accountId} opinion 可以吗`,
      `${slip.no} ${me(first).accountId} opinion 可以吗`,
      `${slip.no} ${me(second).accountId} answered 同意`,
      `${slip.no} ${me(second).accountId} answered 不同意 已借给别人`,
    ]);
  });

  it('are refused to outsiders, and where nothing waits', async () => {
    expect((await refusalOf(gives(reader, second))).code).toBe(NO_PERMISSION);
    expect((await refusalOf(asks(reader, [second]))).code).toBe(NO_PERMISSION);
    await asks(first, [reader]);
    const id = await openTask(reader);
    expect((await refusalOf(as(opened, me(reader), (tx) => takeBackTask(tx, me(reader), [lending], { id }, NOON)))).code).toBe(NO_PERMISSION);
    await decides(first, 'REJECT', '不借');
    expect((await refusalOf(gives(first, second))).message).toBe(`借用单${slip.no}当前状态为“已驳回”，没有待审核的内容`);
    const late = as(opened, me(reader), (tx) => answerOpinion(tx, me(reader), [lending], { id, answer: 'AGREE', reply: '' }, NOON));
    expect((await refusalOf(late)).message).toBe(`借用单${slip.no}的加签已撤回或已结束，无需答复`);
  });

  it('of another decision on the same document neither block nor are found', async () => {
    await as(opened, me(first), async (tx) =>
      askOpinions(tx, me(first), await hold(tx, me(first), extending, { id: slip.id }), { memberIds: [idOf(reader)], question: '延期？' }, NOON),
    );
    const id = await openTask(reader);
    const answer = as(opened, me(reader), (tx) => answerOpinion(tx, me(reader), [lending], { id, answer: 'AGREE', reply: '' }, NOON));
    expect((await refusalOf(answer)).code).toBe(NOT_FOUND);
    expect(await decides(first, 'PASS')).toBe('PASSED');
    expect((await state(first)).tasks.map((task) => task.ended)).toEqual([null]);
  });

  it('of another tenant are as if missing, as are kinds nobody defined', async () => {
    await asks(first, [reader]);
    const id = await openTask(reader);
    await makeTenant(2n, '乙厂');
    const stranger = (await makeMember(2n, '别家', 'admin')).me;
    for (const act of [
      () => as(opened, stranger, (tx) => answerOpinion(tx, stranger, [lending], { id, answer: 'AGREE', reply: '' }, NOON)),
      () => as(opened, stranger, (tx) => takeBackTask(tx, stranger, [lending], { id }, NOON)),
      () => judge(opened, stranger, slip, 'PASS', { opinion: '' }, NOON),
      async () => approvalNamed('test.nothing'),
    ])
      expect((await refusalOf(act())).code).toBe(NOT_FOUND);
  });
});

it('keeps a log nobody changes or removes, and tasks nobody removes', async () => {
  await asks(first, [reader]);
  for (const text of ['update wf_action_log set opinion = $1', 'delete from wf_action_log where opinion <> $1', 'delete from wf_task where words <> $1'])
    await expect(as(opened, me(first), (tx) => tx.executeQuery({ sql: text, parameters: ['改过'], query: {} } as never))).rejects.toThrow(/permission denied/);
});
