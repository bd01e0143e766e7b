import type { Selectable } from 'kysely';
import { toBaseQty, unitOf } from '~/domains/product/product';
import { skusForSale } from '~/domains/product/product.server';
import type { Me } from '~/portal/me';
import type { DB, Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { divideHalfUp, lineAmount, mustFit, scaled, sumQty, unscaled } from '~/shared/money';
import { notFound, Refusal, refuse } from '~/shared/refusal';
import type { StockDocForm } from './stockDoc.schema';

export type StockDoc = Selectable<DB['stock_doc']>;
export type StockDocLine = Selectable<DB['stock_doc_line']>;
export interface PreparedLine {
  id: string;
  sku_id: string;
  unit_id: string;
  qty: string;
  base_qty: string;
  price: string | null;
  batch_no: string;
  expires_on?: string | null;
  remark: string;
  /** The line of the document that made this one. */
  source_line_id?: string;
}
const CHUNK = 1000;

export const totalsOf = (lines: readonly Pick<PreparedLine, 'qty' | 'base_qty' | 'price'>[], what: string) => ({
  total_qty: sumQty(lines.map((line) => line.base_qty)),
  total_cost: mustFit(
    lines.reduce((sum, line) => sum + (line.price === null ? 0n : lineAmount(line.qty, line.price)), 0n),
    `${what}成本合计`,
  ),
});

export async function insertLines(tx: Tx, me: Me, docId: string, lines: readonly PreparedLine[]): Promise<void> {
  const rows = lines.map((line, index) => ({ tenant_id: me.tenantId, doc_id: docId, line_no: index + 1, ...line }));
  for (let from = 0; from < rows.length; from += CHUNK)
    await tx
      .insertInto('stock_doc_line')
      .values(rows.slice(from, from + CHUNK))
      .execute();
}

export const docLines = (tx: Tx, me: Me, docId: string): Promise<StockDocLine[]> =>
  tx.selectFrom('stock_doc_line').selectAll().where('tenant_id', '=', me.tenantId).where('doc_id', '=', docId).orderBy('line_no').execute();

/** `priced` says what a line costs: by what was given, or what the stored line had. */
export async function prepareLines(
  tx: Tx,
  me: Me,
  form: Pick<StockDocForm, 'lines'>,
  docId: string | null,
  priced: 'GIVEN' | 'KEPT' | 'UNKNOWN',
  comesIn = false,
): Promise<PreparedLine[]> {
  const skus = await skusForSale(tx, me, { customerId: '', skuIds: form.lines.map((line) => line.skuId) });
  const kept = priced === 'KEPT' && docId ? await docLines(tx, me, docId) : [];
  return form.lines.map((line, index) => {
    const sku = skus.get(line.skuId) ?? notFound(`第${index + 1}行的商品`);
    if (comesIn && sku.byBatch && line.batchNo === '')
      refuse('STOCK_DOC', `第${index + 1}行：商品${sku.skuCode}按批次管理，请填写批次号`, {
        fields: { [`lines.${index}.batchNo`]: '该商品按批次管理，请填写批次号' },
      });
    const had = kept.find((one) => one.id === line.id && one.sku_id === line.skuId)?.price ?? null;
    return {
      id: newId(),
      sku_id: line.skuId,
      unit_id: line.unitId,
      qty: line.qty,
      base_qty: onLine(index, () => toBaseQty(sku, unitOf(sku, line.unitId).unitId, line.qty)),
      price: priced === 'GIVEN' ? line.price || null : had,
      batch_no: line.batchNo,
      ...(comesIn ? { expires_on: (sku.byBatch && line.expiresOn) || null } : {}),
      remark: line.remark,
    };
  });
}

/** A refusal about a line says which, and stands beside its quantity. */
export function onLine<T>(index: number, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new Refusal(error.code, `第${index + 1}行：${error.said.message}`, { ...error.said.data, fields: { [`lines.${index}.qty`]: error.said.message } });
  }
}

/** Cost of one base unit, 6 decimals. */
export function baseCost(line: { qty: string; base_qty: string; price: string | null }): string | null {
  return line.price === null ? null : unscaled(divideHalfUp(scaled(line.price, 6) * scaled(line.qty, 4), scaled(line.base_qty, 4)), 6, 2);
}

/** Cost of one unit of the line, from that of a base unit. */
export const lineCost = (line: { qty: string; base_qty: string }, cost: string): string =>
  unscaled(divideHalfUp(scaled(cost, 6) * scaled(line.base_qty, 4), scaled(line.qty, 4)), 6, 2);

/** Refuses a warehouse that is not there, not this person's, or switched off; `what` may not happen in it then. */
export async function usableWarehouse(tx: Tx, me: Me, id: string, what: string, field = 'warehouseId'): Promise<{ name: string }> {
  const row = await tx.selectFrom('warehouse').select(['name', 'status']).where('tenant_id', '=', me.tenantId).where('id', '=', id).executeTakeFirst();
  if (!row) notFound('该仓库');
  if (row.status !== 'ACTIVE') refuse('STOCK_DOC', `仓库“${row.name}”已停用，不能${what}`, { fields: { [field]: '该仓库已停用' } });
  return row;
}
