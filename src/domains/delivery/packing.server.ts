import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { mustStand } from '~/server/document.server';
import { anyOf } from '~/server/given.server';
import { newId } from '~/server/ids.server';
import { addQty, compareQty, subQty, sumQty } from '~/shared/money';
import { notFound, refuse } from '~/shared/refusal';
import { type Counted, contentsOf, type Held, inTransit, isDone, openOf, type PackageState, packageStates, shareOut, signedState } from './packing';
import { isZero } from './quantities';
import type { Delivery, DeliveryLine } from './steps.server';

/** Packages of deliveries in order, with what they hold. `lines` are the deliveries' own, by delivery. */
export async function packedOf(tx: Tx, me: Me, deliveryIds: readonly string[], lines: ReadonlyMap<string, readonly Held[]>) {
  const packages = await tx
    .selectFrom('package')
    .selectAll()
    .where('tenant_id', '=', me.tenantId)
    .where('delivery_id', '=', anyOf(deliveryIds))
    .orderBy('delivery_id')
    .orderBy('seq')
    .execute();
  const said = await tx
    .selectFrom('package_line')
    .innerJoin('delivery_line', (on) =>
      on.onRef('delivery_line.tenant_id', '=', 'package_line.tenant_id').onRef('delivery_line.id', '=', 'package_line.delivery_line_id'),
    )
    .select([
      'package_line.package_id as packageId',
      'package_line.delivery_line_id as lineId',
      'package_line.qty',
      'package_line.signed',
      'package_line.refused',
      'package_line.damage',
    ])
    .where('package_line.tenant_id', '=', me.tenantId)
    .where('package_line.package_id', '=', anyOf(packages.map((one) => one.id)))
    .orderBy('delivery_line.line_no')
    .execute();
  const typed = packages.map((one) => ({ ...one, status: one.status as PackageState }));
  return deliveryIds.flatMap((id) => {
    const own = typed.filter((one) => one.delivery_id === id);
    const ids = new Set(own.map((one) => one.id));
    return contentsOf(
      own,
      said.filter((row) => ids.has(row.packageId)),
      lines.get(id) ?? [],
    );
  });
}
export type Packed = Awaited<ReturnType<typeof packedOf>>[number];

const heldIn = (row: DeliveryLine): Held => ({ lineId: row.id, qty: row.qty, signed: row.signed, refused: row.refused, damage: row.damage });
export const packedIn = (tx: Tx, me: Me, deliveryId: string, rows: readonly DeliveryLine[]): Promise<Packed[]> =>
  packedOf(tx, me, [deliveryId], new Map([[deliveryId, rows.map(heldIn)]]));

/** The package somebody signs for, which must hold something that is not signed yet. */
export function parcelToSign(delivery: Delivery, packed: readonly Packed[], packageId: string): Packed {
  const parcel = packed.find((one) => one.id === packageId);
  if (!parcel) notFound(`发货单${delivery.no}的该包裹`);
  const { seq, status, lines } = parcel;
  mustStand({ title: `发货单${delivery.no}的包裹${seq}`, state: status, names: packageStates }, (state) => !isDone(state), '再次签收');
  if (!lines.length) refuse('BAD_STATE', `发货单${delivery.no}的包裹${seq}没有登记装箱商品，请按发货单逐行签收`);
  return parcel;
}

/**
 * Records on packages what is signed of lines now. Without `parcel` it goes to goods in no package first, then to packages in order.
 * Call before the lines themselves are changed: what is open of them decides.
 */
export async function signPacked(
  tx: Tx,
  me: Me,
  delivery: Delivery,
  packed: readonly Packed[],
  parts: readonly { row: DeliveryLine; part: Counted }[],
  parcel: Packed | undefined,
): Promise<void> {
  const touched = new Set<Packed>();
  for (const { row, part } of parts) {
    const places = (parcel ? [parcel] : packed).flatMap((one) => one.lines.filter((held) => held.lineId === row.id).map((held) => ({ one, held })));
    const open = places.map(({ held }) => openOf(held));
    const loose = parcel ? '0' : subQty(openOf(row), sumQty(open));
    const [, ...shares] = shareOut(part, [loose, ...open]);
    for (const [index, { one, held }] of places.entries()) {
      const share = shares[index] as Counted;
      if (isZero(share.signed) && isZero(share.refused)) continue;
      for (const name of ['signed', 'refused', 'damage'] as const) held[name] = addQty(held[name], share[name]);
      touched.add(one);
    }
  }
  await writeSigned(tx, me, delivery, [...touched]);
}

async function writeSigned(tx: Tx, me: Me, delivery: Delivery, parcels: readonly Packed[]): Promise<void> {
  const rows = parcels.flatMap((one) => rowsOf(me, delivery.customer_id, one.id, one.lines));
  if (!rows.length) return;
  await tx
    .insertInto('package_line')
    .values(rows)
    .onConflict((on) =>
      on.columns(['tenant_id', 'package_id', 'delivery_line_id']).doUpdateSet(({ ref }) => ({
        signed: ref('excluded.signed'),
        refused: ref('excluded.refused'),
        damage: ref('excluded.damage'),
      })),
    )
    .execute();
  for (const one of parcels) await setStatus(tx, me, [one.id], signedState(one.lines, one.status));
}

export const rowsOf = (me: Me, customerId: string, packageId: string, lines: readonly Held[]) =>
  lines.map(({ lineId, ...counted }) => ({
    tenant_id: me.tenantId,
    id: newId(),
    package_id: packageId,
    delivery_line_id: lineId,
    customer_id: customerId,
    ...counted,
  }));

/** All of the delivery is signed: packages nobody knows the contents of go with it. */
export async function signUnknown(tx: Tx, me: Me, packed: readonly Packed[], rows: readonly DeliveryLine[]): Promise<void> {
  const unknown = packed.filter((one) => !one.lines.length && inTransit(one.status));
  if (!unknown.length) return;
  const accepted = compareQty(sumQty(rows.map((row) => row.signed)), '0') > 0;
  await setStatus(
    tx,
    me,
    unknown.map((one) => one.id),
    accepted ? 'SIGNED' : 'REFUSED',
  );
}

const setStatus = (tx: Tx, me: Me, ids: readonly string[], status: PackageState) =>
  tx.updateTable('package').set({ status }).where('tenant_id', '=', me.tenantId).where('id', '=', anyOf(ids)).execute();
