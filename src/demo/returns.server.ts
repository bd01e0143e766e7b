import { cancelReturn, saveReturn, sendBack } from '~/domains/return/apply.server';
import { passReturn, rejectReturn } from '~/domains/return/audit.server';
import '~/domains/return/fromSigning.server';
import { receiveReturn } from '~/domains/return/receive.server';
import { refundReturn } from '~/domains/return/refund.server';
import { PassInput, ReceiveInput, ReturnForm } from '~/domains/return/return.schema';
import type { ReturnKind, ReturnReason } from '~/domains/return/returns';
import { WarehouseForm } from '~/domains/warehouse/warehouse.schema';
import { saveWarehouse } from '~/domains/warehouse/warehouse.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';

interface People {
  admin: Me;
  clerk: Me;
  keeper: Me;
}
interface Place {
  good: string;
  bad: string;
}
interface Case {
  type: ReturnKind;
  reason: ReturnReason;
  words: string;
  /** How far it came. */
  until: 'WAITS' | 'REJECTED' | 'CANCELLED' | 'PASSED' | 'SENT' | 'RECEIVED' | 'DONE';
}
const DAY = 86_400_000;
const cases: readonly Case[] = [
  { type: 'RETURN_REFUND', reason: 'QUALITY', words: '开桶后结块，无法施工', until: 'DONE' },
  { type: 'RETURN_REFUND', reason: 'SURPLUS', words: '工程变更，余料退回', until: 'DONE' },
  { type: 'EXCHANGE', reason: 'WRONG', words: '颜色与订单不符，请换货', until: 'DONE' },
  { type: 'REFUND_ONLY', reason: 'DAMAGED', words: '运输途中破损，已就地处理', until: 'RECEIVED' },
  { type: 'RETURN_REFUND', reason: 'QUALITY', words: '色差明显', until: 'RECEIVED' },
  { type: 'RETURN_REFUND', reason: 'WRONG', words: '规格发错', until: 'SENT' },
  { type: 'RETURN_REFUND', reason: 'SURPLUS', words: '多订了一件', until: 'PASSED' },
  { type: 'REFUND_ONLY', reason: 'DAMAGED', words: '桶盖破裂，客户要求退款', until: 'WAITS' },
  { type: 'RETURN_REFUND', reason: 'OTHER', words: '客户改用其他产品', until: 'WAITS' },
  { type: 'RETURN_REFUND', reason: 'OTHER', words: '超过约定的退货期限', until: 'REJECTED' },
  { type: 'EXCHANGE', reason: 'QUALITY', words: '客户已自行处理', until: 'CANCELLED' },
];

/** Goods of signed orders come back: a return in every state, besides the drafts that signings left. */
export async function makeReturns(tx: Tx, people: People): Promise<void> {
  const place = await makePlaces(tx, people.admin);
  const lines = await tx
    .selectFrom('delivery_line')
    .innerJoin('delivery', (on) => on.onRef('delivery.tenant_id', '=', 'delivery_line.tenant_id').onRef('delivery.id', '=', 'delivery_line.delivery_id'))
    .innerJoin('order_line', (on) =>
      on.onRef('order_line.tenant_id', '=', 'delivery_line.tenant_id').onRef('order_line.id', '=', 'delivery_line.order_line_id'),
    )
    .select(['delivery_line.id', 'delivery_line.order_id as orderId', 'delivery.signed_at as signedAt'])
    .where('delivery_line.tenant_id', '=', people.admin.tenantId)
    .where('delivery.status', '=', 'SIGNED')
    .where('delivery_line.line_no', '=', 1)
    .where('delivery_line.signed', '>=', '2')
    .where('delivery_line.damage', '=', '0')
    .where('order_line.is_gift', '=', false)
    .orderBy('delivery.signed_at', 'desc')
    .limit(cases.length * 3)
    .execute();
  for (const [index, one] of cases.entries()) {
    const line = lines[(cases.length - 1 - index) * 3] ?? lines[index];
    if (line?.signedAt) await bringBack(tx, people, place, one, { ...line, at: new Date(Math.min(line.signedAt.getTime() + DAY, Date.now() - DAY)) });
  }
}

async function makePlaces(tx: Tx, admin: Me): Promise<Place> {
  const at = { province: '广东省', city: '广州市', district: '黄埔区', address: '科学城开源大道88号退货区', manager: admin.name };
  const good = await saveWarehouse(tx, admin, WarehouseForm.parse({ code: 'CK08', name: '退货仓', kind: 'RETURN', ...at }));
  const bad = await saveWarehouse(tx, admin, WarehouseForm.parse({ code: 'CK09', name: '残次仓', kind: 'DEFECT', ...at }));
  return { good: good.id, bad: bad.id };
}

async function bringBack(tx: Tx, { admin, clerk, keeper }: People, place: Place, one: Case, line: { id: string; orderId: string; at: Date }): Promise<void> {
  const at = (hours: number) => new Date(line.at.getTime() + hours * 3_600_000);
  const form = ReturnForm.parse({
    orderId: line.orderId,
    type: one.type,
    reasonCode: one.reason,
    description: one.words,
    refundTo: 'ACCOUNT',
    lines: [{ deliveryLineId: line.id, part: 'SIGNED', qty: '1' }],
  });
  const made = await saveReturn(tx, clerk, form, at(0));
  if (one.until === 'WAITS') return;
  if (one.until === 'CANCELLED') return void (await cancelReturn(tx, clerk, { ...made, reason: '客户不退了' }, at(2)));
  if (one.until === 'REJECTED') return void (await rejectReturn(tx, admin, { ...made, reason: '已超过约定的退货期限' }, at(3)));
  let doc = await passReturn(tx, admin, PassInput.parse({ id: made.id, version: made.version, opinion: '同意' }), at(4));
  if (one.until === 'PASSED') return;
  if (one.type !== 'REFUND_ONLY') {
    doc = await sendBack(tx, clerk, { ...doc, carrier: '德邦物流', waybillNo: `TH${made.no.slice(-8)}` }, at(8));
    if (one.until === 'SENT') return;
    const lines = await tx.selectFrom('return_line').select('id').where('tenant_id', '=', admin.tenantId).where('return_id', '=', doc.id).execute();
    const bad = one.reason === 'QUALITY';
    const judged = lines.map(({ id }) => ({ id, good: bad ? '0' : '1', bad: bad ? '1' : '0' }));
    const input = ReceiveInput.parse({ id: doc.id, version: doc.version, goodWarehouseId: place.good, badWarehouseId: place.bad, lines: judged });
    doc = await receiveReturn(tx, keeper, input, at(20));
  }
  if (one.until === 'DONE' && doc.status === 'WAIT_REFUND')
    await refundReturn(tx, admin, { id: doc.id, version: doc.version, payWay: '', bankFlowNo: '' }, at(22));
}
