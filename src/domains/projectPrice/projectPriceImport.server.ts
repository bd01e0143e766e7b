import { sql } from 'kysely';
import { type SkuForSale, unitOf } from '~/domains/product/product';
import { skusForSale } from '~/domains/product/product.server';
import { actorName, type Me } from '~/portal/me';
import { PRICE_PROJECT } from '~/portal/permissions';
import { byCode } from '~/server/byCode.server';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { newId } from '~/server/ids.server';
import { type Applied, defineImport, type ImportRow, type Report } from '~/server/import.server';
import { oneNumber } from '~/server/numbers.server';
import { code, date, decimal, text } from '~/server/sheet/fields';
import { comparePrice, convertPrice } from '~/shared/money';
import { refuse } from '~/shared/refusal';
import { saidPrice } from '~/shared/said';
import { log } from './projectPriceSave.server';
import { writeLines } from './sheetLines.server';
import * as subjects from './subjects';

const columns = {
  projectCode: { title: '项目编号', field: code(30), required: true, sample: 'GC000001' },
  customerCode: { title: '客户编码', field: code(40), required: true, sample: 'KH000001' },
  skuCode: { title: 'SKU编码', field: code(40), required: true, sample: '001001' },
  unit: { title: '单位', field: text(10), sample: '桶', note: '留空为基本单位' },
  price: {
    title: '工程价(元)',
    field: decimal({ digits: 6, positive: true, whole: 7 }),
    required: true,
    sample: '236.80',
    aliases: ['工程价', '项目价', '项目价(元)'],
  },
  capQty: { title: '用量上限', field: decimal({ digits: 4, positive: true, whole: 14 }), sample: '500', note: '留空为不限量' },
  validFrom: { title: '生效日期', field: date, required: true, sample: '2026-01-01' },
  validTo: { title: '失效日期', field: date, required: true, sample: '2026-12-31' },
  remark: { title: '备注', field: text(100), sample: '' },
};
type Row = ImportRow<typeof columns>;
interface Found {
  projectId: string;
  customerId: string;
  sku: SkuForSale;
  unitId: string;
}
interface Plan {
  found: ReadonlyMap<number, Found>;
}

/** Rows of one project and the same days become one draft, to be checked and submitted by a person. */
export const projectPriceImport = defineImport({
  type: 'projectPrice',
  title: '工程价',
  permission: PRICE_PROJECT,
  modes: ['INSERT'],
  columns,
  notes: ['项目与有效期相同的行生成一张工程价草稿，导入后请检查并提交审批。', '同一张工程价中，商品和单位不能重复。'],
  async validate(tx, me, { rows, report }) {
    const plan = await planOf(tx, me, rows, report);
    const seen = new Map<string, number>();
    for (const row of rows) {
      const found = plan.found.get(row.rowNumber);
      if (!found) continue;
      const key = [sheetKey(row, found), found.sku.skuId, found.unitId].join('/');
      const earlier = seen.get(key);
      if (earlier !== undefined) report(row, 'skuCode', `与第${earlier}行重复`);
      else seen.set(key, row.rowNumber);
    }
    return plan;
  },
  effect: () => 'NEW',
  apply,
  undo,
});

const sheetKey = (row: Row, found: Found): string => [found.projectId, row.value.validFrom, row.value.validTo].join('/');

