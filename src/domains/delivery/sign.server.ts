import { sql } from 'kysely';
import { recordSigning } from '~/domains/order/order.server';
import { orderSettingsOf } from '~/domains/settings/orderSettings.server';
import { href } from '~/portal/href';
import type { Me } from '~/portal/me';
import { DELIVER_MANAGE, DELIVER_SIGN, DELIVERY_READERS, ORDER_AUDIT, ORDER_MANAGE } from '~/portal/permissions';
import { defineAttachments, setAttachments } from '~/server/attachments.server';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { tell } from '~/server/outbox.server';
import { port } from '~/server/port.server';
import { addQty, compareQty, subQty } from '~/shared/money';
import { notFound, refuse } from '~/shared/refusal';
import { AWAITING_RETURN } from './delivery';
import type { SignInput } from './delivery.schema';
import { lineTitle, lockOrders, type OrderLine, orderLines, refuseDecimals } from './openLines.server';
import { openOf } from './packing';
import { type Packed, packedIn, parcelToSign, signPacked, signUnknown } from './packing.server';
import { isZero } from './quantities';
import { type Delivery, type DeliveryLine, docs, linesOf, lockDelivery, type Stepped, step } from './steps.server';
import * as subjects from './subjects';

const DAY_MS = 86_400_000;
/** Deliveries one run of the job signs: it comes back for the rest. */
const AUTO_SIGN_BATCH = 50;

/** What was refused or damaged now, of one delivery, by its lines; damage counts inside what was accepted and refused. */
export interface Trouble {
  delivery: Delivery;
  lines: readonly { row: DeliveryLine; refused: string; damage: string; note: string }[];
}
/** Returns stand above deliveries: they make a draft of what the customer did not want, in the transaction of the signing. */
export const troubledSigning = port<{ draftReturns(tx: Tx, me: Me, trouble: Trouble, now: Date): Promise<void> }>('troubledSigning');
troubledSigning.provide({ draftReturns: async () => {} });

/** Photos of signings, whoever took them: both sides of the delivery open them. */
defineAttachments({
  subject: subjects.delivery,
  title: '发货单',
  see: [...DELIVERY_READERS, ORDER_MANAGE, ORDER_AUDIT],
  edit: [DELIVER_SIGN],
  dealer: 'see',
  most: 500,
  find: async (tx, me, id) => {
    const row = await tx
      .selectFrom('delivery')
      .select(['no', 'customer_id'])
      .where('tenant_id', '=', me.tenantId)
      .where('id', '=', id)
      .$if(me.customerId !== null, (own) => own.where('customer_id', '=', me.customerId as string))
      .executeTakeFirst();
    return row ? { no: row.no, customerId: row.customer_id } : null;
  },
});

type SignedLine = SignInput['lines'][number];

/** Signs lines of a shipped delivery, or of one package: accepted, refused and damaged now. By the dealer, or by the factory on their behalf. */
export async function signDelivery(tx: Tx, me: Me, input: SignInput, now: Date): Promise<Stepped> {
  const delivery = await lockDelivery(tx, me, input);
  return signLocked(tx, me, delivery, input.lines, now, { action: me.customerId !== null ? '签收' : '代签收', packageId: input.packageId });
}

interface Signing {
  action: string;
  /** Only what this package holds. */
  packageId?: string | undefined;
  /** Nobody did it: the time ran out. */
  system?: boolean;
}

