import { sql } from 'kysely';
import { dropLimits, putLimits, setQuota } from '~/domains/price/limit.server';
import { unitOf } from '~/domains/product/product';
import { skusForSale } from '~/domains/product/product.server';
import type { Me } from '~/portal/me';
import { orRefuse } from '~/server/db/errors.server';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { newId } from '~/server/ids.server';
import { comparePrice, convertPrice, displayQty, trimPrice, trimQty } from '~/shared/money';
import { Refusal, refusalCodes, refuse, WARNING } from '~/shared/refusal';
import { saidPrice } from '~/shared/said';
import { type ContentLine, lineKey, type SheetContent } from './projectPrice';

export interface SheetHead {
  id: string;
  no: string;
  project_id: string;
  customer_id: string;
}
interface Typed {
  skuId: string;
  unitId: string;
  price: string;
  capQty: string;
  remark: string;
}

/** The lines as a version keeps them, with what people call the goods. Throws for goods and units that are not there. */
export async function contentLines(tx: Tx, me: Me, customerId: string, lines: readonly Typed[]): Promise<(ContentLine & { floor: string | null })[]> {
  const skus = await skusForSale(tx, me, { customerId, skuIds: lines.map((line) => line.skuId) });
  const fields: Record<string, string> = {};
  const keys = lines.map(lineKey);
  const made = lines.flatMap((line, index) => {
    const sku = skus.get(line.skuId);
    if (!sku) fields[`lines.${index}.skuId`] = '商品不存在或已删除';
    else if (keys.indexOf(lineKey(line)) !== index) fields[`lines.${index}.skuId`] = `与第${keys.indexOf(lineKey(line)) + 1}行的商品和单位重复`;
    if (!sku) return [];
    const unit = unitOf(sku, line.unitId);
    const { skuId, unitId, capQty, remark } = line;
    const floor = sku.minPrice === null ? null : convertPrice(sku.minPrice, unit.num, unit.den);
    const name = [sku.name, sku.saleText].filter(Boolean).join(' / ');
    return [{ skuId, unitId, skuCode: sku.skuCode, name, unitName: unit.name, price: trimPrice(line.price), capQty: capQty && trimQty(capQty), remark, floor }];
  });
  refuseAll('CATALOGUE_RULE', fields);
  return made;
}

/** Prices below the floor are told once, before they are saved. */
export function warnOfFloor(lines: readonly (ContentLine & { floor: string | null })[]): void {
  const low = lines.filter((line) => line.floor !== null && comparePrice(line.price, line.floor) < 0);
  const [first] = low;
  if (!first) return;
  throw new Refusal(
    WARNING,
    `商品“${first.name}”（${first.skuCode}）的工程价${saidPrice(first.price)}元低于最低限价${saidPrice(first.floor ?? '')}元${low.length > 1 ? `，共${low.length}行低于限价` : ''}，确定保存吗？`,
    { reason: 'PRICE_FLOOR' },
  );
}

/** Refuses days on which another sheet that holds has a price of the same goods for this project. */
export async function refuseOverlaps(tx: Tx, me: Me, head: Omit<SheetHead, 'no'>, content: SheetContent): Promise<void> {
  const { rows } = await sql<{ sku_id: string; unit_id: string; no: string; from: string; to: string }>`
    select l.sku_id, l.unit_id, p.no, l.valid_from as from, l.valid_to as to
    from project_price_line l join project_price p on p.tenant_id = l.tenant_id and p.id = l.sheet_id
    where l.tenant_id = ${me.tenantId} and l.project_id = ${head.project_id} and l.customer_id = ${head.customer_id} and l.status = 'ACTIVE' and l.sheet_id <> ${head.id}
      and l.sku_id = ${anyOf(content.lines.map((line) => line.skuId))}
      and daterange(l.valid_from, l.valid_to, '[]') && daterange(${content.validFrom}::date, ${content.validTo}::date, '[]')
    order by l.valid_from`.execute(tx);
  const fields: Record<string, string> = {};
  for (const [index, line] of content.lines.entries()) {
    const clash = rows.find((row) => row.sku_id === line.skuId && row.unit_id === line.unitId);
    if (clash) fields[`lines.${index}.skuId`] = `商品“${line.name}”（${line.skuCode}）与已生效的工程价（${clash.no}，${clash.from}~${clash.to}）日期重叠`;
  }
  refuseAll('PRICE_OVERLAP', fields);
}

