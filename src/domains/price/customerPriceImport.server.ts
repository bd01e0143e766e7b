import { sql } from 'kysely';
import { customerStates } from '~/domains/customer/customerNames';
import type { SkuForSale } from '~/domains/product/product';
import { skusForSale } from '~/domains/product/product.server';
import type { Me } from '~/portal/me';
import { PRICE_IMPORT } from '~/portal/permissions';
import { byCode } from '~/server/byCode.server';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { type Applied, defineImport, type ImportMode, type ImportRow, type Mean, type Report } from '~/server/import.server';
import { code, date, decimal, text } from '~/server/sheet/fields';
import { nextVersion, raised } from '~/server/versioned.server';
import { comparePrice } from '~/shared/money';
import { refuse } from '~/shared/refusal';
import { saidPrice } from '~/shared/said';
import { withdrawImported } from './change/approval.server';
import { changePrices } from './change/changePrices.server';
import { writers } from './change/writers.server';
import { type ActivePrice, activePrices, daysMeet, floorOf, overlapText, type PriceKey, recordHistory } from './customerPriceSave.server';
import { sameDays, sameRow, tierOf, type Undo } from './importedPrices.server';

const columns = {
  customerCode: { title: '客户编码', field: code(40), required: true, sample: 'KH0001' },
  skuCode: { title: 'SKU编码', field: code(40), required: true, sample: '001001' },
  unit: { title: '单位', field: text(10), sample: '桶', note: '留空为基本单位' },
  minQty: { title: '起始数量', field: decimal({ digits: 4, whole: 14 }), sample: '0', note: '阶梯价的起始数量，留空为0' },
  price: {
    title: '客户价(元)',
    field: decimal({ digits: 6, positive: true, whole: 7 }),
    sample: '268.50',
    note: '最多六位小数；合并方式下留空表示停用该行',
    aliases: ['客户价'],
  },
  validFrom: { title: '生效日期', field: date, required: true, sample: '2026-01-01' },
  validTo: { title: '失效日期', field: date, sample: '', note: '留空为长期有效' },
  remark: { title: '备注', field: text(200), sample: '' },
};
type Row = ImportRow<typeof columns>;

interface Plan {
  /** By row number, only for rows whose customer, SKU and unit are known. */
  keys: ReadonlyMap<number, PriceKey>;
  active: ReadonlyMap<string, ActivePrice[]>;
}

export const customerPriceImport = defineImport({
  type: 'customerPrice',
  title: '客户价',
  permission: PRICE_IMPORT,
  modes: ['MERGE', 'INSERT'],
  columns,
  notes: ['客户、SKU、单位、起始数量和有效期都相同的行已存在时：“合并”更新价格，客户价留空则停用；“仅新增”报错。', '文件中没有的行不受影响。'],
  async validate(tx, me, { rows, mode, report, mean }) {
    const plan = await planOf(tx, me, rows, report, mean);
    checkTogether(rows, plan, mode, report);
    return plan;
  },
  effect(plan, row) {
    const target = targetOf(plan, row);
    if (!target) return 'NEW';
    const { price, remark } = row.value;
    return price !== null && comparePrice(price, target.price) === 0 && (remark ?? target.remark) === target.remark ? 'SAME' : 'CHANGED';
  },
  apply: applyPrices,
  undo: undoPrices,
});

async function planOf(tx: Tx, me: Me, rows: readonly Row[], report: Report<typeof columns>, mean: Mean<typeof columns>): Promise<Plan> {
  const customers = await byCode(
    tx,
    me,
    'customer',
    rows.map((row) => row.value.customerCode),
    ['name', 'status'],
  );
  const skuIds = await byCode(
    tx,
    me,
    'sku',
    rows.map((row) => row.value.skuCode),
  );
  const skus = await skusForSale(tx, me, { customerId: '', skuIds: [...skuIds.values()].map((sku) => sku.id) });
  const keys = new Map<number, PriceKey>();
  for (const row of rows) {
    const sku = skus.get(skuIds.get(row.value.skuCode ?? '')?.id ?? '');
    const customer = customers.get(row.value.customerCode ?? '');
    if (customer) mean(row, 'customerCode', `${customer.code} ${customer.name}`);
    if (sku?.units[0] && !row.value.unit) mean(row, 'unit', sku.units[0].name);
    const key = keyOf(row, customer, sku, report);
    if (key) keys.set(row.rowNumber, key);
  }
  const active = await activePrices(
    tx,
    me,
    [...customers.values()].map((customer) => customer.id),
    [...skuIds.values()].map((sku) => sku.id),
  );
  return { keys, active: Map.groupBy(active, tierOf) };
}

