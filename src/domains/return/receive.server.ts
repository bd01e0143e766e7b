import { recordReturn } from '~/domains/order/order.server';
import { followReturns } from '~/domains/order/uses/uses.server';
import { type Movement, moveStock } from '~/domains/warehouse/movements.server';
import { listWarehouses } from '~/domains/warehouse/stock.server';
import { actorName, type Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { compareQty, decimalsOf, displayQty, subQty, sumQty } from '~/shared/money';
import { notFound, refuse } from '~/shared/refusal';
import { saidYuan } from '~/shared/said';
import { exchange } from './exchange.server';
import { tellDealer, tellFactory } from './notices.server';
import { type About, aboutLines, acceptedOf, baseOf, type Received } from './received.server';
import { reckon } from './reckon.server';
import type { ReceiveInput } from './return.schema';
import { docs, linesOf, lockReturn, type Return, type ReturnLine, type Stepped, step } from './store.server';

/** Where goods that came back may go: good ones to a return warehouse, or back to where they are sold from; bad ones to where defects lie. */
export async function returnWarehouses(tx: Tx, me: Me) {
  const all = (await listWarehouses(tx, me)).filter((one) => one.status === 'ACTIVE').map(({ id, name, kind }) => ({ id, name, kind }));
  const of = (...kinds: string[]) => kinds.flatMap((kind) => all.filter((one) => one.kind === kind));
  return { good: of('RETURN', 'NORMAL'), bad: of('DEFECT', 'RETURN') };
}

/**
 * 收货验收: every line is good, bad or rejected. What is accepted goes into stock, is counted as returned and is worth what it was billed for; rejected
 * goods stay the customer's. An exchange makes its new order here, the others wait for their refund.
 */
export async function receiveReturn(tx: Tx, me: Me, input: ReceiveInput, now: Date): Promise<Stepped> {
  const held = await lockReturn(tx, me, input);
  const { doc } = held;
  if (doc.type === 'REFUND_ONLY') refuse('BAD_STATE', `${docs.title(doc)}是仅退款，没有货物要收`);
  docs.mustBe(doc, ['WAIT_BACK', 'WAIT_RECEIVE'], '收货验收');
  const lines = await judged(tx, me, doc, input);
  const accepted = lines.map((line) => ({ line, qty: acceptedOf(line) }));
  const amounts = await reckon(tx, me, held, accepted, doc.deduct);
  await writeLines(tx, me, lines);
  await amounts.write();
  await takeIn(tx, me, doc, lines);
  await recordReturn(
    tx,
    me,
    held.order,
    {
      returnNo: doc.no,
      lines: accepted
        .filter(({ qty }) => compareQty(qty, '0') > 0)
        .map(({ line, qty }) => ({ orderLineId: line.order_line_id, part: line.part as 'SIGNED' | 'REFUSED', qty })),
    },
    now,
  );
  await followReturns(tx, me, [held.order.id], now);
  const set = { ...amounts.head, received_by: me.accountId, receiver: actorName(me), received_at: now };
  const note = noteOf(lines);
  if (doc.type === 'EXCHANGE')
    return exchange(tx, me, { ...held, lines: lines.map((line, index) => ({ ...line, amount: amounts.amounts[index] ?? 0n })), set, note }, now);
  const over = amounts.head.refund === 0n ? { finished_at: now, finished_by: me.accountId, finisher: actorName(me) } : {};
  const stepped = await step(tx, me, doc, amounts.head.refund === 0n ? 'DONE' : 'WAIT_REFUND', now, { action: '收货验收', note, set: { ...set, ...over } });
  await tellDealer(tx, me, doc, 'accepted', `${note}，退款${saidYuan(amounts.head.refund)}元${amounts.head.refund === 0n ? '' : '待厂家确认'}`);
  if (amounts.head.refund > 0n) await tellFactory(tx, me, doc, 'received', `${note}，请确认退款${saidYuan(amounts.head.refund)}元`);
  return stepped;
}

const noteOf = (lines: readonly ReturnLine[]): string => {
  const sum = (key: 'good_qty' | 'bad_qty' | 'reject_qty') => displayQty(sumQty(lines.map((line) => line[key])));
  return `良品${sum('good_qty')}，不良${sum('bad_qty')}，拒收${sum('reject_qty')}`;
};

/** Every line once, and all that was agreed to of it: nothing that came back stays unsaid. */
async function judged(tx: Tx, me: Me, doc: Return, input: ReceiveInput): Promise<Received[]> {
  const stored = await linesOf(tx, me, doc.id);
  const about = await aboutLines(tx, me, stored);
  const said = new Map(input.lines.map((line, index) => [line.id, { ...line, index }]));
  const strange = input.lines.find((line) => !stored.some((one) => one.id === line.id));
  if (strange || said.size < input.lines.length) notFound(`${docs.title(doc)}的明细`);
  const warehouses = await returnWarehouses(tx, me);
  return stored.map((line) => {
    const agreed = line.approve_qty ?? '0';
    const part = said.get(line.id);
    if (!part) {
      if (compareQty(agreed, '0') > 0) refuse('RETURN_EXCEED', `${docs.title(doc)}第${line.line_no}行还没有填写验收结果（同意退回${displayQty(agreed)}）`);
      return { ...line, ...(about.get(line.id) as About) };
    }
    const extra = about.get(line.id) as About;
    refuseMiscounted(doc, line, extra, part);
    const used = {
      good_warehouse_id: warehouseFor(doc, part.good, input.goodWarehouseId, warehouses.good, 'good'),
      bad_warehouse_id: warehouseFor(doc, part.bad, input.badWarehouseId, warehouses.bad, 'bad'),
    };
    return { ...line, ...extra, ...used, good_qty: part.good, bad_qty: part.bad, reject_qty: part.reject, note: part.note, batchNo: part.batchNo };
  });
}

function refuseMiscounted(doc: Return, line: ReturnLine, { sku }: About, part: ReceiveInput['lines'][number] & { index: number }): void {
  const agreed = line.approve_qty ?? '0';
  const title = `${docs.title(doc)}第${line.line_no}行商品“${sku.name}”（${sku.code}）`;
  for (const qty of [part.good, part.bad, part.reject])
    if (decimalsOf(qty) > sku.unitDecimals)
      refuse('RETURN_EXCEED', `${title}的数量${qty}最多允许${sku.unitDecimals}位小数`, {
        fields: { [`lines.${part.index}.good`]: `最多允许${sku.unitDecimals}位小数` },
      });
  const sum = sumQty([part.good, part.bad, part.reject]);
  if (compareQty(sum, agreed) !== 0)
    refuse('RETURN_EXCEED', `${title}：良品、不良与拒收合计${displayQty(sum)}${sku.unitName}，应等于同意退回的${displayQty(agreed)}${sku.unitName}`, {
      fields: { [`lines.${part.index}.good`]: `合计应等于${displayQty(agreed)}${sku.unitName}` },
    });
  if (compareQty(part.reject, '0') > 0 && part.note === '')
    refuse('RETURN_EXCEED', `${title}有拒收，请填写验收说明`, { fields: { [`lines.${part.index}.note`]: '有拒收时请填写验收说明' } });
}

function warehouseFor(doc: Return, qty: string, id: string, offered: readonly { id: string }[], which: 'good' | 'bad'): string | null {
  if (compareQty(qty, '0') === 0) return null;
  if (offered.some((one) => one.id === id)) return id;
  const what = which === 'good' ? '良品' : '不良品';
  return refuse(
    'STOCK_DOC',
    `${docs.title(doc)}有${what}入库，请选择${what}入库的仓库${offered.length ? '' : '（请先在实时库存页的仓库维护里启用退货仓或残次仓）'}`,
    {
      fields: { [`${which}WarehouseId`]: `请选择${what}入库的仓库` },
    },
  );
}

async function writeLines(tx: Tx, me: Me, lines: readonly Received[]): Promise<void> {
  for (const { id, good_qty, bad_qty, reject_qty, good_warehouse_id, bad_warehouse_id, note } of lines)
    await tx
      .updateTable('return_line')
      .set({ good_qty, bad_qty, reject_qty, good_warehouse_id, bad_warehouse_id, note })
      .where('tenant_id', '=', me.tenantId)
      .where('id', '=', id)
      .execute();
}

/** The goods are on hand again, at what such goods cost where they had left from. */
async function takeIn(tx: Tx, me: Me, doc: Return, lines: readonly Received[]): Promise<void> {
  const costs = await tx
    .selectFrom('stock_balance')
    .select(['warehouse_id', 'sku_id', 'avg_cost'])
    .where('tenant_id', '=', me.tenantId)
    .where('sku_id', '=', anyOf(lines.map((line) => line.skuId)))
    .execute();
  const movements = lines.flatMap((line): Movement[] => {
    const good = baseOf(line, line.good_qty);
    const bad = subQty(baseOf(line, acceptedOf(line)), good);
    const cost = costs.find((one) => one.warehouse_id === line.fromWarehouseId && one.sku_id === line.skuId)?.avg_cost ?? null;
    const common = { skuId: line.skuId, bizType: 'RETURN', bizId: doc.id, bizLineId: line.id, bizNo: doc.no, cost: isKnown(cost) ? cost : null };
    const batches = { shippedBy: line.delivery_line_id, ...(line.batchNo ? { batchNo: line.batchNo } : {}) };
    return [
      ...(compareQty(good, '0') > 0 ? [{ ...common, batches, warehouseId: line.good_warehouse_id as string, onHand: good, step: 'GOOD' }] : []),
      ...(compareQty(bad, '0') > 0 ? [{ ...common, batches, warehouseId: line.bad_warehouse_id as string, onHand: bad, step: 'BAD' }] : []),
    ];
  });
  await moveStock(tx, me, movements);
}
const isKnown = (cost: string | null): boolean => cost !== null && /[1-9]/.test(cost);