async function signLocked(tx: Tx, me: Me, delivery: Delivery, signed: readonly SignedLine[], now: Date, { packageId, ...how }: Signing): Promise<Stepped> {
  docs.mustBecome(delivery, 'SIGNED', how.action);
  const rows = await linesOf(tx, me, [delivery.id]);
  await lockOrders(
    tx,
    me,
    rows.map((row) => row.order_id),
  );
  const lines = new Map((await orderLines(tx, me, { lineIds: rows.map((row) => row.order_line_id) })).map((line) => [line.id, line]));
  const packed = await packedIn(tx, me, delivery.id, rows);
  const parcel = packageId === undefined ? undefined : parcelToSign(delivery, packed, packageId);
  const done = new Map<string, DeliveryLine>();
  const problems: Record<string, string> = {};
  for (const [index, part] of signed.entries()) {
    const row = rows.find((one) => one.id === part.lineId);
    if (!row) notFound(`第${index + 1}行的发货商品`);
    if (done.has(row.id)) refuse('QTY_EXCEED', `第${index + 1}行：发货单${delivery.no}第${row.line_no}行重复，请合并为一行`);
    Object.assign(problems, problemsOf(lines.get(row.order_line_id) as OrderLine, row, part, index, parcel));
    done.set(row.id, row);
  }
  refuseAll(problems);
  const parts = signed.filter((part) => !isZero(part.signed) || !isZero(part.refused));
  if (!parts.length) refuse('QTY_EXCEED', `发货单${delivery.no}：请至少填写一行的实收或拒收数量`);
  const taken = parts.map((part) => ({ row: done.get(part.lineId) as DeliveryLine, part }));
  await signPacked(tx, me, delivery, packed, taken, parcel);
  await writeParts(
    tx,
    me,
    taken.map(({ row, part }) => addPart(row, part, now)),
    now,
  );
  if (parts.some((part) => part.photos.length > 0)) {
    const photos = rows.flatMap((row) => row.sign_photos).map((key) => ({ key }));
    await setAttachments(tx, me, { subject: subjects.delivery, id: delivery.id, customerId: delivery.customer_id }, photos);
  }
  const counted = taken.map(({ row, part }) => ({ orderId: row.order_id, orderLineId: row.order_line_id, signed: part.signed, refused: part.refused }));
  await recordSigning(tx, me, { lines: counted, system: how.system === true }, now);
  return closeSigning(tx, me, delivery, { rows, parts, packed, parcel }, now, how);
}

function refuseAll(problems: Readonly<Record<string, string>>): void {
  const [first, ...others] = Object.values(problems);
  if (first) refuse('QTY_EXCEED', others.length ? `${first}；另有${others.length}处需要修改` : first, { fields: { ...problems } });
}

/** What is wrong with one line as signed, by field; damage is counted inside what was accepted and refused. */
function problemsOf(line: OrderLine, row: DeliveryLine, part: SignedLine, index: number, parcel: Packed | undefined): Record<string, string> {
  const held = parcel ? parcel.lines.find((one) => one.lineId === row.id) : row;
  if (!held) refuse('QTY_EXCEED', `第${index + 1}行：${lineTitle(line)}不在包裹${parcel?.seq}里，请在装有它的包裹里签收`);
  const left = openOf(held);
  const place = parcel ? `包裹${parcel.seq}的` : '';
  const now = addQty(part.signed, part.refused);
  const unit = line.sku.unitName;
  const problems: Record<string, string> = {};
  const at = (message: string, field: string) => {
    problems[`lines.${index}.${field}`] = message;
  };
  for (const qty of [part.signed, part.refused, part.damage]) refuseDecimals(line, qty, '签收');
  if (compareQty(now, left) > 0) at(`${lineTitle(line)}：实收${part.signed}与拒收${part.refused}之和超过${place}待签收数量${left}${unit}`, 'signed');
  if (compareQty(part.damage, now) > 0) at(`${lineTitle(line)}：破损${part.damage}超过本次实收与拒收之和${now}${unit}`, 'damage');
  if ((!isZero(part.refused) || !isZero(part.damage)) && part.note === '') at(`${lineTitle(line)}：有拒收或破损时请填写签收说明`, 'note');
  return problems;
}

const addPart = (row: DeliveryLine, part: SignedLine, now: Date): DeliveryLine =>
  Object.assign(row, {
    signed: addQty(row.signed, part.signed),
    refused: addQty(row.refused, part.refused),
    damage: addQty(row.damage, part.damage),
    sign_note: [row.sign_note, part.note].filter(Boolean).join('；'),
    sign_photos: [...row.sign_photos, ...part.photos],
    signed_at: now,
  });

