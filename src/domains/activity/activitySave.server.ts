import { sql } from 'kysely';
import { dropLimits, putLimits, setQuota } from '~/domains/price/limit.server';
import { skusForSale } from '~/domains/product/product.server';
import { actorName, type Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import { orRefuse } from '~/server/db/errors.server';
import type { Tx } from '~/server/db.server';
import { mustStand } from '~/server/document.server';
import { newId } from '~/server/ids.server';
import { oneNumber } from '~/server/numbers.server';
import { lockKnown, lockSeen, putSeen } from '~/server/versioned.server';
import { shanghaiTime } from '~/shared/dates';
import { addQty, comparePrice, displayQty } from '~/shared/money';
import { notFound, Refusal, refusalCodes, refuse } from '~/shared/refusal';
import { saidPrice } from '~/shared/said';
import { type ActivityState, activityPrice, activityStateAt, activityStates, isEditable, isOpen } from './activity';
import type { ActivityInput } from './activity.schema';
import * as subjects from './subjects';

interface Ref {
  id: string;
  version: number;
}
interface Saved {
  id: string;
  no: string;
}

/** A new activity, or one that has not begun as it is typed anew. */
export async function saveActivity(tx: Tx, me: Me, input: ActivityInput, now: Date): Promise<Saved> {
  if (input.endAt <= now) refuse('BAD_STATE', '结束时间必须晚于现在', { fields: { endAt: '结束时间必须晚于现在' } });
  const old = await lockSeen(tx, me, 'activity', '活动', input);
  if (old) mustBe(old, now, isEditable, '编辑');
  if (old) await dropItems(tx, me, old);
  await refuseProblems(tx, me, input, old?.id ?? null);
  const no = old?.no ?? (await oneNumber(tx, me, subjects.activity, now));
  const row = {
    name: input.name,
    start_at: input.startAt,
    end_at: input.endAt,
    customer_scope: input.customerScope,
    level_ids: input.customerScope === 'LEVEL' ? input.levelIds : [],
    regions: input.customerScope === 'REGION' ? input.regions : [],
    customer_ids: input.customerScope === 'CUSTOMER' ? input.customerIds : [],
    remark: input.remark,
    item_count: input.items.length,
  };
  const id = await putSeen(tx, me, 'activity', old, row, now, { no, creator: actorName(me) });
  await insertItems(tx, me, id, input);
  await log(tx, me, { id, no }, old ? '编辑' : '新建', `${shanghaiTime(input.startAt)}~${shanghaiTime(input.endAt)}，${input.items.length}个商品`);
  return { id, no };
}

async function insertItems(tx: Tx, me: Me, activityId: string, input: ActivityInput): Promise<void> {
  const skus = await skusForSale(tx, me, { customerId: '', skuIds: input.items.map((item) => item.skuId) });
  const rows = input.items.map((item, index) => ({
    tenant_id: me.tenantId,
    id: newId(),
    activity_id: activityId,
    line_no: index + 1,
    sku_id: item.skuId,
    unit_id: skus.get(item.skuId)?.baseUnitId ?? notFound('所选商品'),
    mode: item.mode,
    value: item.value,
    total_quota: item.totalQuota || null,
    per_customer: item.perCustomer || null,
    per_order_min: item.perOrderMin || null,
    start_at: input.startAt,
    end_at: input.endAt,
  }));
  await putLimits(
    tx,
    me,
    rows.map((row) => ({ id: row.id, layer: 'ACTIVITY', skuId: row.sku_id, unitId: row.unit_id, quota: row.total_quota, perCustomer: row.per_customer })),
  );
  await orRefuse(tx.insertInto('activity_item').values(rows).execute(), {
    taken: () => refuse('PRICE_OVERLAP', '所选商品在活动时间内已有其他活动：他人刚刚保存了一个，请刷新后重试'),
  });
}

/** Every problem of every item at once: goods twice, no list price, a price of nothing or below the floor, another activity at the same time. */
async function refuseProblems(tx: Tx, me: Me, input: ActivityInput, ownId: string | null): Promise<void> {
  const skuIds = input.items.map((item) => item.skuId);
  const skus = await skusForSale(tx, me, { customerId: '', skuIds });
  const clashes = await conflictsOf(tx, me, skuIds, input.startAt, input.endAt, ownId);
  const fields: Record<string, string> = {};
  for (const [index, item] of input.items.entries()) {
    const sku = skus.get(item.skuId);
    const clash = clashes.find((one) => one.sku_id === item.skuId);
    const price = sku ? activityPrice(item.mode, item.value, sku.listPrice) : null;
    if (!sku) fields[`items.${index}.skuId`] = '商品不存在或已删除';
    else if (skuIds.indexOf(item.skuId) !== index) fields[`items.${index}.skuId`] = `与第${skuIds.indexOf(item.skuId) + 1}行重复`;
    else if (clash)
      fields[`items.${index}.skuId`] =
        `商品“${sku.name}”（${sku.skuCode}）在活动${clash.no}“${clash.name}”（${shanghaiTime(clash.start_at).slice(0, 16)}~${shanghaiTime(clash.end_at).slice(0, 16)}）中，时间重叠`;
    else if (price === null)
      fields[`items.${index}.value`] =
        sku.listPrice === null ? '该商品没有标准价，只能用一口价' : `优惠后的价格必须大于0（标准价${saidPrice(sku.listPrice)}元）`;
    else if (sku.listPrice !== null && comparePrice(price, sku.listPrice) >= 0)
      fields[`items.${index}.value`] = `活动价${saidPrice(price)}元应低于标准价${saidPrice(sku.listPrice)}元`;
    else if (sku.minPrice !== null && comparePrice(price, sku.minPrice) < 0)
      fields[`items.${index}.value`] = `活动价${saidPrice(price)}元低于最低限价${saidPrice(sku.minPrice)}元`;
  }
  const [first, ...more] = Object.entries(fields);
  if (!first) return;
  const reason = first[1].includes('时间重叠') ? 'PRICE_OVERLAP' : 'CATALOGUE_RULE';
  const row = Number(first[0].split('.')[1]) + 1;
  throw new Refusal(refusalCodes[reason], `第${row}行：${first[1]}${more.length ? `（共${more.length + 1}行有问题）` : ''}`, { reason, fields });
}

async function conflictsOf(tx: Tx, me: Me, skuIds: readonly string[], start: Date, end: Date, ownId: string | null) {
  const { rows } = await sql<{ sku_id: string; no: string; name: string; start_at: Date; end_at: Date }>`
    select i.sku_id, a.no, a.name, a.start_at, a.end_at from activity_item i join activity a on a.tenant_id = i.tenant_id and a.id = i.activity_id
    where i.tenant_id = ${me.tenantId} and i.status = 'OPEN' and i.sku_id = any(${[...skuIds]}::uuid[]) and i.activity_id is distinct from ${ownId}::uuid
      and tstzrange(i.start_at, i.end_at, '[)') && tstzrange(${start}, ${end}, '[)') order by a.start_at`.execute(tx);
  return rows;
}

/** 关闭: nobody gets the price any more; orders that have it keep it. It never opens again. */
export async function closeActivity(tx: Tx, me: Me, input: Ref & { reason: string }, now: Date): Promise<Saved> {
  const old = await lockActivity(tx, me, input);
  mustBe(old, now, isOpen, '关闭');
  await putSeen(tx, me, 'activity', old, { status: 'CLOSED', closed_at: now, closed_by: actorName(me), close_reason: input.reason }, now);
  await tx.updateTable('activity_item').set({ status: 'CLOSED' }).where('tenant_id', '=', me.tenantId).where('activity_id', '=', old.id).execute();
  await log(tx, me, old, '关闭', input.reason);
  return { id: old.id, no: old.no };
}

/** 追加限量: more of one item while the activity runs, or before; never less. */
export async function addQuota(tx: Tx, me: Me, input: Ref & { itemId: string; more: string }, now: Date): Promise<Saved> {
  const old = await lockActivity(tx, me, input);
  mustBe(old, now, isOpen, '追加限量');
  const item = await tx
    .selectFrom('activity_item')
    .innerJoin('sku', (on) => on.onRef('sku.tenant_id', '=', 'activity_item.tenant_id').onRef('sku.id', '=', 'activity_item.sku_id'))
    .select(['activity_item.id', 'activity_item.total_quota', 'sku.code'])
    .where('activity_item.tenant_id', '=', me.tenantId)
    .where('activity_item.activity_id', '=', old.id)
    .where('activity_item.id', '=', input.itemId)
    .executeTakeFirst();
  if (!item) return notFound('该活动商品');
  if (item.total_quota === null) refuse('BAD_STATE', `活动${old.no}的商品${item.code}不限总量，无需追加`);
  const quota = addQty(item.total_quota, input.more);
  await tx.updateTable('activity_item').set({ total_quota: quota }).where('tenant_id', '=', me.tenantId).where('id', '=', item.id).execute();
  await setQuota(tx, me, item.id, quota);
  await putSeen(tx, me, 'activity', old, {}, now);
  await log(tx, me, old, '追加限量', `${item.code} 追加${displayQty(input.more)}，总限量${displayQty(quota)}`);
  return { id: old.id, no: old.no };
}

export async function deleteActivity(tx: Tx, me: Me, input: Ref, now: Date): Promise<Saved> {
  const old = await lockActivity(tx, me, input);
  mustBe(old, now, isEditable, '删除');
  await dropItems(tx, me, old);
  await tx.deleteFrom('activity').where('tenant_id', '=', me.tenantId).where('id', '=', old.id).execute();
  await log(tx, me, old, '删除', old.name);
  return { id: old.id, no: old.no };
}

const lockActivity = (tx: Tx, me: Me, ref: Ref) => lockKnown(tx, me, 'activity', '活动', ref);
type Stored = Awaited<ReturnType<typeof lockActivity>>;

function mustBe(row: Stored, now: Date, may: (state: ActivityState) => boolean, action: string): void {
  const state = activityStateAt({ status: row.status, startAt: row.start_at, endAt: row.end_at }, now);
  mustStand({ title: `活动${row.no}“${row.name}”`, state, names: activityStates }, may, action);
}

/** Items nobody has used: an order of this very moment keeps its own. */
async function dropItems(tx: Tx, me: Me, old: Stored): Promise<void> {
  const items = await tx.deleteFrom('activity_item').where('tenant_id', '=', me.tenantId).where('activity_id', '=', old.id).returning('id').execute();
  const ids = items.map((item) => item.id);
  if ((await dropLimits(tx, me, ids)) < ids.length) refuse('BAD_STATE', `活动${old.no}“${old.name}”已有订单使用，不能再修改或删除`);
}

const log = (tx: Tx, me: Me, doc: { id: string; no: string }, action: string, note: string) =>
  audit(tx, me, { action, subject: subjects.activity, id: doc.id, no: doc.no, after: { note } });
