import type { z } from 'zod';
import { actorName, type Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { mustStand } from '~/server/document.server';
import { newId } from '~/server/ids.server';
import { shanghaiTime } from '~/shared/dates';
import { compareQty } from '~/shared/money';
import { notFound, refuse } from '~/shared/refusal';
import { fillPackages } from './fill.server';
import { inTransit, isDone, type PackageState, packageStates } from './packing';
import type { PackageInput, TraceInput } from './packing.schema';
import { type Delivery, docs, lockDelivery, record, type Stepped } from './steps.server';

type Packages = readonly PackageInput[];
type Owner = Pick<Delivery, 'id' | 'no' | 'customer_id'>;

/** Replaces the packages of a delivery that waits to go out; they keep their order as sequence numbers. */
export async function writePackages(tx: Tx, me: Me, delivery: Owner, packages: Packages): Promise<void> {
  await tx.deleteFrom('package').where('tenant_id', '=', me.tenantId).where('delivery_id', '=', delivery.id).execute();
  await insertPackages(tx, me, delivery, packages, 0);
  await fillPackages(tx, me, delivery, packages);
}

/** After shipping packages keep their traces: rows are matched by position, added at the end, never removed. */
export async function savePackages(tx: Tx, me: Me, input: { id: string; version: number; packages: Packages }, now: Date): Promise<Stepped> {
  const delivery = await lockDelivery(tx, me, input);
  if (delivery.status === 'WAIT_OUT') await writePackages(tx, me, delivery, input.packages);
  else await amendPackages(tx, me, delivery, input.packages);
  const waybills = input.packages.map((one) => one.waybillNo).filter(Boolean);
  const version = await docs.update(tx, me, delivery, { waybill_nos: waybills });
  const event = { action: '维护包裹', from: delivery.status, to: delivery.status, note: waybills.join('、') };
  await record(tx, me, { id: delivery.id, customerId: delivery.customer_id }, now, event);
  return { id: delivery.id, no: delivery.no, status: delivery.status, version };
}

async function amendPackages(tx: Tx, me: Me, delivery: Delivery, packages: Packages): Promise<void> {
  docs.mustBe(delivery, ['SHIPPED', 'PART_SIGNED'], '修改包裹');
  const present = await packagesOf(tx, me, delivery.id);
  if (packages.length < present.length) refuse('BAD_STATE', `发货单${delivery.no}已出库，原有${present.length}个包裹不能删除，只能修改或追加`);
  for (const [index, row] of present.entries()) {
    const { carrier, waybillNo, pieces, weightKg } = packages[index] as PackageInput;
    const same = row.carrier === carrier && row.waybill_no === waybillNo && row.pieces === pieces && compareQty(row.weight_kg ?? '0', weightKg ?? '0') === 0;
    if (same) continue;
    mustStand({ title: `第${row.seq}个包裹`, state: row.status, names: packageStates }, (state) => !isDone(state), '再修改物流信息');
    await updatePackage(tx, me, row.id, { carrier, waybill_no: waybillNo, pieces, weight_kg: weightKg ?? null });
  }
  await insertPackages(tx, me, delivery, packages.slice(present.length), present.length, 'IN_TRANSIT');
  await fillPackages(tx, me, delivery, packages);
}

/**
 * Waybills by sequence number: a package prepared under that number gets its waybill and keeps what it holds, the others follow in order.
 * Answers the delivery's waybills.
 */
export async function putWaybills(tx: Tx, me: Me, delivery: Owner, named: readonly { seq: number; carrier: string; waybillNo: string }[]): Promise<string[]> {
  const present = await packagesOf(tx, me, delivery.id);
  for (const { seq, carrier, waybillNo } of named) {
    const row = present.find((one) => one.seq === seq);
    if (row) await updatePackage(tx, me, row.id, { carrier, waybill_no: waybillNo });
  }
  const added = named.filter((one) => one.seq > present.length).sort((a, b) => a.seq - b.seq);
  const packages = added.map(({ carrier, waybillNo }) => ({ carrier, waybillNo, pieces: 1 }));
  await insertPackages(tx, me, delivery, packages, present.length);
  return (await packagesOf(tx, me, delivery.id)).map((one) => one.waybill_no).filter(Boolean);
}

async function packagesOf(tx: Tx, me: Me, deliveryId: string) {
  const rows = await tx.selectFrom('package').selectAll().where('tenant_id', '=', me.tenantId).where('delivery_id', '=', deliveryId).orderBy('seq').execute();
  return rows.map((row) => ({ ...row, status: row.status as PackageState }));
}

const updatePackage = (tx: Tx, me: Me, id: string, set: { carrier: string; waybill_no: string; pieces?: number; weight_kg?: string | null }) =>
  tx.updateTable('package').set(set).where('tenant_id', '=', me.tenantId).where('id', '=', id).execute();

async function insertPackages(tx: Tx, me: Me, delivery: Owner, packages: Packages, offset: number, status: PackageState = 'CREATED'): Promise<void> {
  if (!packages.length) return;
  const rows = packages.map((one, index) => ({
    tenant_id: me.tenantId,
    id: newId(),
    delivery_id: delivery.id,
    customer_id: delivery.customer_id,
    seq: offset + index + 1,
    carrier: one.carrier,
    waybill_no: one.waybillNo,
    pieces: one.pieces,
    weight_kg: one.weightKg ?? null,
    status,
  }));
  await tx.insertInto('package').values(rows).execute();
}

/** A trace typed by hand: where the package was and when. */
export async function addTrace(tx: Tx, me: Me, input: z.output<typeof TraceInput>, now: Date): Promise<{ id: string }> {
  const found = await tx
    .selectFrom('package')
    .innerJoin('delivery', (on) => on.onRef('delivery.tenant_id', '=', 'package.tenant_id').onRef('delivery.id', '=', 'package.delivery_id'))
    .select(['package.id', 'package.seq', 'package.status as packageStatus', 'package.customer_id', 'delivery.no', 'delivery.status', 'delivery.shipped_at'])
    .where('package.tenant_id', '=', me.tenantId)
    .where('package.id', '=', input.packageId)
    .forUpdate('package')
    .executeTakeFirst();
  if (!found) notFound('该包裹');
  if (found.status !== 'SHIPPED' && found.status !== 'PART_SIGNED' && found.status !== 'SIGNED')
    refuse('BAD_STATE', `发货单${found.no}尚未出库或已作废，不能登记物流轨迹`);
  if (input.at.getTime() > now.getTime() + 60_000) refuse('BAD_STATE', `轨迹时间${shanghaiTime(input.at)}不能晚于当前时间${shanghaiTime(now)}`);
  const parcel = { title: `发货单${found.no}的包裹${found.seq}`, state: found.packageStatus as PackageState, names: packageStates };
  if (input.status) mustStand(parcel, inTransit, `改为“${packageStates[input.status]}”`);
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
