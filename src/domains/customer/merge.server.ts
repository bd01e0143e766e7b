import { sql } from 'kysely';
import { z } from 'zod';
import { actorName, type Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import { orRefuse } from '~/server/db/errors.server';
import { jsonb, type Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { forgetSessions } from '~/server/session.server';
import { lockOne, mustBeSeen, nextVersion, putSeen } from '~/server/versioned.server';
import { shanghaiDate, shanghaiTime } from '~/shared/dates';
import { notFound, Refusal, refuse, WARNING } from '~/shared/refusal';
import { customerBooks } from './books.server';
import { MERGE_UNDO_HOURS, movedName } from './customerMerge';
import type { MergeInput } from './customerMerge.schema';
import { customerStates } from './customerNames';
import { type FillColumn, fillColumns, fillsOf } from './mergeFill';
import { followMerge } from './mergeFollow.server';
import { tellMerged } from './notices.server';
import { assertMayHandOn, assertMayOwn, type Owned } from './ownership.server';
import * as subjects from './subjects';

const HOUR_MS = 3_600_000;
const withDefaults = ['customer_address', 'customer_invoice_title'] as const;

/** What undo needs besides the moved rows. */
const Before = z.object({
  fromStatus: z.string(),
  intoVersion: z.number(),
  /** Columns of the remaining customer that were filled, as they were. */
  into: z.record(z.string(), z.unknown()),
  /** Rows that were the default of the merged record and are not any more. */
  defaults: z.record(z.enum(withDefaults), z.array(z.string())),
  /** What the books answered, whole. */
  funds: z.looseObject({ txnId: z.string().nullable() }),
});
type Before = z.output<typeof Before>;

/**
 * Makes two records of one company one: `from` keeps only its history in the log and the ledger, everything else comes to belong to `into`.
 * One transaction; what `into` has already (a price, a default address) stands.
 */
export async function mergeCustomers(tx: Tx, me: Me, input: z.output<typeof MergeInput>, now: Date): Promise<{ id: string }> {
  const [from, into] = await lockPair(tx, me, input);
  assertOneOwner(me, from, into);
  mustBeSeen(from, input.fromVersion);
  mustBeSeen(into, input.intoVersion);
  const { problem, warning } = judgePair(from, into);
  if (problem) refuse('CUSTOMER_STATE', problem);
  await refuseTwoLimits(tx, me, from, into);
  if (warning && !input.confirm) throw new Refusal(WARNING, warning, { reason: 'CUSTOMER_DUPLICATE' });
  const id = newId();
  const merge = { id, fromId: from.id, intoId: into.id, no: into.code, memo: `客户“${from.name}”合并到“${into.name}”`, bizDate: shanghaiDate(now) };
  const defaults = await clearDefaults(tx, me, from.id, into.id);
  await putSeen(tx, me, 'customer', from, { status: 'MERGED', merged_into: into.id }, now);
  const fills = fillsOf(from, into);
  await putSeen(tx, me, 'customer', into, fills, now);
  const funds = await customerBooks.get().merge(tx, me, merge);
  const before = {
    fromStatus: from.status,
    intoVersion: nextVersion(into),
    into: Object.fromEntries(Object.keys(fills).map((column) => [column, into[column as FillColumn]])),
    defaults,
    funds,
  };
  await tx
    .insertInto('customer_merge')
    .values({
      tenant_id: me.tenantId,
      id,
      from_id: from.id,
      into_id: into.id,
      txn_id: funds.txnId,
      before: jsonb(before),
      actor_id: me.accountId,
      actor: actorName(me),
      at: now,
      undo_until: new Date(now.getTime() + MERGE_UNDO_HOURS * HOUR_MS),
    })
    .execute();
  await moveRows(tx, id, from.name, into.name);
  await followMerge(tx, me, { fromId: from.id, intoId: into.id, no: into.code, undone: false }, now);
  await sql`select seal_merge(${id})`.execute(tx);
  await audit(tx, me, {
    action: '合并到其他客户',
    subject: subjects.customer,
    id: from.id,
    no: from.code,
    after: { 合并到: `${into.name}（${into.code}）` },
  });
  await audit(tx, me, {
    action: '并入客户',
    subject: subjects.customer,
    id: into.id,
    no: into.code,
    after: { 并入: `${from.name}（${from.code}）` },
  });
  await tellMerged(tx, me, from, into);
  forgetSessions();
  return { id };
}

async function moveRows(tx: Tx, mergeId: string, from: string, into: string): Promise<void> {
  await orRefuse(sql`select move_customer_rows(${mergeId})`.execute(tx), {
    taken: () => refuse('CUSTOMER_STATE', `客户“${from}”与“${into}”有单号相同的期初应收，请先更正其中一张再合并`),
  });
}

/** Puts both customers back as they were. Refuses when the time is over or anything that moved was touched since. */
export async function undoMerge(tx: Tx, me: Me, input: { id: string }, now: Date): Promise<{ fromId: string }> {
  const found = await tx
    .selectFrom('customer_merge')
    .select(['from_id', 'into_id'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', input.id)
    .executeTakeFirst();
  if (!found) return notFound('该合并记录');
  const [from, into] = await lockPair(tx, me, { fromId: found.from_id, intoId: found.into_id });
  assertOneOwner(me, from, into);
  const merge = await lockOne(tx, me, 'customer_merge', '合并记录', input.id);
  const named = `客户“${from.name}”到“${into.name}”的合并`;
  if (merge.status !== 'DONE') refuse('CUSTOMER_STATE', `${named}已撤销`);
  if (merge.undo_until <= now) refuse('CUSTOMER_STATE', `${named}的撤销期限为${shanghaiTime(merge.undo_until)}，已不能撤销`);
  const before = Before.parse(merge.before);
  if (into.status === 'MERGED') refuse('CUSTOMER_STATE', `客户“${into.name}”之后又被合并，请先撤销那次合并`);
  if (into.version !== before.intoVersion) refuse('CUSTOMER_STATE', `客户“${into.name}”的资料在合并后已修改，不能撤销${named}`);
  await refuseTouched(tx, me, input.id, named);
  await sql`select move_customer_rows_back(${input.id})`.execute(tx);
  const back = { id: merge.id, fromId: from.id, intoId: into.id, no: into.code, memo: `撤销${named}`, bizDate: shanghaiDate(now) };
  await customerBooks.get().mergeBack(tx, me, back, before.funds);
  for (const table of withDefaults) await setDefault(tx, me, table, before.defaults[table] ?? [], true);
  await followMerge(tx, me, { fromId: from.id, intoId: into.id, no: into.code, undone: true }, now);
  await putSeen(tx, me, 'customer', into, before.into as Partial<Pick<typeof into, FillColumn>>, now);
  await putSeen(tx, me, 'customer', from, { status: before.fromStatus, merged_into: null }, now);
  await tx
    .updateTable('customer_merge')
    .set({ status: 'UNDONE', undone_at: now, undone_by: actorName(me) })
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', input.id)
    .execute();
  for (const one of [from, into]) await audit(tx, me, { action: '撤销合并', subject: subjects.customer, id: one.id, no: one.code, after: { 合并: named } });
  forgetSessions();
  return { fromId: from.id };
}

const pairColumns = ['id', 'code', 'name', 'status', 'version', 'customer_type', 'merged_into', ...fillColumns] as const;

/** Both customers, locked: their money first, then the rows by id. */
async function lockPair(tx: Tx, me: Me, { fromId, intoId }: { fromId: string; intoId: string }) {
  if (fromId === intoId) refuse('CUSTOMER_STATE', '请选择两个不同的客户');
  await customerBooks.get().lock(tx, me, [fromId, intoId]);
  const rows = await tx
    .selectFrom('customer')
    .select(pairColumns)
    .where('tenant_id', '=', me.tenantId)
    .where('id', 'in', [fromId, intoId])
    .orderBy('id')
    .forUpdate()
    .execute();
  return inOrder(rows, fromId, intoId);
}

/** Merging gives what `from` has to the salesperson of `into`, undoing gives it back. */
function assertOneOwner(me: Me, from: Pair, into: Pair): void {
  const owned = ({ name, sales_member_id, region_label, province, city, district }: Pair): Owned => ({
    name,
    ownerId: sales_member_id,
    regionLabel: region_label,
    province,
    city,
    district,
  });
  for (const one of [from, into]) assertMayHandOn(me, owned(one), '合并');
  if (into.sales_member_id) assertMayOwn(me, owned(from), into.sales_member_id, '合并');
}
type Pair = Awaited<ReturnType<typeof lockPair>>[number];

export function inOrder<Row extends { id: string }>(rows: readonly Row[], fromId: string, intoId: string): [Row, Row] {
  const [from, into] = [rows.find((row) => row.id === fromId), rows.find((row) => row.id === intoId)];
  return from && into ? [from, into] : notFound('该客户');
}

interface Judged {
  name: string;
  status: string;
  customer_type: number;
  uscc: string | null;
}
/** Whether the two can be one, in sentences. */
export function judgePair(from: Judged, into: Judged): { problem: string; warning: string } {
  const wrong = [from, into].find((one) => one.status === 'MERGED') ?? (into.status === 'ENDED' ? into : undefined);
  if (wrong) return { problem: `客户“${wrong.name}”${customerStates[wrong.status]}，不能${wrong === from ? '再次合并' : '并入其他客户'}`, warning: '' };
  if (from.customer_type !== into.customer_type) return { problem: '企业客户与个人客户不能合并', warning: '' };
  const differ = from.uscc && into.uscc && from.uscc !== into.uscc;
  return { problem: '', warning: differ ? `两个客户的统一社会信用代码不同（${from.uscc}、${into.uscc}），可能是两家企业。确认仍要合并吗？` : '' };
}

async function clearDefaults(tx: Tx, me: Me, fromId: string, intoId: string): Promise<Before['defaults']> {
  const cleared = {} as Before['defaults'];
  for (const table of withDefaults) {
    const rows = await tx
      .selectFrom(table)
      .select(['id', 'customer_id'])
      .where('tenant_id', '=', me.tenantId)
      .where('customer_id', 'in', [fromId, intoId])
      .where('is_default', '=', true)
      .execute();
    const ids = rows.some((row) => row.customer_id === intoId) ? rows.filter((row) => row.customer_id === fromId).map((row) => row.id) : [];
    await setDefault(tx, me, table, ids, false);
    cleared[table] = ids;
  }
  return cleared;
}

async function setDefault(tx: Tx, me: Me, table: (typeof withDefaults)[number], ids: readonly string[], isDefault: boolean): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable(table)
    .set({ is_default: isDefault })
    .where('tenant_id', '=', me.tenantId)
    .where('id', 'in', [...ids])
    .execute();
}

async function refuseTouched(tx: Tx, me: Me, mergeId: string, named: string): Promise<void> {
  const { rows } = await sql<{ table_name: string }>`select distinct table_name from touched_since_merge(${mergeId})`.execute(tx);
  const touched = [...new Set(rows.map((row) => movedName(row.table_name) ?? '其他资料'))];
  if (touched.length > 0) refuse('CUSTOMER_STATE', `合并过来的${touched.join('、')}在合并后已有变化，不能撤销${named}`, { touched });
  const { rows: late } = await sql<{ no: string | null }>`
    select o.no from sales_order o
    where o.tenant_id = ${me.tenantId}
      and o.project_id = any (select unnest(p.moved) from customer_merge_part p where p.tenant_id = ${me.tenantId} and p.merge_id = ${mergeId} and p.table_name = 'project')
      and not o.id = any (select unnest(p.moved) from customer_merge_part p where p.tenant_id = ${me.tenantId} and p.merge_id = ${mergeId} and p.table_name = 'sales_order')
    limit 1`.execute(tx);
  if (late[0]) refuse('CUSTOMER_STATE', `合并后已有订单${late[0].no ?? '（草稿）'}使用合并过来的工程项目，不能撤销${named}`);
}

/** A customer has one limit of a type: of two, people close the one of the record that goes; what was used of it before goes along. */
async function refuseTwoLimits(tx: Tx, me: Me, from: { id: string; name: string }, into: { id: string; name: string }): Promise<void> {
  const { rows } = await sql<{ name: string; no: string; closed: boolean }>`select t.name, a.no, b.status = 'CLOSED' as closed from credit_account a
    join credit_account b on b.tenant_id = a.tenant_id and b.credit_type_id = a.credit_type_id and b.customer_id = ${into.id}
    join credit_type t on t.tenant_id = a.tenant_id and t.id = a.credit_type_id
    where a.tenant_id = ${me.tenantId} and a.customer_id = ${from.id} and a.status <> 'CLOSED' order by a.no limit 1`.execute(tx);
  const one = rows[0];
  if (!one) return;
  const way = one.closed ? `请改为保留客户“${from.name}”` : `请先结清并注销客户“${from.name}”的${one.name}账户${one.no}`;
  refuse('CUSTOMER_STATE', `客户“${from.name}”与“${into.name}”都有${one.name}账户，不能合并；${way}`);
}
