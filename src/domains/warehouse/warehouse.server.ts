import { type SqlBool, sql } from 'kysely';
import { isPlace } from '~/domains/region/region.server';
import type { Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { lockKnown, lockSeen, putUnsigned, updateKnown } from '~/server/versioned.server';
import { refuse } from '~/shared/refusal';
import { listWarehouses } from './stock.server';
import * as subjects from './subjects';
import type { WarehouseKind, WarehouseState } from './warehouse';
import type { WarehouseForm } from './warehouse.schema';

const NOUN = '仓库';
const kindAndState = (row: { kind: string; status: string }) => ({ kind: row.kind as WarehouseKind, status: row.status as WarehouseState });

export async function warehouseChoices(tx: Tx, me: Me) {
  const rows = await listWarehouses(tx, me);
  return { warehouses: rows.map((row) => ({ id: row.id, code: row.code, name: row.name, isDefault: row.is_default, ...kindAndState(row) })) };
}

export async function allWarehouses(tx: Tx, me: Me) {
  const used = await tx
    .selectFrom('stock_balance')
    .select(['warehouse_id', sql<number>`count(*)::int`.as('n')])
    .where('tenant_id', '=', me.tenantId)
    .where(sql<SqlBool>`on_hand > 0`)
    .groupBy('warehouse_id')
    .execute();
  const counts = new Map(used.map((row) => [row.warehouse_id, row.n]));
  const rows = await listWarehouses(tx, me);
  return { warehouses: rows.map(({ is_default, ...row }) => ({ ...row, ...kindAndState(row), isDefault: is_default, skuCount: counts.get(row.id) ?? 0 })) };
}

/** The first warehouse of a tenant is its default, whatever was asked; there is exactly one default. */
export async function saveWarehouse(tx: Tx, me: Me, form: WarehouseForm): Promise<{ id: string }> {
  const { id: _id, version: _version, isDefault, ...values } = form;
  if (form.province && form.city && form.district && !isPlace(form.province, form.city, form.district))
    refuse('STOCK_DOC', `没有“${form.province}${form.city}${form.district}”这个地区，请重新选择`, { fields: { province: '请重新选择地区' } });
  const before = await lockSeen(tx, me, 'warehouse', NOUN, form);
  const clash = await tx
    .selectFrom('warehouse')
    .select('name')
    .where('tenant_id', '=', me.tenantId)
    .where('code', '=', form.code)
    .where('id', '<>', before?.id ?? newId())
    .executeTakeFirst();
  if (clash) refuse('DUPLICATE_CODE', `仓库编码${form.code}已被仓库“${clash.name}”使用`, { fields: { code: `已被仓库“${clash.name}”使用` } });
  if (before?.is_default && !isDefault)
    refuse('STOCK_DOC', `“${before.name}”是默认仓库：请先把另一个仓库设为默认`, { fields: { isDefault: '请先把另一个仓库设为默认' } });
  if (before?.status === 'DISABLED' && isDefault)
    refuse('STOCK_DOC', `仓库“${before.name}”已停用，不能设为默认`, { fields: { isDefault: '已停用的仓库不能设为默认' } });
  const any = await tx.selectFrom('warehouse').select('id').where('tenant_id', '=', me.tenantId).limit(1).executeTakeFirst();
  const asDefault = isDefault || !any;
  if (asDefault) await tx.updateTable('warehouse').set({ is_default: false }).where('tenant_id', '=', me.tenantId).where('is_default', '=', true).execute();
  const id = await putUnsigned(tx, me, 'warehouse', before, { ...values, is_default: asDefault });
  await audit(tx, me, {
    action: before ? '编辑' : '新建',
    subject: subjects.warehouse,
    id,
    no: form.code,
    before,
    after: { ...values, isDefault: asDefault },
  });
  return { id };
}

/** For what must not happen twice at once in a warehouse. */
export const lockWarehouse = (tx: Tx, me: Pick<Me, 'tenantId'>, id: string) => lockKnown(tx, me, 'warehouse', NOUN, { id });

export async function switchWarehouse(tx: Tx, me: Me, input: { id: string; version: number; status: WarehouseState }): Promise<{ id: string }> {
  const row = await lockKnown(tx, me, 'warehouse', NOUN, input);
  if (input.status === 'DISABLED') {
    if (row.is_default) refuse('IN_USE', `“${row.name}”是默认仓库，不能停用：请先把另一个仓库设为默认`);
    const stocked = await tx
      .selectFrom('stock_balance')
      .select(sql<number>`count(*)::int`.as('n'))
      .where('tenant_id', '=', me.tenantId)
      .where('warehouse_id', '=', row.id)
      .where(sql<SqlBool>`on_hand > 0 or in_transit > 0`)
      .executeTakeFirstOrThrow();
    if (stocked.n > 0) refuse('IN_USE', `仓库“${row.name}”还有${stocked.n}个SKU有库存，不能停用`);
  }
  await updateKnown(tx, me, 'warehouse', row, { status: input.status });
  await audit(tx, me, {
    action: input.status === 'ACTIVE' ? '启用' : '停用',
    subject: subjects.warehouse,
    id: row.id,
    no: row.code,
    before: { status: row.status },
    after: { status: input.status },
  });
  return { id: row.id };
}

export async function deleteWarehouse(tx: Tx, me: Me, input: { id: string }): Promise<{ id: string }> {
  const row = await lockKnown(tx, me, 'warehouse', NOUN, input);
  if (row.is_default) refuse('IN_USE', `“${row.name}”是默认仓库，不能删除`);
  const { rows } = await sql<{ what: string }>`
    select '库存流水' as what where exists (select from stock_balance where tenant_id = ${me.tenantId} and warehouse_id = ${row.id})
    union all select '出入库单' where exists (select from stock_doc where tenant_id = ${me.tenantId} and warehouse_id = ${row.id})
    union all select '订单' where exists (select from sales_order where tenant_id = ${me.tenantId} and warehouse_id = ${row.id})
    union all select '发货单' where exists (select from delivery where tenant_id = ${me.tenantId} and warehouse_id = ${row.id})`.execute(tx);
  if (rows.length) refuse('IN_USE', `仓库“${row.name}”已被${rows.map((one) => one.what).join('、')}使用，不能删除，可以停用`);
  await tx.deleteFrom('warehouse').where('tenant_id', '=', me.tenantId).where('id', '=', row.id).execute();
  await audit(tx, me, { action: '删除', subject: subjects.warehouse, id: row.id, no: row.code, before: row });
  return { id: row.id };
}
