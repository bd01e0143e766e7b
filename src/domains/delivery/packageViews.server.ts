import type { z } from 'zod';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import type { LineView } from './delivery.schema';
import type { PackageView } from './packing.schema';
import { packedOf } from './packing.server';

type Views = Map<string, z.output<typeof PackageView>[]>;

/** Packages by delivery, with what they hold and where they have been. */
export async function packageViews(tx: Tx, me: Me, ids: readonly string[], lines: ReadonlyMap<string, z.output<typeof LineView>[]>): Promise<Views> {
  const held = new Map([...lines].map(([id, own]) => [id, own.map((line) => ({ ...line, lineId: line.id }))]));
  const packages = await packedOf(tx, me, ids, held);
  const traces = await tx
    .selectFrom('trace')
    .select(['id', 'package_id', 'at', 'node', 'text', 'actor'])
    .where('tenant_id', '=', me.tenantId)
    .where('package_id', '=', anyOf(packages.map((one) => one.id)))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const byDelivery: Views = new Map();
  for (const one of packages) {
    const view = {
      id: one.id,
      seq: one.seq,
      carrier: one.carrier,
      waybillNo: one.waybill_no,
      pieces: one.pieces,
      weightKg: one.weight_kg,
      status: one.status,
      implied: one.implied,
      lines: one.lines,
      traces: traces.filter((trace) => trace.package_id === one.id),
    };
    byDelivery.set(one.delivery_id, [...(byDelivery.get(one.delivery_id) ?? []), view]);
  }
  return byDelivery;
}
