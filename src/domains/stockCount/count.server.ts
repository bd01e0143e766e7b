import { sql } from 'kysely';
import { type Balance, lockBalances, moveStock } from '~/domains/warehouse/movements.server';
import { usableWarehouse } from '~/domains/warehouse/stockDocLines.server';
import { lockWarehouse } from '~/domains/warehouse/warehouse.server';
import { actorName, type Me } from '~/portal/me';
import { STOCK_COUNT, STOCK_MANAGE } from '~/portal/permissions';
import { defineAttachments, setAttachments } from '~/server/attachments.server';
import type { Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { oneNumber } from '~/server/numbers.server';
import { unscaled } from '~/shared/money';
import { refuse } from '~/shared/refusal';
import { countModes, countScopes } from './count';
import type { CountForm } from './count.schema';
import { addLines, type Count, counts, log, type Ref, type Saved, step } from './countStore.server';
import * as subjects from './subjects';

defineAttachments({
  subject: subjects.stockCount,
  title: '盘点单',
  see: [STOCK_MANAGE, STOCK_COUNT],
  edit: [STOCK_COUNT],
  dealer: 'none',
  find: async (tx, me, id) => {
    const row = await tx.selectFrom('stock_count').select('no').where('tenant_id', '=', me.tenantId).where('id', '=', id).executeTakeFirst();
    return row ? { no: row.no, customerId: null } : null;
  },
});

/** Makes a count with the goods of its scope; `start` begins it at once. */
export async function saveCount(tx: Tx, me: Me, form: CountForm, now: Date): Promise<Saved> {
  await usableWarehouse(tx, me, form.warehouseId, '盘点');
  if (form.expireAt && form.expireAt <= now) refuse('STOCK_DOC', '截止时间须晚于现在', { fields: { expireAt: '须晚于现在' } });
  const id = newId();
  const no = await oneNumber(tx, me, subjects.stockCount, now);
  const doc = {
    id,
    no,
    warehouse_id: form.warehouseId,
    scope: form.scope,
    scope_values: form.scope === 'ALL' ? [] : [...new Set(form.scopeValues)],
    scope_text: await scopeText(tx, me, form),
    mode: form.mode,
    freezes: form.freezes,
    expire_at: form.expireAt,
    remark: form.remark,
  };
  await tx
    .insertInto('stock_count')
    .values({ tenant_id: me.tenantId, ...doc, created_by: me.accountId, creator: actorName(me), created_at: now })
    .execute();
  await addLines(tx, me, doc);
  await setAttachments(tx, me, { subject: subjects.stockCount, id, customerId: null }, form.attachments);
  await log(
    tx,
    me,
    doc,
    '新建',
    `${countScopes[form.scope]}${doc.scope_text ? `：${doc.scope_text}` : ''}，${countModes[form.mode]}${form.freezes ? '，冻结库存' : ''}`,
  );
  return form.start ? startCount(tx, me, { id, version: 1 }, now) : { id, no, version: 1 };
}

/** Names of what was chosen; refuses what is not there. */
async function scopeText(tx: Tx, me: Me, { scope, scopeValues }: CountForm): Promise<string> {
  if (scope === 'ALL') return '';
  const ids = [...new Set(scopeValues)];
  if (scope === 'BRAND') return shortened(ids);
  if (ids.some((id) => !/^[0-9a-f-]{36}$/i.test(id))) refuse('STOCK_DOC', '盘点范围不正确，请重新选择', { fields: { scopeValues: '请重新选择' } });
  const rows =
    scope === 'CATEGORY'
      ? await tx.selectFrom('category').select('name').where('tenant_id', '=', me.tenantId).where('id', 'in', ids).orderBy('code').execute()
      : await tx.selectFrom('sku').select('code as name').where('tenant_id', '=', me.tenantId).where('id', 'in', ids).orderBy('code').execute();
  if (rows.length < ids.length) refuse('STOCK_DOC', '盘点范围中有不存在的分类或商品，请重新选择', { fields: { scopeValues: '请重新选择' } });
  return shortened(rows.map((row) => row.name));
}
const shortened = (names: readonly string[]): string => names.slice(0, 5).join('、') + (names.length > 5 ? `等${names.length}个` : '');

/** 开始盘点: what is free may be held back from sale until the count ends. */
export async function startCount(tx: Tx, me: Me, ref: Ref, now: Date): Promise<Saved> {
  const doc = await counts.lock(tx, me, ref);
  counts.mustBecome(doc, 'COUNTING', '开始盘点');
  await addLines(tx, me, doc);
  await refuseOverlap(tx, me, doc);
  const lines = await tx.selectFrom('stock_count_line').select(['id', 'sku_id']).where('tenant_id', '=', me.tenantId).where('count_id', '=', doc.id).execute();
  if (!lines.length && doc.scope !== 'ALL') refuse('STOCK_DOC', `${counts.title(doc)}的范围内没有库存商品，请作废后重新选择范围`);
  if (doc.freezes) await freeze(tx, me, doc, lines);
  return step(tx, me, doc, 'COUNTING', '开始盘点', `${lines.length}个SKU`, { started_at: now });
}

/** Two counts of the same goods at once would book the same difference twice. The warehouse's row makes two starts wait for each other. */
async function refuseOverlap(tx: Tx, me: Me, doc: Count): Promise<void> {
  await lockWarehouse(tx, me, doc.warehouse_id);
  const { rows } = await sql<{ no: string; code: string }>`
    select o.no, l.sku_code as code from stock_count o
    join stock_count_line l on l.tenant_id = o.tenant_id and l.count_id = o.id
    join stock_count_line mine on mine.tenant_id = l.tenant_id and mine.count_id = ${doc.id} and mine.sku_id = l.sku_id
    where o.tenant_id = ${me.tenantId} and o.warehouse_id = ${doc.warehouse_id} and o.id <> ${doc.id} and o.status in ('COUNTING', 'WAIT_REVIEW') limit 1`.execute(
    tx,
  );
  const [other] = rows;
  if (other) refuse('BAD_STATE', `${counts.title(doc)}的商品${other.code}正在盘点单${other.no}中盘点，请等其完成或作废`);
}

async function freeze(tx: Tx, me: Me, doc: Count, lines: readonly { id: string; sku_id: string }[]): Promise<void> {
  const balances = await lockBalances(
    tx,
    me,
    lines.map((line) => ({ warehouseId: doc.warehouse_id, skuId: line.sku_id })),
  );
  const free = lines.flatMap((line) => {
    const at = balances.get(`${doc.warehouse_id}/${line.sku_id}`) as Balance;
    const available = at.on_hand - at.reserved - at.frozen;
    return available > 0n ? [{ ...line, qty: unscaled(available, 4) }] : [];
  });
  await moveStock(
    tx,
    me,
    free.map((line) => ({
      warehouseId: doc.warehouse_id,
      skuId: line.sku_id,
      bizType: 'COUNT',
      bizId: doc.id,
      bizLineId: line.id,
      bizNo: doc.no,
      step: 'FREEZE',
      frozen: line.qty,
    })),
    balances,
  );
  await sql`update stock_count_line l set frozen = v.qty from unnest(${free.map((line) => line.id)}::uuid[], ${free.map((line) => line.qty)}::numeric[]) as v(id, qty)
    where l.tenant_id = ${me.tenantId} and l.id = v.id`.execute(tx);
}
