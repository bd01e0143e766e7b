import { sql } from 'kysely';
import type { SkuForSale } from '~/domains/product/product';
import { skusForSale } from '~/domains/product/product.server';
import { actorName, type Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import { orRefuse } from '~/server/db/errors.server';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { newId } from '~/server/ids.server';
import { mustBeSeen, updateKnown } from '~/server/versioned.server';
import { comparePrice, compareQty, convertPrice, displayQty } from '~/shared/money';
import { notFound, Refusal, refuse, WARNING } from '~/shared/refusal';
import { saidPrice } from '~/shared/said';
import type { CustomerPriceInput } from './customerPrice.schema';
import { daysText, isEditable } from './priceState';
import { wordsOfPrices } from './priceWords.server';
import * as subjects from './subjects';

/** What one row is about: two ACTIVE rows of one key may not share a day. */
export interface PriceKey {
  customerId: string;
  skuId: string;
  unitId: string;
  minQty: string;
  validFrom: string;
  validTo: string | null;
}
export interface ActivePrice extends PriceKey {
  id: string;
  price: string;
  remark: string;
}

export const sameTier = (a: PriceKey, b: PriceKey): boolean =>
  a.customerId === b.customerId && a.skuId === b.skuId && a.unitId === b.unitId && compareQty(a.minQty, b.minQty) === 0;
export const daysMeet = (a: Pick<PriceKey, 'validFrom' | 'validTo'>, b: Pick<PriceKey, 'validFrom' | 'validTo'>): boolean =>
  (a.validTo === null || a.validTo >= b.validFrom) && (b.validTo === null || b.validTo >= a.validFrom);
export const meets = (a: PriceKey, b: PriceKey): boolean => sameTier(a, b) && daysMeet(a, b);

export async function activePrices(tx: Tx, me: Me, customerIds: readonly string[], skuIds: readonly string[]): Promise<ActivePrice[]> {
  return tx
    .selectFrom('customer_price')
    .select([
      'id',
      'customer_id as customerId',
      'sku_id as skuId',
      'unit_id as unitId',
      'min_qty as minQty',
      'valid_from as validFrom',
      'valid_to as validTo',
      'price',
      'remark',
    ])
    .where('tenant_id', '=', me.tenantId)
    .where('customer_id', '=', anyOf(customerIds))
    .where('sku_id', '=', anyOf(skuIds))
    .where('status', '=', sql.lit('ACTIVE'))
    .orderBy('id')
    .execute();
}

export const overlapText = (other: ActivePrice): string =>
  `与已生效的客户价（起始数量${displayQty(other.minQty)}，${daysText(other.validFrom, other.validTo)}，${saidPrice(other.price)}元）日期重叠`;

/** Two people saving at once pass the check above the database; its constraint decides, and the loser reads the same sentence. */
export const refusingOverlap = <T>(work: () => Promise<T>): Promise<T> =>
  orRefuse(work(), {
    taken: (constraint) =>
      constraint === 'customer_price_overlap' && refuse('PRICE_OVERLAP', '同一客户、商品、单位和起始数量的客户价日期重叠：他人刚刚保存了一条，请刷新后重试'),
  });

/** New lines are added, known ones changed, those of `replaces` that are left out disabled. */
export async function saveCustomerPrices(tx: Tx, me: Me, input: CustomerPriceInput): Promise<{ ids: string[] }> {
  const customer = await tx
    .selectFrom('customer')
    .select(['id', 'code', 'name'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', input.customerId)
    .executeTakeFirst();
  if (!customer) notFound('所选客户');
  const skus = await skusForSale(tx, me, { customerId: input.customerId, skuIds: input.lines.map((line) => line.skuId) });
  const before = await lockedRows(tx, me, [...input.replaces, ...input.lines.flatMap((line) => line.id || [])]);
  const wanted = input.lines.map((line) => ({
    ...line,
    minQty: line.minQty || '0',
    customerId: input.customerId,
    validFrom: input.validFrom,
    validTo: input.validTo || null,
  }));
  const problems: Record<string, string> = {};
  const others = (await activePrices(tx, me, [customer.id], [...skus.keys()])).filter((row) => !before.has(row.id));
  for (const [index, { id, skuId }] of wanted.entries())
    if (id && !isEditable(before.get(id)?.status ?? ''))
      problems[`lines.${index}.skuId`] = `SKU ${skus.get(skuId)?.skuCode ?? ''}的这条客户价已停用，不能编辑，请新建`;
  for (const [index, line] of wanted.entries()) lineProblems(line, index, wanted, skus.get(line.skuId), others, problems);
  refuseLines(problems);
  if (!input.confirm) warnFloor(wanted, skus);
  const was = await wordsOfPrices(tx, me, [...before.keys()], { withCustomer: false });
  const ids = await refusingOverlap(() => writeLines(tx, me, input, wanted, before));
  await audit(tx, me, {
    action: '保存客户价',
    subject: subjects.customerPrice,
    id: customer.id,
    no: customer.code,
    before: was,
    after: await wordsOfPrices(tx, me, [...new Set([...before.keys(), ...ids])], { withCustomer: false }),
  });
  return { ids };
}

type Wanted = PriceKey & { id: string; version?: number | undefined; price: string };
type Locked = Awaited<ReturnType<typeof lockedRows>> extends Map<string, infer Row> ? Row : never;

export async function lockedRows(tx: Tx, me: Me, ids: readonly string[]) {
  const rows = await tx
    .selectFrom('customer_price')
    .select([
      'id',
      'version',
      'price',
      'status',
      'customer_id as customerId',
      'sku_id as skuId',
      'unit_id as unitId',
      'min_qty as minQty',
      'valid_from as validFrom',
      'valid_to as validTo',
      'remark',
    ])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', anyOf(ids))
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const id of ids) if (!rows.some((row) => row.id === id)) notFound('该客户价');
  return new Map(rows.map((row) => [row.id, row]));
}

function lineProblems(
  line: Wanted,
  index: number,
  all: readonly Wanted[],
  sku: SkuForSale | undefined,
  others: readonly ActivePrice[],
  problems: Record<string, string>,
): void {
  const at = (field: string, message: string) => {
    problems[`lines.${index}.${field}`] ??= message;
  };
  if (!sku) {
    at('skuId', '商品不存在或已删除');
    return;
  }
  if (!sku.units.some((unit) => unit.unitId === line.unitId)) at('unitId', `单位不属于SKU ${sku.skuCode}`);
  const earlier = all.findIndex((other, place) => place < index && sameTier(other, line));
  if (earlier >= 0) at('minQty', `SKU ${sku.skuCode}的起始数量${displayQty(line.minQty)}与第${earlier + 1}行重复`);
  if (line.id && all.findIndex((other) => other.id === line.id) < index) at('skuId', `SKU ${sku.skuCode}的同一条客户价提交了两次，请删除重复的行`);
  const clash = others.find((other) => meets(other, line));
  if (clash) at('skuId', `SKU ${sku.skuCode}${overlapText(clash)}`);
}

function refuseLines(problems: Record<string, string>): void {
  const [[path, message] = ['', '']] = Object.entries(problems);
  if (!message) return;
  refuse(message.includes('日期重叠') ? 'PRICE_OVERLAP' : 'CATALOGUE_RULE', `第${Number(path.split('.')[1]) + 1}行：${message}`, { fields: problems });
}

/** A floor for one of `unitId`, at 6 decimals. */
export function floorOf(sku: SkuForSale, unitId: string): string | null {
  const unit = sku.units.find((one) => one.unitId === unitId);
  return sku.minPrice && unit ? convertPrice(sku.minPrice, unit.num, unit.den) : null;
}

function warnFloor(lines: readonly Wanted[], skus: ReadonlyMap<string, SkuForSale>): void {
  const low = lines.flatMap((line, index) => {
    const sku = skus.get(line.skuId) as SkuForSale;
    const floor = floorOf(sku, line.unitId);
    return floor && comparePrice(line.price, floor) < 0
      ? [`第${index + 1}行：SKU ${sku.skuCode}的客户价${saidPrice(line.price)}低于最低限价${saidPrice(floor)}`]
      : [];
  });
  if (low.length)
    throw new Refusal(WARNING, `${low.slice(0, 5).join('；')}${low.length > 5 ? `等${low.length}行` : ''}。确定仍要保存吗？`, { reason: 'PRICE_FLOOR' });
}

async function writeLines(tx: Tx, me: Me, input: CustomerPriceInput, lines: readonly Wanted[], before: Map<string, Locked>): Promise<string[]> {
  const kept = new Set(lines.map((line) => line.id));
  const known = [...before.values()];
  for (const line of lines) if (line.id) mustBeSeen(before.get(line.id), line.version);
  for (const row of known) if (row.customerId !== input.customerId) notFound('该客户价');
  // Out of each other's way while days and tiers change; those staying come back below.
  await setStatus(
    tx,
    me,
    known.map((row) => row.id),
    'DISABLED',
  );
  await recordHistory(
    tx,
    me,
    known.filter((row) => !kept.has(row.id) && row.status === 'ACTIVE').map((row) => ({ id: row.id, oldPrice: row.price, newPrice: null, action: '停用' })),
  );
  const written = lines.map((line) => ({ id: line.id || newId(), line, was: before.get(line.id), row: rowOf(me, line, input.remark) }));
  for (const { row, was } of written) if (was) await updateKnown(tx, me, 'customer_price', was, row);
  const added = written.flatMap(({ id, line, row, was }) =>
    was ? [] : [{ ...row, tenant_id: me.tenantId, id, customer_id: line.customerId, created_by: me.accountId }],
  );
  if (added.length) await tx.insertInto('customer_price').values(added).execute();
  await recordHistory(
    tx,
    me,
    written.flatMap(({ id, line, was }) =>
      was && sameTerms(was, line) ? [] : [{ id, oldPrice: was?.price ?? null, newPrice: line.price, action: was ? '编辑' : '新建' }],
    ),
  );
  return written.map(({ id }) => id);
}

const sameTerms = (was: Locked, line: Wanted): boolean =>
  comparePrice(was.price, line.price) === 0 && was.validFrom === line.validFrom && was.validTo === line.validTo && compareQty(was.minQty, line.minQty) === 0;

function rowOf(me: Me, line: Wanted, remark: string) {
  return {
    sku_id: line.skuId,
    unit_id: line.unitId,
    min_qty: line.minQty,
    price: line.price,
    valid_from: line.validFrom,
    valid_to: line.validTo,
    status: 'ACTIVE',
    remark,
    updated_by: me.accountId,
    updated_at: sql<Date>`now()`,
  };
}

export async function setStatus(tx: Tx, me: Me, ids: readonly string[], status: 'ACTIVE' | 'DISABLED'): Promise<void> {
  await tx
    .updateTable('customer_price')
    .set({ status, updated_by: me.accountId, updated_at: sql<Date>`now()` })
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', anyOf(ids))
    .execute();
}

export async function recordHistory(
  tx: Tx,
  me: Me,
  changes: readonly { id: string; oldPrice: string | null; newPrice: string | null; action: string }[],
): Promise<void> {
  if (changes.length === 0) return;
  await tx
    .insertInto('customer_price_history')
    .values(
      changes.map((one) => ({
        tenant_id: me.tenantId,
        id: newId(),
        price_id: one.id,
        old_price: one.oldPrice,
        new_price: one.newPrice,
        action: one.action,
        actor: actorName(me),
      })),
    )
    .execute();
}
