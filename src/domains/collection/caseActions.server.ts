import { sql } from 'kysely';
import type { z } from 'zod';
import { actorName, type Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { newId } from '~/server/ids.server';
import { publish, tell } from '~/server/outbox.server';
import { addDays, shanghaiDate } from '~/shared/dates';
import { notFound, refuse } from '~/shared/refusal';
import { saidYuan } from '~/shared/said';
import { noRhythm } from './assess';
import { reassess } from './assess.server';
import { contactResults, contactWays, isOpenCase } from './case';
import type * as wire from './case.schema';
import { mustBeEnabled, mustWork } from './caseCreate.server';
import { type Case, cases, log, note } from './caseStore.server';
import { lockOwing } from './lock.server';
import { caseHref, tellLeads } from './notices.server';

type Out<S extends keyof typeof wire> = z.output<(typeof wire)[S] & z.ZodType>;

/** The customer's money first, then the case: the order of every writer. */
async function lockCase(tx: Tx, me: Me, ref: { id: string; version?: number | undefined }): Promise<Case> {
  const found = await tx.selectFrom('urge_case').select('customer_id').where('tenant_id', '=', me.tenantId).where('id', '=', ref.id).executeTakeFirst();
  if (!found) return notFound('该催收案件');
  await lockOwing(tx, me, [found.customer_id]);
  return cases.lock(tx, me, ref);
}
const mustBeOpen = (row: Case, action: string): void => cases.mustBe(row, isOpenCase, action);
const again = async (tx: Tx, me: Me, row: Case, now: Date): Promise<{ id: string }> => {
  await reassess(tx, me, [row.customer_id], now);
  return { id: row.id };
};

/** 批量指派. Cases that ended meanwhile are named. */
export async function assignCases(tx: Tx, me: Me, { ids, ownerId }: Out<'AssignInput'>, now: Date): Promise<{ count: number }> {
  const member = await mustWork(tx, me, ownerId);
  const rows = await cases.lockAll(
    tx,
    me,
    ids.map((id) => ({ id })),
  );
  for (const row of rows) mustBeOpen(row, '指派');
  const moved = rows.filter((row) => row.owner_id !== ownerId);
  for (const row of moved) {
    await cases.update(tx, me, row, { owner_id: ownerId, updated_at: now });
    await log(tx, me, row, '指派', `催收员：${member.name}`);
  }
  await note(
    tx,
    me,
    moved.map((row) => ({ caseId: row.id, customerId: row.customer_id, kind: 'STATE' as const, content: `指派给${member.name}` })),
    now,
  );
  if (member.account_id && member.account_id !== me.accountId && moved.length)
    await tell(tx, me, {
      kind: 'collection.assigned',
      title: `${moved.length}个催收案件指派给您`,
      body: moved
        .slice(0, 5)
        .map((row) => row.no)
        .join('、'),
      link: moved.length === 1 ? caseHref((moved[0] as Case).id) : '/portal/receiveAdmin/collection/list',
      to: { side: 'account', accountId: member.account_id },
    });
  return { count: moved.length };
}

/** 暂停/恢复: a paused case is followed, but nothing is sent. */
export async function pauseCases(tx: Tx, me: Me, { ids, paused, reason }: Out<'PauseInput'>, now: Date): Promise<{ count: number }> {
  const found = await tx.selectFrom('urge_case').select('customer_id').where('tenant_id', '=', me.tenantId).where('id', '=', anyOf(ids)).execute();
  await lockOwing(
    tx,
    me,
    found.map((row) => row.customer_id),
  );
  const rows = await cases.lockAll(
    tx,
    me,
    ids.map((id) => ({ id })),
  );
  const word = paused ? '暂停' : '恢复';
  for (const row of rows) mustBeOpen(row, word);
  const moved = rows.filter((row) => row.paused !== paused);
  for (const row of moved) {
    await cases.update(tx, me, row, { paused, updated_at: now });
    await log(tx, me, row, word, reason);
  }
  await note(
    tx,
    me,
    moved.map((row) => ({ caseId: row.id, customerId: row.customer_id, kind: 'STATE' as const, content: `${word}自动提醒${reason ? `：${reason}` : ''}` })),
    now,
  );
  await reassess(
    tx,
    me,
    moved.map((row) => row.customer_id),
    now,
  );
  return { count: moved.length };
}

const actions = { ESCALATED: '升级/转法务', WORKING: '退回催收', BAD: '转坏账' } as const;
/** 升级、转法务、退回催收、转坏账. The write-off of the debt itself is an adjustment of its own. */
export async function moveCase(tx: Tx, me: Me, { to, reason, ...ref }: Out<'MoveInput'>, now: Date): Promise<{ id: string }> {
  const row = await lockCase(tx, me, ref);
  cases.mustBecome(row, to, actions[to]);
  await cases.update(tx, me, row, { status: to, reason, updated_at: now, ...(to === 'BAD' ? { closed_at: now, next_on: null, check_on: null } : {}) });
  await note(tx, me, [{ caseId: row.id, customerId: row.customer_id, kind: 'STATE', content: `${actions[to]}：${reason}` }], now);
  await log(tx, me, row, actions[to], reason);
  if (to === 'ESCALATED') {
    await tellLeads(tx, me, row, reason);
    await publish(tx, me, 'collection.escalated', { caseId: row.id, customerId: row.customer_id });
  }
  return to === 'BAD' ? { id: row.id } : again(tx, me, row, now);
}

/** By hand: rules leave the case alone until it is given back to them. */
export async function chooseStrategy(tx: Tx, me: Me, { strategyId, ...ref }: Out<'ChooseInput'>, now: Date): Promise<{ id: string }> {
  const row = await lockCase(tx, me, ref);
  mustBeOpen(row, '更换策略');
  if (strategyId) await mustBeEnabled(tx, me, strategyId);
  const other = strategyId !== '' && strategyId !== row.strategy_id;
  await cases.update(tx, me, row, {
    locked: strategyId !== '',
    updated_at: now,
    // Another strategy begins a run of its own.
    ...(other ? { strategy_id: strategyId, version_id: null, carrying_id: null, anchor: null } : {}),
  });
  const words = strategyId ? '手工指定策略' : '恢复按规则匹配策略';
  await note(tx, me, [{ caseId: row.id, customerId: row.customer_id, kind: 'STATE', content: words }], now);
  await log(tx, me, row, '更换策略', words);
  return again(tx, me, row, now);
}

/** 记录跟进: counts as a contact of that day, answers a task, and may bring a promise. */
export async function addRecord(tx: Tx, me: Me, input: Out<'RecordInput'>, now: Date): Promise<{ id: string }> {
  const row = await lockCase(tx, me, { id: input.id });
  mustBeOpen(row, '登记跟进');
  const today = shanghaiDate(now);
  if (input.followOn && input.followOn < today)
    refuse('BAD_STATE', `下次跟进日${input.followOn}不能早于今天${today}`, { fields: { followOn: '不能早于今天' } });
  if (input.taskId) await finishTask(tx, me, row, input.taskId, now);
  await note(
    tx,
    me,
    [
      {
        caseId: row.id,
        customerId: row.customer_id,
        kind: 'CONTACT',
        channel: contactWays[input.way],
        contact: input.contact,
        result: input.result,
        content: input.content,
        nextFollowOn: input.followOn || null,
        refId: input.taskId || null,
      },
    ],
    now,
  );
  await cases.update(tx, me, row, { last_contact_on: today, follow_on: input.followOn || null, updated_at: now });
  await log(tx, me, row, '登记跟进', `${contactWays[input.way]}，${contactResults[input.result]}：${input.content}`);
  if (input.result === 'PROMISED' && input.promiseAmount !== null)
    await keepPromise(tx, me, row, { amount: input.promiseAmount, dueOn: input.promiseOn, contact: input.contact, remark: input.content }, now);
  return again(tx, me, row, now);
}

async function finishTask(tx: Tx, me: Me, row: Case, taskId: string, now: Date): Promise<void> {
  const done = await tx
    .updateTable('urge_send')
    .set({ status: 'DONE', done_at: now, actor: actorName(me) })
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', taskId)
    .where('case_id', '=', row.id)
    .where('status', '=', 'TASK')
    .executeTakeFirst();
  if (!done.numUpdatedRows) refuse('BAD_STATE', `催收案件${row.no}的该任务已办理或不再需要，请刷新后重试`);
}

/** 登记承诺: reminders wait until its day and the days of grace are over. */
export async function addPromise(tx: Tx, me: Me, { id, ...given }: Out<'PromiseInput'>, now: Date): Promise<{ id: string }> {
  const row = await lockCase(tx, me, { id });
  mustBeOpen(row, '登记承诺');
  await keepPromise(tx, me, row, given, now);
  await log(tx, me, row, '登记承诺', `${given.dueOn}还${saidYuan(given.amount)}元`);
  return again(tx, me, row, now);
}

async function keepPromise(
  tx: Tx,
  me: Me,
  row: Case,
  { amount, dueOn, contact, remark }: { amount: bigint; dueOn: string; contact: string; remark: string },
  now: Date,
): Promise<void> {
  const today = shanghaiDate(now);
  if (dueOn < today) refuse('BAD_STATE', `承诺日${dueOn}不能早于今天${today}`, { fields: { dueOn: '不能早于今天', promiseOn: '不能早于今天' } });
  if (amount > row.open_amount)
    refuse('QTY_EXCEED', `承诺金额${saidYuan(amount)}元超过案件${row.no}的未收金额${saidYuan(row.open_amount)}元`, {
      fields: { amount: `不能超过${saidYuan(row.open_amount)}元`, promiseAmount: `不能超过${saidYuan(row.open_amount)}元` },
    });
  const open = await tx
    .selectFrom('urge_promise')
    .select(['due_on', 'amount'])
    .where('tenant_id', '=', me.tenantId)
    .where('case_id', '=', row.id)
    .where('status', '=', 'OPEN')
    .executeTakeFirst();
  if (open) refuse('BAD_STATE', `案件${row.no}还有未到期的承诺（${open.due_on}还${saidYuan(open.amount)}元），请先取消再登记`);
  const version = row.version_id
    ? await tx.selectFrom('urge_version').select('spec').where('tenant_id', '=', me.tenantId).where('id', '=', row.version_id).executeTakeFirst()
    : undefined;
  const grace = Number((version?.spec as { promiseGrace?: number } | undefined)?.promiseGrace ?? noRhythm.promiseGrace);
  const id = newId();
  await sql`
    insert into urge_promise (tenant_id, id, case_id, customer_id, amount, due_on, until_on, paid_before, contact, remark, creator, created_by, created_at)
    select ${me.tenantId}, ${id}, ${row.id}, ${row.customer_id}, ${amount}, ${dueOn}::date, ${addDays(dueOn, grace)}::date,
      coalesce((select sum(r.settled - r.refunded) from receivable r where r.tenant_id = ${me.tenantId} and r.customer_id = ${row.customer_id} and r.status <> 'REVERSED'), 0),
      ${contact}, ${remark}, ${actorName(me)}, ${me.accountId}, ${now}`.execute(tx);
  await sql`update urge_case set promised_until = ${addDays(dueOn, grace)}::date, promised_amount = ${amount} where tenant_id = ${me.tenantId} and id = ${row.id}`.execute(
    tx,
  );
  await note(
    tx,
    me,
    [
      {
        caseId: row.id,
        customerId: row.customer_id,
        kind: 'PROMISE',
        result: 'OPEN',
        contact,
        content: `承诺${dueOn}还${saidYuan(amount)}元${remark ? `：${remark}` : ''}`,
        refId: id,
      },
    ],
    now,
  );
  await publish(tx, me, 'collection.promised', { caseId: row.id, customerId: row.customer_id, promiseId: id });
}

/** 取消 where it was entered wrongly, 记违约 where the customer takes it back before its day. */
export async function cancelPromise(tx: Tx, me: Me, { id, promiseId, broken, reason }: Out<'PromiseRef'>, now: Date): Promise<{ id: string }> {
  const row = await lockCase(tx, me, { id });
  const gone = await tx
    .updateTable('urge_promise')
    .set({ status: broken ? 'BROKEN' : 'CANCELLED', decided_at: now })
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', promiseId)
    .where('case_id', '=', id)
    .where('status', '=', 'OPEN')
    .returning(['amount', 'due_on'])
    .executeTakeFirst();
  if (!gone) refuse('BAD_STATE', `案件${row.no}的该承诺已经结束，不能取消`);
  await note(
    tx,
    me,
    [
      {
        caseId: id,
        customerId: row.customer_id,
        kind: 'PROMISE',
        result: broken ? 'BROKEN' : 'CANCELLED',
        content: `${broken ? '承诺记为违约' : '取消承诺'}（${gone.due_on}还${saidYuan(gone.amount)}元）：${reason}`,
      },
    ],
    now,
  );
  if (broken) {
    await cases.update(tx, me, row, { broken: row.broken + 1, updated_at: now });
    await publish(tx, me, 'collection.promiseBroken', { caseId: id, customerId: row.customer_id, promiseId });
  }
  await log(tx, me, row, broken ? '承诺记违约' : '取消承诺', reason);
  return again(tx, me, row, now);
}
