import '~/domains/return/api.server';
import type { z } from 'zod';
import { signDelivery } from '~/domains/delivery/sign.server';
import { saveReturn, sendBack } from '~/domains/return/apply.server';
import { passReturn } from '~/domains/return/audit.server';
import { receiveReturn } from '~/domains/return/receive.server';
import { refundReturn } from '~/domains/return/refund.server';
import { ReceiveInput, ReturnForm } from '~/domains/return/return.schema';
import type { Me } from '~/portal/me';
import { NOON } from './catalogue';
import { type Depot, orderOf, shipped } from './delivery';
import { addWarehouse, as } from './stock';

export interface ReturnDesk extends Depot {
  /** Who decides, receives and pays: not who applied. */
  other: Me;
  returnWarehouse: string;
  defectWarehouse: string;
}

export async function openReturnDesk(depot: Depot, other: Me): Promise<ReturnDesk> {
  const kinds: string[] = [];
  for (const kind of ['RETURN', 'DEFECT']) {
    const id = await addWarehouse(depot.opened, depot.me, `${kind}仓`);
    await depot.opened.pool.query('update warehouse set kind = $2, is_default = false where id = $1', [id, kind]);
    kinds.push(id);
  }
  return { ...depot, other, returnWarehouse: kinds[0] as string, defectWarehouse: kinds[1] as string };
}

export interface Delivered {
  orderId: string;
  lineIds: string[];
  deliveryId: string;
  /** By order line. */
  deliveryLines: string[];
}

/** An order of `[sku index, quantity]` lines, delivered whole and signed for: all of each line, or what `signed` says of it. */
export async function delivered(
  desk: Depot,
  lines: readonly (readonly [number, string])[],
  change: Parameters<typeof orderOf>[2] = {},
  signed: readonly { signed: string; refused?: string; damage?: string }[] = lines.map(([, qty]) => ({ signed: qty })),
  me: Me = desk.me,
): Promise<Delivered> {
  const order = await orderOf(desk, lines, change);
  const delivery = await shipped(
    desk,
    order.lineIds.map((id, index) => [id, lines[index]?.[1] as string]),
  );
  const { rows } = await desk.opened.pool.query('select id from delivery_line where delivery_id = $1 order by line_no', [delivery.id]);
  const deliveryLines = rows.map((row) => row.id as string);
  const parts = signed.map((part, index) => ({
    lineId: deliveryLines[index] as string,
    signed: part.signed,
    refused: part.refused ?? '0',
    damage: part.damage ?? '0',
    note: part.refused || part.damage ? '外箱破损' : '',
    photos: [],
  }));
  await as(desk.opened, me, (tx) => signDelivery(tx, me, { id: delivery.id, version: delivery.version, lines: parts }, NOON));
  return { orderId: order.id, lineIds: order.lineIds, deliveryId: delivery.id, deliveryLines };
}

export function applied(
  desk: Depot,
  of: Delivered,
  lines: readonly (readonly [number, string])[],
  change: Partial<z.input<typeof ReturnForm>> = {},
  me: Me = desk.me,
) {
  const form = ReturnForm.parse({
    orderId: of.orderId,
    type: 'RETURN_REFUND',
    reasonCode: 'QUALITY',
    lines: lines.map(([line, qty]) => ({ deliveryLineId: of.deliveryLines[line], part: 'SIGNED', qty })),
    ...change,
  });
  return as(desk.opened, me, (tx) => saveReturn(tx, me, form, NOON));
}

export const passed = (desk: ReturnDesk, ref: { id: string; version: number }, more: { deduct?: bigint; lines?: { id: string; qty: string }[] } = {}) =>
  as(desk.opened, desk.other, (tx) => passReturn(tx, desk.other, { id: ref.id, version: ref.version, opinion: '', deduct: 0n, lines: [], ...more }, NOON));

export const sent = (desk: ReturnDesk, ref: { id: string; version: number }) =>
  as(desk.opened, desk.me, (tx) => sendBack(tx, desk.me, { ...ref, carrier: '德邦', waybillNo: 'DB123' }, NOON));

/** Everything that was agreed to comes back good, or as `judge` says. */
export async function received(
  desk: ReturnDesk,
  ref: { id: string; version: number },
  judge: (agreed: string) => { good?: string; bad?: string; reject?: string } = (good) => ({ good }),
) {
  const { rows } = await desk.opened.pool.query('select id, approve_qty from return_line where return_id = $1 order by line_no', [ref.id]);
  const input = ReceiveInput.parse({
    id: ref.id,
    version: ref.version,
    goodWarehouseId: desk.returnWarehouse,
    badWarehouseId: desk.defectWarehouse,
    lines: rows.map((row) => ({ id: row.id, note: '验收', ...judge(String(Number(row.approve_qty))) })),
  });
  return as(desk.opened, desk.other, (tx) => receiveReturn(tx, desk.other, input, NOON));
}

export const refunded = (
  desk: ReturnDesk,
  ref: { id: string; version: number },
  change: { payWay?: 'BANK' | 'CASH'; bankFlowNo?: string } = { payWay: 'BANK', bankFlowNo: 'TK1' },
) => as(desk.opened, desk.other, (tx) => refundReturn(tx, desk.other, { id: ref.id, version: ref.version, payWay: '', bankFlowNo: '', ...change }, NOON));

/** Applied for, agreed to, received good and refunded, whole. */
export async function returnedWhole(
  desk: ReturnDesk,
  of: Delivered,
  lines: readonly (readonly [number, string])[],
  change: Partial<z.input<typeof ReturnForm>> = {},
) {
  const one = await received(desk, await passed(desk, await applied(desk, of, lines, change)));
  return one.status === 'WAIT_REFUND' ? refunded(desk, one) : one;
}