async function planOf(tx: Tx, me: Me, rows: readonly Row[], report: Report<typeof columns>): Promise<Plan> {
  const projects = await tx
    .selectFrom('project')
    .innerJoin('customer', (on) => on.onRef('customer.tenant_id', '=', 'project.tenant_id').onRef('customer.id', '=', 'project.customer_id'))
    .select(['project.id', 'project.code', 'project.status', 'project.customer_id', 'customer.code as customerCode'])
    .where('project.tenant_id', '=', me.tenantId)
    .where(sql<boolean>`project.code = any(${rows.flatMap((row) => row.value.projectCode ?? [])}::text[])`)
    .execute();
  const codes = await byCode(
    tx,
    me,
    'sku',
    rows.map((row) => row.value.skuCode),
  );
  const skus = await skusForSale(tx, me, { customerId: '', skuIds: [...codes.values()].map((sku) => sku.id) });
  const holding = await tx
    .selectFrom('project_price_line')
    .innerJoin('project_price', (on) =>
      on.onRef('project_price.tenant_id', '=', 'project_price_line.tenant_id').onRef('project_price.id', '=', 'project_price_line.sheet_id'),
    )
    .select(['project_price.no', 'project_price_line.project_id', 'project_price_line.sku_id', 'project_price_line.unit_id'])
    .select(['project_price_line.valid_from', 'project_price_line.valid_to'])
    .where('project_price_line.tenant_id', '=', me.tenantId)
    .where('project_price_line.project_id', '=', anyOf(projects.map((one) => one.id)))
    .where('project_price_line.status', '=', 'ACTIVE')
    .execute();
  const found = new Map<number, Found>();
  for (const row of rows) {
    const { value } = row;
    const project = projects.find((one) => one.code === value.projectCode);
    const sku = skus.get(codes.get(value.skuCode ?? '')?.id ?? '');
    if (value.projectCode && !project) report(row, 'projectCode', `不存在（当前值：${value.projectCode}）`);
    if (project && project.status !== 'ACTIVE') report(row, 'projectCode', '的项目不是进行中');
    if (project && value.customerCode && project.customerCode !== value.customerCode) report(row, 'customerCode', `与项目的客户${project.customerCode}不一致`);
    if (value.skuCode && !sku) report(row, 'skuCode', `不存在（当前值：${value.skuCode}）`);
    const unit = value.unit ? sku?.units.find((one) => one.name === value.unit) : sku?.units[0];
    if (sku && !unit) report(row, 'unit', `不属于该SKU（当前值：${value.unit}，可用：${sku.units.map((one) => one.name).join('、')}）`);
    if (value.validFrom && value.validTo && value.validTo < value.validFrom) report(row, 'validTo', '不能早于生效日期');
    const floor = sku?.minPrice && unit ? convertPrice(sku.minPrice, unit.num, unit.den) : null;
    if (value.price && floor && comparePrice(value.price, floor) < 0) report(row, 'price', `低于最低限价${saidPrice(floor)}`);
    if (!project || !sku || !unit || !value.validFrom || !value.validTo) continue;
    const [from, to] = [value.validFrom, value.validTo];
    const clash = holding.find(
      (one) => one.project_id === project.id && one.sku_id === sku.skuId && one.unit_id === unit.unitId && one.valid_from <= to && one.valid_to >= from,
    );
    if (clash) report(row, 'validFrom', `与已生效记录（${clash.no}，${clash.valid_from}~${clash.valid_to}）日期重叠`);
    found.set(row.rowNumber, { projectId: project.id, customerId: project.customer_id, sku, unitId: unit.unitId });
  }
  return { found };
}

async function apply(tx: Tx, me: Me, plan: Plan, { rows, now }: { rows: readonly Row[]; now: Date }): Promise<Applied> {
  const sheets = Map.groupBy(rows, (row) => sheetKey(row, plan.found.get(row.rowNumber) as Found));
  const made: string[] = [];
  for (const lines of sheets.values()) {
    const first = lines[0] as Row;
    const { projectId, customerId } = plan.found.get(first.rowNumber) as Found;
    const head = { id: newId(), no: await oneNumber(tx, me, subjects.projectPrice, now), project_id: projectId, customer_id: customerId };
    const [validFrom, validTo] = [first.value.validFrom as string, first.value.validTo as string];
    await tx
      .insertInto('project_price')
      .values({
        ...head,
        tenant_id: me.tenantId,
        valid_from: validFrom,
        valid_to: validTo,
        line_count: lines.length,
        created_by: me.accountId,
        creator: actorName(me),
        created_at: now,
        updated_at: now,
      })
      .execute();
    const content = lines.map((row) => {
      const { sku, unitId } = plan.found.get(row.rowNumber) as Found;
      const named = { skuCode: sku.skuCode, name: sku.name, unitName: unitOf(sku, unitId).name };
      return { skuId: sku.skuId, unitId, ...named, price: row.value.price as string, capQty: row.value.capQty ?? '', remark: row.value.remark ?? '' };
    });
    await writeLines(tx, me, head, { validFrom, validTo, reason: '', lines: content }, 'DRAFT');
    await log(tx, me, head, '导入', `${validFrom}~${validTo}，${lines.length}行`);
    made.push(head.id);
  }
  return { created: rows.length, updated: 0, undo: { made } };
}

/** Drafts nobody has touched go; one that was submitted since is named. */
async function undo(tx: Tx, me: Me, { made }: { made: string[] }): Promise<void> {
  const sheets = await tx
    .selectFrom('project_price')
    .selectAll()
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', anyOf(made))
    .orderBy('id')
    .forUpdate()
    .execute();
  const later = sheets.find((sheet) => sheet.status !== 'DRAFT' || sheet.version > 1);
  if (later) refuse('IMPORT_STATE', `工程价${later.no}导入后已修改或提交，不能撤销`);
  for (const sheet of sheets) await writeLines(tx, me, sheet, { validFrom: sheet.valid_from, validTo: sheet.valid_to, reason: '', lines: [] }, 'DRAFT');
  await tx.deleteFrom('project_price').where('tenant_id', '=', me.tenantId).where('id', '=', anyOf(made)).execute();
}