function refuseAll(reason: 'PRICE_OVERLAP' | 'CATALOGUE_RULE', fields: Record<string, string>): void {
  const [first, ...more] = Object.entries(fields);
  if (!first) return;
  const row = Number(first[0].split('.')[1]) + 1;
  throw new Refusal(refusalCodes[reason], `第${row}行：${first[1]}${more.length ? `（共${more.length + 1}行有问题）` : ''}`, { reason, fields });
}

/** Makes the sheet's rows what `content` says: goods that were on it keep their row, and what was used of it. */
export async function writeLines(tx: Tx, me: Me, head: SheetHead, content: SheetContent, status: 'DRAFT' | 'ACTIVE'): Promise<void> {
  const stored = await linesOf(tx, me, head.id);
  const byKey = new Map(stored.map((line) => [lineKey({ skuId: line.sku_id, unitId: line.unit_id }), line]));
  const wanted = content.lines.map((line, index) => ({ line, lineNo: index + 1, known: byKey.get(lineKey(line)) }));
  const gone = stored.filter((line) => !wanted.some(({ known }) => known?.id === line.id));
  await takeOff(tx, me, gone, status);
  const rowOf = ({ line, lineNo }: (typeof wanted)[number]) => ({
    line_no: lineNo,
    price: line.price,
    cap_qty: line.capQty || null,
    valid_from: content.validFrom,
    valid_to: content.validTo,
    status,
    remark: line.remark,
  });
  const fresh = wanted.filter(({ known }) => !known).map((one) => ({ id: newId(), ...one }));
  await putLimits(
    tx,
    me,
    fresh.map(({ id, line }) => ({ id, layer: 'PROJECT', skuId: line.skuId, unitId: line.unitId, quota: line.capQty || null })),
  );
  // By id, as orders lock them.
  const kept = wanted.flatMap((one) => (one.known ? [{ ...one, id: one.known.id }] : [])).sort((a, b) => (a.id < b.id ? -1 : 1));
  for (const one of kept) {
    const beyond = await setQuota(tx, me, one.id, one.line.capQty || null);
    if (beyond)
      refuse(
        'PROJECT_CAP',
        `工程价${head.no}的商品“${one.line.name}”（${one.line.skuCode}）已用${displayQty(beyond.used)}${one.line.unitName}，上限不能改为${one.line.capQty}${one.line.unitName}`,
        {
          fields: { [`lines.${one.lineNo - 1}.capQty`]: `不能小于已用的${displayQty(beyond.used)}` },
        },
      );
  }
  await refusingOverlap(async () => {
    for (const one of kept) await tx.updateTable('project_price_line').set(rowOf(one)).where('tenant_id', '=', me.tenantId).where('id', '=', one.id).execute();
    if (fresh.length)
      await tx
        .insertInto('project_price_line')
        .values(
          fresh.map((one) => ({
            ...rowOf(one),
            tenant_id: me.tenantId,
            id: one.id,
            sheet_id: head.id,
            project_id: head.project_id,
            customer_id: head.customer_id,
            sku_id: one.line.skuId,
            unit_id: one.line.unitId,
          })),
        )
        .execute();
  });
}

export const linesOf = (tx: Tx, me: Pick<Me, 'tenantId'>, sheetId: string) =>
  tx
    .selectFrom('project_price_line')
    .selectAll()
    .where('tenant_id', '=', me.tenantId)
    .where('sheet_id', '=', sheetId)
    .orderBy('line_no')
    .orderBy('id')
    .execute();

/** A draft's lines go; those of a sheet that held stop, and keep what was used of them. */
async function takeOff(tx: Tx, me: Me, gone: readonly { id: string }[], status: 'DRAFT' | 'ACTIVE'): Promise<void> {
  if (!gone.length) return;
  const ids = gone.map((line) => line.id);
  const those = anyOf(ids);
  if (status === 'ACTIVE') {
    await tx.updateTable('project_price_line').set({ status: 'DISABLED' }).where('tenant_id', '=', me.tenantId).where('id', '=', those).execute();
    return;
  }
  await tx.deleteFrom('project_price_line').where('tenant_id', '=', me.tenantId).where('id', '=', those).execute();
  await dropLimits(tx, me, ids);
}

/** Two sheets approved at once pass the check above the database; its constraint decides. */
const refusingOverlap = <T>(work: () => Promise<T>): Promise<T> =>
  orRefuse(work(), {
    taken: (constraint) =>
      constraint === 'project_price_overlap' && refuse('PRICE_OVERLAP', '同一项目、客户、商品和单位的工程价日期重叠：他人刚刚生效了一张，请刷新后重试'),
  });
