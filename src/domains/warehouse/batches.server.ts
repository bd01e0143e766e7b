import { sql } from 'kysely';
import { actorName, type Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { newId } from '~/server/ids.server';
import { shanghaiDate } from '~/shared/dates';
import { displayQty, scaled, unscaled } from '~/shared/money';
import { refuse } from '~/shared/refusal';
import { batchName, oldestFirst, shareOut } from './batch';

const QTY = 4;
const units = (qty: string | undefined): bigint => (qty ? scaled(qty, QTY) : 0n);
const qtyOf = (qty: bigint): string => unscaled(qty, QTY);

/** A quantity of one batch, signed as the movement; `expiresOn` is said when goods come in. */
export interface BatchPart {
  batchNo: string;
  qty: string;
  expiresOn?: string | null;
}
/**
 * Which batches a movement is of: those given; those another step of the same line moved (`like`); of what a transfer's line has on its way;
 * of what a delivery's line has shipped and not got back, one named batch or all of them. Nothing said: the oldest leave, what comes has no batch.
 */
export type BatchChoice = { parts: readonly BatchPart[] } | { like: string } | { onTheWay: string } | { shippedBy: string; batchNo?: string };

/** A movement of goods that are kept by batch. */
export interface BatchMove {
  warehouseId: string;
  skuId: string;
  onHand?: string;
  transit?: string;
  bizType: string;
  bizId: string;
  bizLineId: string;
  bizNo: string;
  step: string;
  batches?: BatchChoice;
  /** When: which batches have expired by then leave last. Without it none has. */
  at?: Date;
}

interface Held {
  id: string;
  batchNo: string;
  expiresOn: string | null;
  onHand: bigint;
  transit: bigint;
}
interface Moved {
  bizLineId: string;
  step: string;
  bizType: string;
  forLineId: string | null;
  batchNo: string;
  onHand: bigint;
  transit: bigint;
}
interface Written {
  move: BatchMove;
  batch: Held;
  forLineId: string | null;
  onHand: bigint;
  transit: bigint;
}
interface Book {
  tx: Tx;
  me: Me;
  /** By "warehouse/sku", oldest batch first. */
  places: Map<string, Held[]>;
  /** What lines have moved before, and what this call adds. */
  moved: Moved[];
  written: Written[];
}

/** Moves goods by batch, under the locks of their balances. The sum over batches stays the balance, movement by movement. */
export async function moveBatches(tx: Tx, me: Me, movements: readonly BatchMove[]): Promise<void> {
  const relevant = movements.filter((move) => units(move.onHand) !== 0n || units(move.transit) !== 0n || (move.batches && 'parts' in move.batches));
  if (!relevant.length) return;
  const book = await open(tx, me, relevant);
  // What is named is taken before the oldest are looked for.
  const named = (move: BatchMove) => (move.batches && !('like' in move.batches) ? 0 : 1);
  for (const move of [...relevant].sort((a, b) => named(a) - named(b))) await apply(book, move);
  await write(book);
}

async function open(tx: Tx, me: Me, movements: readonly BatchMove[]): Promise<Book> {
  const { rows } = await sql<{ warehouseId: string; skuId: string; id: string; batchNo: string; expiresOn: string | null; onHand: string; transit: string }>`
    select b.warehouse_id as "warehouseId", b.sku_id as "skuId", t.id, t.batch_no as "batchNo", t.expires_on as "expiresOn", b.on_hand as "onHand", b.in_transit as transit
    from stock_batch_balance b join stock_batch t on t.tenant_id = b.tenant_id and t.id = b.batch_id
    where b.tenant_id = ${me.tenantId} and (b.warehouse_id, b.sku_id) in (select * from unnest(${movements.map((one) => one.warehouseId)}::uuid[], ${movements.map((one) => one.skuId)}::uuid[]))
    order by t.created_at, t.id`.execute(tx);
  const places = new Map<string, Held[]>();
  for (const { warehouseId, skuId, onHand, transit, ...row } of rows) {
    const key = `${warehouseId}/${skuId}`;
    places.set(key, [...(places.get(key) ?? []), { ...row, onHand: units(onHand), transit: units(transit) }]);
  }
  return { tx, me, places, moved: await movedBefore(tx, me, movements), written: [] };
}

/** What was moved of the lines these movements go by. */
async function movedBefore(tx: Tx, me: Me, movements: readonly BatchMove[]): Promise<Moved[]> {
  const lines = movements.flatMap(({ batches, bizLineId }) => {
    if (!batches || 'parts' in batches) return [];
    return 'like' in batches ? [bizLineId] : ['onTheWay' in batches ? batches.onTheWay : batches.shippedBy];
  });
  if (!lines.length) return [];
  // Of a return the goods left by a delivery, of a loss on the way by a transfer.
  const types = [...new Set([...movements.map((one) => one.bizType), 'DELIVERY', 'TRANSFER'])];
  const { rows } = await sql<Omit<Moved, 'onHand' | 'transit'> & { onHand: string; transit: string }>`
    select l.biz_line_id as "bizLineId", l.biz_type as "bizType", l.step, l.for_line_id as "forLineId", t.batch_no as "batchNo", l.d_on_hand as "onHand", l.d_transit as transit
    from stock_batch_ledger l join stock_batch t on t.tenant_id = l.tenant_id and t.id = l.batch_id
    where l.tenant_id = ${me.tenantId} and (l.for_line_id = ${anyOf(lines)} or l.id in
      (select o.id from stock_batch_ledger o where o.tenant_id = ${me.tenantId} and o.biz_type = any(${types}::text[]) and o.biz_line_id = ${anyOf(lines)}))
    order by l.id`.execute(tx);
  return rows.map((row) => ({ ...row, onHand: units(row.onHand), transit: units(row.transit) }));
}

/** The batches of one movement, by what it says of them, with the size of each (or signed, where they are given). */
async function apply(book: Book, move: BatchMove): Promise<void> {
  const { batches } = move;
  const [onHand, transit] = [units(move.onHand), units(move.transit)];
  const size = onHand === 0n ? abs(transit) : abs(onHand);
  if (batches && 'parts' in batches) {
    if (batches.parts.reduce((sum, part) => sum + units(part.qty), 0n) !== onHand)
      throw new Error(`batches of ${move.bizType} ${move.bizLineId} do not add up`);
    for (const part of batches.parts)
      await put(book, move, { batchNo: part.batchNo, onHand: units(part.qty), transit: 0n, forLineId: null, expiresOn: part.expiresOn });
    return;
  }
  for (const { batchNo, qty, forLineId } of await chosen(book, move, size, onHand))
    await put(book, move, { batchNo, onHand: signed(onHand, qty), transit: signed(transit, qty), forLineId });
}

const abs = (qty: bigint): bigint => (qty < 0n ? -qty : qty);
const signed = (whole: bigint, part: bigint): bigint => (whole === 0n ? 0n : whole < 0n ? -part : part);

interface Chosen {
  batchNo: string;
  qty: bigint;
  forLineId: string | null;
}
async function chosen(book: Book, move: BatchMove, size: bigint, onHand: bigint): Promise<Chosen[]> {
  const { batches } = move;
  const rest = (parts: readonly { batchNo: string; qty: bigint }[], forLineId: string | null, wanted = size): Chosen[] => {
    const { parts: shared, lacking } = shareOut(parts, wanted);
    // What moved before the goods were kept by batch has none.
    return [...shared, ...(lacking > 0n ? [{ batchNo: '', qty: lacking }] : [])].map((one) => ({ ...one, forLineId }));
  };
  if (batches && 'like' in batches) {
    const before = book.moved.filter((one) => one.bizLineId === move.bizLineId && one.bizType === move.bizType && one.step === batches.like);
    return rest(
      before.map((one) => ({ batchNo: one.batchNo, qty: one.onHand === 0n ? abs(one.transit) : abs(one.onHand) })),
      before[0]?.forLineId ?? (onHand === 0n ? move.bizLineId : null),
    );
  }
  if (batches && 'onTheWay' in batches) return rest(left(book, batches.onTheWay, 'transit'), batches.onTheWay);
  if (batches && 'shippedBy' in batches) return rest(await back(book, move, batches, size), batches.shippedBy);
  if (onHand >= 0n) return [{ batchNo: '', qty: size, forLineId: null }];
  const here = oldestFirst(book.places.get(placeOf(move)) ?? [], move.at ? shanghaiDate(move.at) : '').map((one) => ({
    batchNo: one.batchNo,
    qty: one.onHand,
  }));
  return rest(here, null);
}
const placeOf = (move: Pick<BatchMove, 'warehouseId' | 'skuId'>): string => `${move.warehouseId}/${move.skuId}`;

/** By batch: of a transfer's line what is still on its way; of a delivery's what left and has not come back. */
function left(book: Book, lineId: string, what: 'transit' | 'onHand'): { batchNo: string; qty: bigint }[] {
  const sums = new Map<string, bigint>();
  for (const one of book.moved) {
    const counts =
      what === 'transit'
        ? one.forLineId === lineId || (one.bizLineId === lineId && one.forLineId === null)
        : one.forLineId === lineId || one.bizLineId === lineId;
    if (counts) sums.set(one.batchNo, (sums.get(one.batchNo) ?? 0n) + (what === 'transit' ? one.transit : -one.onHand));
  }
  return [...sums].map(([batchNo, qty]) => ({ batchNo, qty })).filter((one) => one.qty > 0n);
}

async function back(book: Book, move: BatchMove, { shippedBy, batchNo }: { shippedBy: string; batchNo?: string }, size: bigint) {
  const gone = left(book, shippedBy, 'onHand');
  if (!batchNo) return gone;
  const of = gone.find((one) => one.batchNo === batchNo);
  if ((of?.qty ?? 0n) < size)
    refuse(
      'STOCK_DOC',
      `${await goodsOf(book, move)}：批次${batchNo}退回${displayQty(qtyOf(size))}，超过该批次已发未退的${displayQty(qtyOf(of?.qty ?? 0n))}${gone.length ? `（已发批次：${gone.map((one) => batchName(one.batchNo)).join('、')}）` : ''}`,
    );
  return [of as { batchNo: string; qty: bigint }];
}

interface Change {
  batchNo: string;
  onHand: bigint;
  transit: bigint;
  forLineId: string | null;
  expiresOn?: string | null | undefined;
}
async function put(book: Book, move: BatchMove, { batchNo, onHand, transit, forLineId, expiresOn }: Change): Promise<void> {
  if (onHand === 0n && transit === 0n) return;
  const here = book.places.get(placeOf(move)) ?? [];
  const known = here.find((one) => one.batchNo === batchNo);
  const batch = known ?? { ...(await batchOf(book, move, batchNo, expiresOn ?? null)), onHand: 0n, transit: 0n };
  if (expiresOn && batch.expiresOn !== expiresOn) await keepExpiry(book, move, batch, expiresOn);
  const had = { onHand: batch.onHand, transit: batch.transit };
  batch.onHand += onHand;
  batch.transit += transit;
  if (batch.onHand < 0n || batch.transit < 0n)
    refuse(
      'STOCK_SHORT',
      `${await goodsOf(book, move)}：批次${batchName(batchNo)}${batch.onHand < 0n ? '在库' : '在途'}${displayQty(qtyOf(batch.onHand < 0n ? had.onHand : had.transit))}，需${displayQty(qtyOf(abs(batch.onHand < 0n ? onHand : transit)))}`,
    );
  if (!known) book.places.set(placeOf(move), [...here, batch]);
  const of = { bizLineId: move.bizLineId, bizType: move.bizType, step: move.step, forLineId, batchNo, onHand, transit };
  book.moved.push(of);
  const earlier = book.written.find((one) => one.move === move && one.batch === batch);
  if (earlier) Object.assign(earlier, { onHand: earlier.onHand + onHand, transit: earlier.transit + transit });
  else book.written.push({ move, batch, forLineId, onHand, transit });
}

/** The batch of these goods, made where there is none yet. */
async function batchOf({ tx, me }: Book, { skuId }: BatchMove, batchNo: string, expiresOn: string | null): Promise<Pick<Held, 'id' | 'batchNo' | 'expiresOn'>> {
  const { rows } = await sql<{ id: string; expiresOn: string | null }>`
    insert into stock_batch (tenant_id, id, sku_id, batch_no, expires_on) values (${me.tenantId}, ${newId()}, ${skuId}, ${batchNo}, ${expiresOn})
    on conflict (tenant_id, sku_id, batch_no) do update set batch_no = excluded.batch_no returning id, expires_on as "expiresOn"`.execute(tx);
  return { ...(rows[0] as { id: string; expiresOn: string | null }), batchNo };
}

/** One batch expires on one day: said later it is kept, said differently it is a mistake. */
async function keepExpiry(book: Book, move: BatchMove, batch: Held, expiresOn: string): Promise<void> {
  if (batch.expiresOn !== null)
    refuse('STOCK_DOC', `${await goodsOf(book, move)}：批次${batch.batchNo}的到期日已登记为${batch.expiresOn}，与填写的${expiresOn}不同，请核对批次号`);
  batch.expiresOn = expiresOn;
  await book.tx.updateTable('stock_batch').set({ expires_on: expiresOn }).where('tenant_id', '=', book.me.tenantId).where('id', '=', batch.id).execute();
}

async function goodsOf({ tx, me }: Book, { skuId, bizNo }: BatchMove): Promise<string> {
  const sku = await tx.selectFrom('sku').select('code').where('tenant_id', '=', me.tenantId).where('id', '=', skuId).executeTakeFirst();
  return `${bizNo ? `单据${bizNo}的` : ''}商品${sku?.code ?? ''}`;
}

async function write({ tx, me, written }: Book): Promise<void> {
  const touched = [...new Map(written.map(({ move, batch }) => [`${placeOf(move)}/${batch.id}`, { move, batch }])).values()];
  if (!touched.length) return;
  await sql`insert into stock_batch_balance (tenant_id, warehouse_id, sku_id, batch_id, on_hand, in_transit)
    select ${me.tenantId}, v.* from unnest(${touched.map(({ move }) => move.warehouseId)}::uuid[], ${touched.map(({ move }) => move.skuId)}::uuid[],
      ${touched.map(({ batch }) => batch.id)}::uuid[], ${touched.map(({ batch }) => qtyOf(batch.onHand))}::numeric[], ${touched.map(({ batch }) => qtyOf(batch.transit))}::numeric[]) as v
    on conflict (tenant_id, warehouse_id, sku_id, batch_id) do update set on_hand = excluded.on_hand, in_transit = excluded.in_transit, updated_at = now()`.execute(
    tx,
  );
  const after = new Map(touched.map(({ move, batch }) => [`${placeOf(move)}/${batch.id}`, batch.onHand]));
  // Backwards from where each batch stands now, so that every row says where it left it.
  const rows = [...written].reverse().map(({ move, batch, forLineId, onHand, transit }) => {
    const key = `${placeOf(move)}/${batch.id}`;
    const stands = after.get(key) ?? 0n;
    after.set(key, stands - onHand);
    const { warehouseId, skuId, bizType, bizId, bizLineId, bizNo, step } = move;
    return {
      tenant_id: me.tenantId,
      warehouse_id: warehouseId,
      sku_id: skuId,
      batch_id: batch.id,
      biz_type: bizType,
      biz_id: bizId,
      biz_line_id: bizLineId,
      biz_no: bizNo,
      step,
      for_line_id: forLineId,
      d_on_hand: qtyOf(onHand),
      d_transit: qtyOf(transit),
      after_on_hand: qtyOf(stands),
      actor: actorName(me),
    };
  });
  const ordered = rows.reverse().map((row) => ({ ...row, id: newId() }));
  for (let from = 0; from < ordered.length; from += 1000)
    await tx
      .insertInto('stock_batch_ledger')
      .values(ordered.slice(from, from + 1000))
      .execute();
}
