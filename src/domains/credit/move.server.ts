import { type RawBuilder, type Selectable, sql } from 'kysely';
import { actorName, type Me } from '~/portal/me';
import type { CreditAccountTable as AccountTable } from '~/server/database.types';
import type { Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { raised } from '~/server/versioned.server';
import type { AccountStatus, JournalEvent } from './credit';

export type Account = Selectable<AccountTable>;

/** A change of one account; 分, signed. LIMIT = AVAILABLE + HELD + USED + SPENT + FROZEN holds before and after. */
export interface Change {
  event: JournalEvent;
  /** What people read as the size of the change. */
  amount: bigint;
  held?: bigint;
  used?: bigint;
  spent?: bigint;
  frozen?: bigint;
  /** What the limit is from now on, where the change is one of the limit; the row is locked. */
  limit?: { base: bigint | null; amount: bigint | null; over: bigint; changesOn: string | null };
  status?: AccountStatus;
  set?: { valid_from?: string; valid_to?: string | null; per_order_limit?: bigint | null; group_id?: string | null; terms?: string; remark?: string };
  /** What the row must meet for the change to happen at all. */
  when?: RawBuilder<boolean>;
  creditOrderId?: string | null;
  bizType?: string;
  bizId?: string | null;
  bizNo?: string;
  bizDate: string;
  memo?: string;
}

/**
 * THE way an account changes: the row, its group's sums, one journal row and its balanced entries, in one statement for the account. Answers the
 * row as it stands now; undefined when `when` was not met. Groups are locked before accounts (`lockCustomerMoney`, or here).
 */
export async function move(
  tx: Tx,
  me: Me,
  account: Pick<Account, 'id' | 'group_id' | 'limit_amount'>,
  change: Change,
  now: Date,
): Promise<Account | undefined> {
  const { held = 0n, used = 0n, spent = 0n, frozen = 0n } = change;
  const limit = change.limit ? (change.limit.amount ?? 0n) - (account.limit_amount ?? 0n) : 0n;
  const posted = entriesOf({ limit, held, used, spent, frozen });
  const { rows } = await sql<Account>`
    with moved as (
      update credit_account a set held = a.held + ${held}::bigint, used = a.used + ${used}::bigint, spent = a.spent + ${spent}::bigint,
        frozen_amount = a.frozen_amount + ${frozen}::bigint, version = ${raised('a.version')}, updated_at = ${now}${assignments(change, now)}
      where a.tenant_id = ${me.tenantId} and a.id = ${account.id} and a.group_id is not distinct from ${account.group_id}::uuid
        ${change.when ? sql`and ${change.when}` : sql``}
      returning a.*
    ), written as (
      insert into credit_journal (tenant_id, id, account_id, customer_id, seq, event, amount, credit_order_id, biz_type, biz_id, biz_no, biz_date,
        after_status, after_limit, after_held, after_used, after_spent, after_frozen, memo, actor, created_by, created_at)
      select m.tenant_id, ${newId()}::uuid, m.id, m.customer_id, m.version, ${change.event}, ${change.amount}::bigint, ${change.creditOrderId ?? null}::uuid,
        ${change.bizType ?? ''}, ${change.bizId ?? null}::uuid, ${change.bizNo ?? ''}, ${change.bizDate}::date, m.status, m.limit_amount, m.held, m.used, m.spent,
        m.frozen_amount, ${change.memo ?? ''}, ${actorName(me)}, ${me.accountId}::uuid, ${now} from moved m returning id, account_id, customer_id
    ), entries as (
      insert into credit_entry (tenant_id, id, journal_id, account_id, customer_id, code, dr, cr)
      select ${me.tenantId}, e.id, w.id, w.account_id, w.customer_id, e.code, e.dr, e.cr from written w
      cross join unnest(${posted.map(() => newId())}::uuid[], ${posted.map((one) => one.code)}::text[], ${posted.map((one) => String(one.dr))}::bigint[],
        ${posted.map((one) => String(one.cr))}::bigint[]) as e (id, code, dr, cr)
    )
    select * from moved`.execute(tx);
  return rows[0];
}

function assignments({ limit, status, set = {} }: Change, now: Date): RawBuilder<unknown> {
  const columns: RawBuilder<unknown>[] = [];
  if (limit)
    columns.push(
      sql`, base_limit = ${limit.base}::bigint, limit_amount = ${limit.amount}::bigint, over_limit = ${limit.over}::bigint, next_change_on = ${limit.changesOn}::date`,
    );
  if (status) columns.push(sql`, status = ${status}`);
  if (status === 'ACTIVE') columns.push(sql`, activated_at = coalesce(a.activated_at, ${now})`);
  if (status === 'CLOSED') columns.push(sql`, closed_at = ${now}`);
  for (const [name, value] of Object.entries(set)) columns.push(sql`, ${sql.ref(name)} = ${value}`);
  return sql.join(columns, sql``);
}

/** Where each delta stands; AVAILABLE takes what is left, so that the sides balance. */
function entriesOf(d: { limit: bigint; held: bigint; used: bigint; spent: bigint; frozen: bigint }) {
  const debits = { HELD: d.held, USED: d.used, SPENT: d.spent, FROZEN: d.frozen, AVAILABLE: d.limit - d.held - d.used - d.spent - d.frozen, LIMIT: -d.limit };
  return Object.entries(debits)
    .filter(([, amount]) => amount !== 0n)
    .map(([code, amount]) => ({ code, dr: amount > 0n ? amount : 0n, cr: amount > 0n ? 0n : -amount }));
}

/** Moves the sums of the account's group, if it has one. False: the group has not that much left, or is frozen. */
export async function moveGroup(
  tx: Tx,
  me: Pick<Me, 'tenantId'>,
  { group_id }: Pick<Account, 'group_id'>,
  by: { held?: bigint; used?: bigint },
  needs?: bigint,
): Promise<boolean> {
  if (!group_id) return true;
  let moving = tx
    .updateTable('credit_group')
    .set({ held: sql<bigint>`held + ${by.held ?? 0n}::bigint`, used: sql<bigint>`used + ${by.used ?? 0n}::bigint` })
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', group_id);
  if (needs !== undefined)
    moving = moving.where('frozen', '=', false).where(sql<boolean>`(limit_amount is null or limit_amount - held - used >= ${needs}::bigint)`);
  return Boolean(await moving.returning('id').executeTakeFirst());
}
