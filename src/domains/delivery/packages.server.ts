import type { z } from 'zod';
import { actorName, type Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { shanghaiTime } from '~/shared/dates';
import { notFound, refuse } from '~/shared/refusal';
import { deliveryStates, type PackageInput, type TraceInput } from './delivery';
import { type Delivery, lockDelivery, record, type Stepped } from './steps.server';

type Packages = z.output<typeof PackageInput>[];

/** Replaces the packages of a delivery that waits to go out; they keep their order as sequence numbers. */
export async function writePackages(tx: Tx, me: Me, delivery: { id: string; customerId: string }, packages: Packages): Promise<void> {
  await tx.deleteFrom('package').where('tenant_id', '=', me.tenantId).where('delivery_id', '=', delivery.id).execute();
  if (packages.length) await insertPackages(tx, me, delivery, packages, 0);
}

/** After shipping packages keep their traces: rows are matched by position, added at the end, never removed. */
export async function savePackages(tx: Tx, me: Me, input: { id: string; version: number; packages: Packages }, now: Date): Promise<Stepped> {
  const delivery = await lockDelivery(tx, me, input);
  const customer = { id: delivery.id, customerId: delivery.customer_id };
  if (delivery.status === 'WAIT_OUT') await writePackages(tx, me, customer, input.packages);
  else await amendPackages(tx, me, delivery, input.packages);
  await tx
    .updateTable('delivery')
    .set({ waybill_nos: input.packages.map((one) => one.waybillNo).filter(Boolean), version: delivery.version + 1 })
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', delivery.id)
    .execute();
  await record(tx, me, customer, now, {
    action: '维护包裹',
    from: delivery.status,
    to: delivery.status,
    note: input.packages
      .map((one) => one.waybillNo)
      .filter(Boolean)
      .join('、'),
  });
  return { id: delivery.id, no: delivery.no, status: delivery.status, version: delivery.version + 1 };
}

async function amendPackages(tx: Tx, me: Me, delivery: Delivery, packages: Packages): Promise<void> {
  if (delivery.status !== 'SHIPPED' && delivery.status !== 'PART_SIGNED')
    refuse('BAD_STATE', `发货单${delivery.no}当前为“${deliveryStates[delivery.status]}”，不能修改包裹`);
  const present = await tx
    .selectFrom('package')
    .select(['id', 'seq'])
    .where('tenant_id', '=', me.tenantId)
    .where('delivery_id', '=', delivery.id)
    .orderBy('seq')
    .execute();
  if (packages.length < present.length) refuse('BAD_STATE', `发货单${delivery.no}已出库，原有${present.length}个包裹不能删除，只能修改或追加`);
  for (const [index, row] of present.entries()) {
    const { carrier, waybillNo, pieces, weightKg } = packages[index] as Packages[number];
    await tx
      .updateTable('package')
      .set({ carrier, waybill_no: waybillNo, pieces, weight_kg: weightKg ?? null })
      .where('tenant_id', '=', me.tenantId)
      .where('id', '=', row.id)
      .execute();
  }
  const added = packages.slice(present.length);
  if (added.length) await insertPackages(tx, me, { id: delivery.id, customerId: delivery.customer_id }, added, present.length);
}

async function insertPackages(tx: Tx, me: Me, delivery: { id: string; customerId: string }, packages: Packages, offset: number): Promise<void> {
  const rows = packages.map((one, index) => ({
    tenant_id: me.tenantId,
    id: newId(),
    delivery_id: delivery.id,
    customer_id: delivery.customerId,
    seq: offset + index + 1,
    carrier: one.carrier,
    waybill_no: one.waybillNo,
    pieces: one.pieces,
    weight_kg: one.weightKg ?? null,
  }));
  await tx.insertInto('package').values(rows).execute();
}

/** A trace typed by hand: where the package was and when. */
export async function addTrace(tx: Tx, me: Me, input: z.output<typeof TraceInput>, now: Date): Promise<{ id: string }> {
  const found = await tx
    .selectFrom('package')
    .innerJoin('delivery', (on) => on.onRef('delivery.tenant_id', '=', 'package.tenant_id').onRef('delivery.id', '=', 'package.delivery_id'))
    .select(['package.id', 'package.customer_id', 'delivery.no', 'delivery.status', 'delivery.shipped_at'])
    .where('package.tenant_id', '=', me.tenantId)
    .where('package.id', '=', input.packageId)
    .forUpdate('package')
    .executeTakeFirst();
  if (!found) notFound('该包裹');
  if (found.status !== 'SHIPPED' && found.status !== 'PART_SIGNED' && found.status !== 'SIGNED')
    refuse('BAD_STATE', `发货单${found.no}尚未出库或已作废，不能登记物流轨迹`);
  if (input.at.getTime() > now.getTime() + 60_000) refuse('BAD_STATE', `轨迹时间${shanghaiTime(input.at)}不能晚于当前时间${shanghaiTime(now)}`);
  const id = newId();
  const values = {
    tenant_id: me.tenantId,
    id,
    package_id: found.id,
    customer_id: found.customer_id,
    at: input.at,
    node: input.node,
    text: input.text,
    actor: actorName(me),
    created_at: now,
  };
  await tx.insertInto('trace').values(values).execute();
  if (input.status) await tx.updateTable('package').set({ status: input.status }).where('tenant_id', '=', me.tenantId).where('id', '=', found.id).execute();
  return { id };
}
