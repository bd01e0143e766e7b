import { lockCustomerMoney } from '~/domains/finance/customerMoney.server';
import { accountOf } from '~/domains/finance/fund.server';
import { actorName, type Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { oneNumber } from '~/server/numbers.server';
import { addDays } from '~/shared/dates';
import { notFound, refuse } from '~/shared/refusal';
import { saidYuan } from '~/shared/said';
import { lockAccount, settleAccount } from './account.server';
import { type LineKind, lineKinds } from './credit';
import { joinGroup } from './group.server';
import type { Account } from './move.server';
import * as subjects from './subjects';
import type { Terms } from './terms';

/** What a line comes from, where that is a document. */
export interface Source {
  type: string;
  id: string;
  no: string;
}
export interface NewAccount {
  customerId: string;
  creditTypeId: string;
  /** null: unlimited. */
  limit: bigint | null;
  validFrom: string;
  validTo: string | null;
  perOrderLimit?: bigint | null;
  terms?: Partial<Terms>;
  groupId?: string | null;
  remark?: string;
  reason?: string;
  source?: Source;
}

/** Opens a customer's account of a type with its base line, or opens a closed one again. */
export async function openAccount(tx: Tx, me: Me, input: NewAccount, now: Date): Promise<Account> {
  // The account of money is what everybody locks first.
  await accountOf(tx, me, input.customerId);
  await lockCustomerMoney(tx, me, [input.customerId]);
  const type = await typeFor(tx, me, input.creditTypeId);
  const found = await accountOfType(tx, me, input);
  if (found && found.status !== 'CLOSED') refuse('CREDIT_STATE', `客户已有${type.name}账户${found.no}，请调整该账户的额度`);
  const set = {
    valid_from: input.validFrom,
    valid_to: input.validTo,
    per_order_limit: input.perOrderLimit ?? type.per_order_limit,
    terms: JSON.stringify({ ...(type.terms as object), ...input.terms }),
    remark: input.remark ?? '',
  };
  const blank = found ? await reopened(tx, me, found, now) : await insertAccount(tx, me, input, now);
  await insertLine(
    tx,
    me,
    blank,
    { kind: 'BASE', amount: input.limit, validFrom: input.validFrom, validTo: null, reason: input.reason ?? '开立', ...from(input) },
    now,
  );
  const opened = await settleAccount(tx, me, blank, { event: 'OPEN', memo: input.reason ?? '', ...bizOf(input.source) }, now, set);
  await audit(tx, me, {
    action: '开立授信账户',
    subject: subjects.creditAccount,
    id: opened.id,
    no: opened.no,
    after: { 授信类型: type.name, 额度: words(input.limit), 有效期: `${input.validFrom}至${input.validTo ?? '长期'}` },
  });
  return input.groupId ? joinGroup(tx, me, opened.id, input.groupId, now) : opened;
}

export const words = (amount: bigint | null): string => (amount === null ? '不限' : `¥${saidYuan(amount)}`);
const from = ({ source }: { source?: Source | undefined }) => (source ? { source } : {});
const bizOf = (source?: Source) => (source ? { bizType: source.type, bizId: source.id, bizNo: source.no } : {});

async function typeFor(tx: Tx, me: Pick<Me, 'tenantId'>, id: string) {
  const type = await tx.selectFrom('credit_type').selectAll().where('tenant_id', '=', me.tenantId).where('id', '=', id).executeTakeFirst();
  if (!type) notFound('该授信类型');
  if (!type.enabled) refuse('CREDIT_STATE', `授信类型“${type.name}”已停用`);
  return type;
}

const accountOfType = (tx: Tx, me: Pick<Me, 'tenantId'>, input: NewAccount): Promise<Account | undefined> =>
  tx
    .selectFrom('credit_account')
    .selectAll()
    .where('tenant_id', '=', me.tenantId)
    .where('customer_id', '=', input.customerId)
    .where('credit_type_id', '=', input.creditTypeId)
    .forUpdate()
    .executeTakeFirst();

async function insertAccount(tx: Tx, me: Me, input: NewAccount, now: Date): Promise<Account> {
  return tx
    .insertInto('credit_account')
    .values({
      tenant_id: me.tenantId,
      id: newId(),
      no: await oneNumber(tx, me, subjects.creditAccount, now),
      customer_id: input.customerId,
      credit_type_id: input.creditTypeId,
      limit_amount: 0n,
      valid_from: input.validFrom,
      valid_to: input.validTo,
      version: 0,
      created_by: me.accountId,
      creator: me.name,
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function reopened(tx: Tx, me: Me, account: Account, now: Date): Promise<Account> {
  await endLines(tx, me, account.id, '账户重新开立', now);
  return { ...account, status: 'PENDING' };
}

export interface NewLine {
  kind: LineKind;
  amount: bigint | null;
  validFrom: string;
  validTo: string | null;
  reason: string;
  source?: Source;
}

/** Adds a line: a base line takes the place of the ones before it from its first day on. A limit below what is used only stops further use. */
export async function setLine(tx: Tx, me: Me, accountId: string, line: NewLine, now: Date): Promise<Account> {
  const account = await lockAccount(tx, me, accountId);
  if (account.status === 'CLOSED') refuse('CREDIT_STATE', `授信账户${account.no}已注销，不能调整额度`);
  if (line.kind === 'BASE') await endBase(tx, me, account.id, line.validFrom, now);
  await insertLine(tx, me, account, line, now);
  const after = await settleAccount(tx, me, account, { event: 'LIMIT', memo: `${lineKinds[line.kind]}：${line.reason}`, ...bizOf(line.source) }, now);
  await audit(tx, me, {
    action: '调整授信额度',
    subject: subjects.creditAccount,
    id: account.id,
    no: account.no,
    before: { 授信额度: words(account.limit_amount) },
    after: { 授信额度: words(after.limit_amount), [lineKinds[line.kind]]: words(line.amount), 原因: line.reason },
  });
  return after;
}

/** Takes a line back before its time. */
export async function endLine(tx: Tx, me: Me, accountId: string, lineId: string, reason: string, now: Date): Promise<Account> {
  const account = await lockAccount(tx, me, accountId);
  const ended = await tx
    .updateTable('credit_line')
    .set({ ended_at: now, end_reason: reason })
    .where('tenant_id', '=', me.tenantId)
    .where('account_id', '=', accountId)
    .where('id', '=', lineId)
    .where('ended_at', 'is', null)
    .returning('kind')
    .executeTakeFirst();
  if (!ended) notFound('该额度明细');
  return settleAccount(tx, me, account, { event: 'LIMIT', memo: `${lineKinds[ended.kind as LineKind]}提前终止：${reason}` }, now);
}

/** Why a base line ended that another took the place of on its very first day. */
export const REPLACED = '由新的基础额度替换';

async function endBase(tx: Tx, me: Me, accountId: string, on: string, now: Date): Promise<void> {
  const base = tx
    .updateTable('credit_line')
    .where('tenant_id', '=', me.tenantId)
    .where('account_id', '=', accountId)
    .where('kind', '=', 'BASE')
    .where('ended_at', 'is', null);
  await base.set({ ended_at: now, end_reason: REPLACED }).where('valid_from', '>=', on).execute();
  await base
    .set({ valid_to: addDays(on, -1) })
    .where('valid_from', '<', on)
    .execute();
}

export const endLines = (tx: Tx, me: Pick<Me, 'tenantId'>, accountId: string, reason: string, now: Date) =>
  tx
    .updateTable('credit_line')
    .set({ ended_at: now, end_reason: reason })
    .where('tenant_id', '=', me.tenantId)
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .execute();

async function insertLine(tx: Tx, me: Me, account: Pick<Account, 'id' | 'customer_id'>, line: NewLine, now: Date): Promise<void> {
  await tx
    .insertInto('credit_line')
    .values({
      tenant_id: me.tenantId,
      id: newId(),
      account_id: account.id,
      customer_id: account.customer_id,
      kind: line.kind,
      amount: line.amount,
      valid_from: line.validFrom,
      valid_to: line.validTo,
      reason: line.reason,
      source_type: line.source?.type ?? '',
      source_id: line.source?.id ?? null,
      source_no: line.source?.no ?? '',
      created_by: me.accountId,
      creator: actorName(me),
      created_at: now,
    })
    .execute();
}

/** Renews the account to a later day, or moves when it ends; a base line has no end of its own. */
export async function renewAccount(
  tx: Tx,
  me: Me,
  accountId: string,
  input: { validTo: string | null; reason: string; perOrderLimit?: bigint | null; terms?: Partial<Terms>; source?: Source },
  now: Date,
): Promise<Account> {
  const account = await lockAccount(tx, me, accountId);
  if (account.status === 'CLOSED') refuse('CREDIT_STATE', `授信账户${account.no}已注销，不能续期`);
  if (input.validTo !== null && input.validTo < account.valid_from) refuse('CREDIT_STATE', `有效期止${input.validTo}早于有效期起${account.valid_from}`);
  const set = {
    valid_to: input.validTo,
    ...(input.perOrderLimit === undefined ? {} : { per_order_limit: input.perOrderLimit }),
    ...(input.terms ? { terms: JSON.stringify({ ...(account.terms as object), ...input.terms }) } : {}),
  };
  const memo = `有效期${account.valid_to ?? '长期'} → ${input.validTo ?? '长期'}：${input.reason}`;
  const after = await settleAccount(tx, me, account, { event: 'RENEW', memo, ...bizOf(input.source) }, now, set);
  await audit(tx, me, {
    action: '授信续期',
    subject: subjects.creditAccount,
    id: account.id,
    no: account.no,
    before: { 有效期止: account.valid_to ?? '长期' },
    after: { 有效期止: after.valid_to ?? '长期', 原因: input.reason },
  });
  return after;
}
