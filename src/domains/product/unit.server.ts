import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { lockOne } from '~/server/versioned.server';
import { refuse } from '~/shared/refusal';
import { refuseInUse, type User } from './inUse';
import * as subjects from './subjects';
import type { UnitInput } from './unit.schema';

export async function listUnits(tx: Tx, me: Me) {
  const units = await tx
    .selectFrom('unit')
    .select(['id', 'name', 'decimals'])
    .select(
      sql<number>`((select count(*) from product p where p.tenant_id = unit.tenant_id and p.base_unit_id = unit.id)
        + (select count(*) from sku_unit s where s.tenant_id = unit.tenant_id and s.unit_id = unit.id))::int`.as('useCount'),
    )
    .where('tenant_id', '=', me.tenantId)
    .orderBy('name')
    .execute();
  return { units };
}

/** Decimals may grow while a unit is used, never shrink: quantities already written could not be shown. */
export async function saveUnit(tx: Tx, me: Me, input: UnitInput): Promise<{ id: string }> {
  const taken = await tx.selectFrom('unit').select('id').where('tenant_id', '=', me.tenantId).where('name', '=', input.name).executeTakeFirst();
  if (taken && taken.id !== input.id) refuse('DUPLICATE_CODE', `单位“${input.name}”已存在`, { fields: { name: `单位“${input.name}”已存在` } });
  if (!input.id) {
    const id = newId();
    await tx.insertInto('unit').values({ tenant_id: me.tenantId, id, name: input.name, decimals: input.decimals }).execute();
    await audit(tx, me, { action: '新建单位', subject: subjects.unit, id, no: input.name, after: input });
    return { id };
  }
  const before = await lockUnit(tx, me, input.id);
  if (input.decimals < before.decimals)
    refuseInUse(`单位“${before.name}”`, `把小数位数从${before.decimals}减为${input.decimals}`, await unitUsers(tx, me, before.id));
  await tx.updateTable('unit').set({ name: input.name, decimals: input.decimals }).where('tenant_id', '=', me.tenantId).where('id', '=', before.id).execute();
  await audit(tx, me, { action: '编辑单位', subject: subjects.unit, id: before.id, no: input.name, before, after: input });
  return { id: before.id };
}

export async function deleteUnit(tx: Tx, me: Me, input: { id: string }): Promise<{ id: string }> {
  const before = await lockUnit(tx, me, input.id);
  refuseInUse(`单位“${before.name}”`, '删除', await unitUsers(tx, me, before.id));
  await tx.deleteFrom('unit').where('tenant_id', '=', me.tenantId).where('id', '=', before.id).execute();
  await audit(tx, me, { action: '删除单位', subject: subjects.unit, id: before.id, no: before.name, before });
  return { id: before.id };
}

async function lockUnit(tx: Tx, me: Me, unitId: string) {
  const { id, name, decimals } = await lockOne(tx, me, 'unit', '单位', unitId);
  return { id, name, decimals };
}

async function unitUsers(tx: Tx, me: Me, id: string): Promise<User[]> {
  const products = await tx
    .selectFrom('product')
    .select(['code', 'name'])
    .where('tenant_id', '=', me.tenantId)
    .where((eb) =>
      eb.or([
        eb('base_unit_id', '=', id),
        sql<boolean>`exists (select 1 from sku join sku_unit u on u.tenant_id = sku.tenant_id and u.sku_id = sku.id
          where sku.tenant_id = product.tenant_id and sku.product_id = product.id and u.unit_id = ${id})`,
      ]),
    )
    .orderBy('code')
    .limit(100)
    .execute();
  const prices = await tx
    .selectFrom('customer_price')
    .innerJoin('sku', (on) => on.onRef('sku.tenant_id', '=', 'customer_price.tenant_id').onRef('sku.id', '=', 'customer_price.sku_id'))
    .select(['sku.code'])
    .where('customer_price.tenant_id', '=', me.tenantId)
    .where('customer_price.unit_id', '=', id)
    .limit(100)
    .execute();
  return [...products.map((row) => ({ kind: '商品', ...row })), ...prices.map((row) => ({ kind: '客户价', code: row.code, name: '' }))];
}