function keyOf(row: Row, customer: { id: string; status: string } | undefined, sku: SkuForSale | undefined, report: Report<typeof columns>): PriceKey | null {
  const { value } = row;
  if (value.customerCode && !customer) report(row, 'customerCode', `不存在（当前值：${value.customerCode}）`);
  if (customer && ['DISABLED', 'ENDED', 'MERGED'].includes(customer.status)) report(row, 'customerCode', `的客户${customerStates[customer.status]}`);
  if (value.skuCode && !sku) report(row, 'skuCode', `不存在（当前值：${value.skuCode}）`);
  const unit = value.unit ? sku?.units.find((one) => one.name === value.unit) : sku?.units[0];
  if (sku && !unit) report(row, 'unit', `不属于该SKU（当前值：${value.unit}，可用：${sku.units.map((one) => one.name).join('、')}）`);
  if (value.validFrom && value.validTo && value.validTo < value.validFrom) {
    report(row, 'validTo', '不能早于生效日期');
    return null;
  }
  const floor = sku && unit ? floorOf(sku, unit.unitId) : null;
  if (value.price && floor && comparePrice(value.price, floor) < 0) report(row, 'price', `低于最低限价${saidPrice(floor)}`);
  if (!customer || !sku || !unit || !value.validFrom || row.bad.size > 0) return null;
  return { customerId: customer.id, skuId: sku.skuId, unitId: unit.unitId, minQty: value.minQty ?? '0', validFrom: value.validFrom, validTo: value.validTo };
}

function checkTogether(rows: readonly Row[], plan: Plan, mode: ImportMode, report: Report<typeof columns>): void {
  const inFile = new Map<string, { key: PriceKey; rowNumber: number }[]>();
  // What the file disables leaves room for its other rows.
  const freed = new Set(rows.flatMap((row) => (row.value.price === null && mode === 'MERGE' ? (targetOf(plan, row)?.id ?? []) : [])));
  for (const row of rows) {
    const key = plan.keys.get(row.rowNumber);
    if (!row.value.price && !row.bad.has('price')) {
      if (mode !== 'MERGE') report(row, 'price', '不能为空');
      else if (key && !targetOf(plan, row)) report(row, 'price', '不能为空：没有可停用的客户价');
    }
    if (!key) continue;
    const tier = tierOf(key);
    const earlier = inFile.get(tier)?.find((other) => daysMeet(other.key, key));
    if (earlier) report(row, 'skuCode', sameDays(earlier.key, key) ? `与第${earlier.rowNumber}行重复` : `与第${earlier.rowNumber}行日期重叠`);
    inFile.set(tier, [...(inFile.get(tier) ?? []), { key, rowNumber: row.rowNumber }]);
    const clash = plan.active.get(tier)?.find((other) => !freed.has(other.id) && daysMeet(other, key) && !(mode === 'MERGE' && sameDays(other, key)));
    if (clash) report(row, 'validFrom', overlapText(clash));
  }
}

/** The existing row this one updates or disables. */
function targetOf(plan: Plan, row: Row): ActivePrice | undefined {
  const key = plan.keys.get(row.rowNumber);
  return key && sameRow(plan.active, key);
}

async function applyPrices(tx: Tx, me: Me, plan: Plan, { rows, now }: { rows: readonly Row[]; now: Date }): Promise<Applied> {
  const asked = {
    rows: rows.map((row) => ({ key: plan.keys.get(row.rowNumber) as PriceKey, price: row.value.price, remark: row.value.remark })),
  };
  const { change, ...done } = await changePrices(tx, me, writers.IMPORT, asked, now);
  return change ? { ...done, undo: { change: change.id }, note: `已提交审批：客户价变更单${change.no}通过后，这些价格才生效` } : done;
}

/** Rows changed since are named; new rows go, changed ones get their price and state back. */
async function undoPrices(tx: Tx, me: Me, undo: Undo | { change: string }, now: Date): Promise<void> {
  if ('change' in undo) return withdrawImported(tx, me, undo.change, now);
  const touched = await tx
    .selectFrom('customer_price')
    .innerJoin('sku', (on) => on.onRef('sku.tenant_id', '=', 'customer_price.tenant_id').onRef('sku.id', '=', 'customer_price.sku_id'))
    .select(['customer_price.id', 'customer_price.version', 'sku.code'])
    .where('customer_price.tenant_id', '=', me.tenantId)
    .where('customer_price.id', '=', anyOf([...undo.created, ...undo.changed.map((row) => row.id)]))
    .orderBy('customer_price.id')
    .execute();
  const versions = new Map([...undo.created.map((id) => [id, 1] as const), ...undo.changed.map((row) => [row.id, nextVersion(row)] as const)]);
  const later = touched.filter((row) => row.version !== versions.get(row.id));
  if (later.length)
    refuse(
      'IMPORT_STATE',
      `SKU ${later
        .slice(0, 3)
        .map((row) => row.code)
        .join('、')}的客户价导入后又被修改，不能撤销`,
    );
  await tx.deleteFrom('customer_price').where('tenant_id', '=', me.tenantId).where('id', '=', anyOf(undo.created)).execute();
  await sql`update customer_price p set price = n.price, remark = n.remark, status = n.status, version = ${raised('p.version')}, updated_by = ${me.accountId}::uuid, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(undo.changed)}::jsonb) as n(id uuid, price numeric, remark text, status text) where p.tenant_id = ${me.tenantId} and p.id = n.id`.execute(
    tx,
  );
  await recordHistory(
    tx,
    me,
    undo.changed.map((row) => ({ id: row.id, oldPrice: null, newPrice: row.price, action: '撤销导入' })),
  );
}
