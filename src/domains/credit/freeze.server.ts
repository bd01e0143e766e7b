import type { Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { refuse } from '~/shared/refusal';
import { saidYuan } from '~/shared/said';
import { lockAccount, settleAccount } from './account.server';
import { type FreezeSource, freezeSources } from './credit';
import { endLines } from './line.server';
import type { Account } from './move.server';
import * as subjects from './subjects';

export interface Freezing {
  accountId: string;
  /** null: the whole account; nothing new is set aside, what is may be delivered. */
  amount: bigint | null;
  source: FreezeSource;
  ruleId?: string | null;
  reason: string;
}

/** Freezes an account, or a part of its limit. Again by the same rule changes nothing. Answers whether it froze. */
export async function freezeAccount(tx: Tx, me: Me, input: Freezing, now: Date): Promise<boolean> {
  const account = await lockAccount(tx, me, input.accountId);
  if (account.status === 'CLOSED') refuse('CREDIT_STATE', `授信账户${account.no}已注销，不能冻结`);
  const done = await tx
    .insertInto('credit_freeze')
    .values({
      tenant_id: me.tenantId,
      id: newId(),
      account_id: account.id,
      customer_id: account.customer_id,
      amount: input.amount,
      source: input.source,
      rule_id: input.ruleId ?? null,
      reason: input.reason,
      frozen_by: me.accountId,
      freezer: me.name,
      frozen_at: now,
    })
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!done) return false;
  const what = input.amount === null ? '整户' : `¥${saidYuan(input.amount)}`;
  const memo = `${freezeSources[input.source]}冻结${what}：${input.reason}`;
  await settleAccount(tx, me, account, { event: 'FREEZE', memo, amount: input.amount ?? 0n, frozen: input.amount ?? 0n }, now);
  await audit(tx, me, {
    action: '冻结授信',
    subject: subjects.creditAccount,
    id: account.id,
    no: account.no,
    after: { 范围: what, 原因: input.reason },
  });
  return true;
}

/** Lifts the open freezes that match: one by id, those of a rule or a source, or all. The account is free when none is left. */
export async function thawAccount(
  tx: Tx,
  me: Me,
  input: { accountId: string; freezeId?: string; ruleId?: string; source?: FreezeSource; reason: string },
  now: Date,
): Promise<number> {
  const account = await lockAccount(tx, me, input.accountId);
  let open = tx
    .updateTable('credit_freeze')
    .set({ thawed_at: now, thawed_by: me.accountId, thawer: me.name, thaw_reason: input.reason })
    .where('tenant_id', '=', me.tenantId)
    .where('account_id', '=', account.id)
    .where('thawed_at', 'is', null);
  if (input.freezeId) open = open.where('id', '=', input.freezeId);
  if (input.ruleId) open = open.where('rule_id', '=', input.ruleId);
  if (input.source) open = open.where('source', '=', input.source);
  const lifted = await open.returning('amount').execute();
  if (!lifted.length) return 0;
  const amount = lifted.reduce((sum, one) => sum + (one.amount ?? 0n), 0n);
  await settleAccount(tx, me, account, { event: 'THAW', memo: input.reason, amount: -amount, frozen: -amount }, now);
  await audit(tx, me, { action: '解冻授信', subject: subjects.creditAccount, id: account.id, no: account.no, after: { 原因: input.reason } });
  return lifted.length;
}

/** 注销: for good, and only when nothing is set aside or owed. */
export async function closeAccount(tx: Tx, me: Me, input: { accountId: string; reason: string }, now: Date): Promise<Account> {
  const account = await lockAccount(tx, me, input.accountId);
  if (account.status === 'CLOSED') refuse('CREDIT_STATE', `授信账户${account.no}已注销`);
  if (account.held > 0n || account.used > 0n)
    refuse('CREDIT_STATE', `授信账户${account.no}占用¥${saidYuan(account.held)}、未还¥${saidYuan(account.used)}，结清后才能注销`);
  await endLines(tx, me, account.id, input.reason, now);
  const closed = await settleAccount(tx, me, { ...account, status: 'CLOSED' }, { event: 'CLOSE', memo: input.reason }, now);
  await audit(tx, me, { action: '注销授信', subject: subjects.creditAccount, id: account.id, no: account.no, after: { 原因: input.reason } });
  return closed;
}