async function writeParts(tx: Tx, me: Me, rows: readonly DeliveryLine[], now: Date): Promise<void> {
  const of = (name: 'id' | 'signed' | 'refused' | 'damage' | 'sign_note') => rows.map((row) => row[name]);
  await sql`update delivery_line l set signed = v.signed, refused = v.refused, damage = v.damage, sign_note = v.note,
      sign_photos = array(select jsonb_array_elements_text(v.photos)), signed_at = ${now}
    from unnest(${of('id')}::uuid[], ${of('signed')}::numeric[], ${of('refused')}::numeric[], ${of('damage')}::numeric[], ${of('sign_note')}::text[],
      ${rows.map((row) => JSON.stringify(row.sign_photos))}::jsonb[]) as v(id, signed, refused, damage, note, photos)
    where l.tenant_id = ${me.tenantId} and l.id = ${anyOf(of('id'))} and l.id = v.id`.execute(tx);
}

interface Closing {
  rows: readonly DeliveryLine[];
  parts: readonly SignedLine[];
  packed: readonly Packed[];
  parcel: Packed | undefined;
}

async function closeSigning(tx: Tx, me: Me, delivery: Delivery, { rows, parts, packed, parcel }: Closing, now: Date, how: Signing): Promise<Stepped> {
  const complete = rows.every((row) => isZero(openOf(row)));
  const trouble = parts.some((part) => !isZero(part.refused) || !isZero(part.damage));
  if (trouble) {
    const rowOf = new Map(rows.map((row) => [row.id, row]));
    await troubledSigning.get().draftReturns(tx, me, { delivery, lines: parts.map((part) => ({ ...part, row: rowOf.get(part.lineId) as DeliveryLine })) }, now);
  }
  const action = parcel ? `${how.action}包裹${parcel.seq}` : how.action;
  if (complete) await signUnknown(tx, me, packed, rows);
  const stepped = await step(tx, me, delivery, complete ? 'SIGNED' : 'PART_SIGNED', now, {
    ...how,
    action,
    note: trouble ? AWAITING_RETURN : '',
    payload: { ...(parcel ? { packageId: parcel.id } : {}), lines: parts.map(({ lineId, signed, refused, damage }) => ({ lineId, signed, refused, damage })) },
    set: complete ? { signed_at: now } : {},
  });
  await tell(tx, me, {
    kind: trouble ? 'delivery.refused' : 'delivery.signed',
    params: {
      deliveryNo: delivery.no,
      customer: delivery.customer_name,
      what: `${complete ? '已签收' : '部分签收'}${trouble ? '（有拒收或破损）' : ''}`,
      note: `${action}${complete ? '完成' : parcel ? '，其余待签收' : '一部分'}${trouble ? `，${AWAITING_RETURN}` : ''}`,
    },
    link: href('/portal/supplyChain/factory/deliver/detail', { id: delivery.id }),
    to: { side: 'factory', code: DELIVER_MANAGE, about: { customerId: delivery.customer_id, warehouseId: delivery.warehouse_id } },
  });
  return stepped;
}

/**
 * The job's part: signs in full what was shipped `autoSignDays` ago and nobody signed. Answers how many deliveries it signed;
 * call again while it answers the batch size. Safe to run twice or in two processes: a delivery somebody holds is skipped.
 */
export async function autoSign(tx: Tx, me: Me, now: Date): Promise<number> {
  const { autoSignDays } = await orderSettingsOf(tx, me);
  if (autoSignDays <= 0) return 0;
  const due = await tx
    .selectFrom('delivery')
    .select(['id', 'version'])
    .where('tenant_id', '=', me.tenantId)
    .where('status', 'in', ['SHIPPED', 'PART_SIGNED'])
    .where('shipped_at', '<=', new Date(now.getTime() - autoSignDays * DAY_MS))
    .orderBy('id')
    .limit(AUTO_SIGN_BATCH)
    .forUpdate()
    .skipLocked()
    .execute();
  for (const ref of due) {
    const delivery = await lockDelivery(tx, me, ref);
    const rest = (await linesOf(tx, me, [ref.id]))
      .map((row) => ({ lineId: row.id, signed: subQty(row.qty, addQty(row.signed, row.refused)), refused: '0', damage: '0', note: '', photos: [] }))
      .filter((part) => !isZero(part.signed));
    await signLocked(tx, me, delivery, rest, now, { action: `发货满${autoSignDays}天自动签收`, system: true });
  }
  return due.length;
}
