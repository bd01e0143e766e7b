import { type SkuForSale, toBaseQty } from '~/domains/product/product';
import { skusForSale } from '~/domains/product/product.server';
import { actorName, type Me } from '~/portal/me';
import { STOCK_IN, STOCK_OUT } from '~/portal/permissions';
import type { Subject } from '~/portal/subject';
import { audit } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { type Applied, defineImport, type ImportRow } from '~/server/import.server';
import { nextNumber } from '~/server/numbers.server';
import { choice, code, date, decimal, text } from '~/server/sheet/fields';
import { shanghaiDate } from '~/shared/dates';
import { Refusal, refuse } from '~/shared/refusal';
import { seesCost } from './cost';
import { insertLines, type PreparedLine, totalsOf } from './stockDocLines.server';
import { ownOutKinds, stockInKinds } from './stockDocState';
import * as subjects from './subjects';

interface Way {
  direction: 'IN' | 'OUT';
  type: 'stockIn' | 'stockOut';
  noun: string;
  what: '入库' | '出库';
  kinds: Readonly<Record<string, string>>;
  permission: string;
  subject: Subject & { number: { prefix: string } };
  /** Who gave or took the goods, and what the sample says. */
  counterparty: string;
  sample: { sourceNo: string; counterparty: string };
}

const columnsOf = ({ what, kinds, counterparty, sample }: Way) => ({
  warehouse: { title: '仓库编码', field: code(20), required: true, sample: 'CK01' },
  kind: {
    title: `${what}类型`,
    field: choice(Object.fromEntries(Object.entries(kinds).map(([key, name]) => [name, key]))),
    required: true,
    sample: Object.values(kinds)[0] ?? '',
  },
  bizDate: { title: '业务日期', field: date, required: true, sample: '2026-06-15', note: '不能晚于今天' },
  counterparty: { title: counterparty, field: text(60), sample: sample.counterparty },
  sourceNo: {
    title: '来源单号',
    field: text(40),
    note: `仓库、类型、日期、${counterparty}、来源单号都相同的行合并为一张${what}单`,
    sample: sample.sourceNo,
  },
  sku: { title: 'SKU编码', field: code(40), required: true, aliases: ['商品编码', '物料编码'], sample: 'FS-001' },
  unit: { title: '单位', field: text(20), note: '留空按基本单位', sample: '箱' },
  qty: { title: '数量', field: decimal({ digits: 4, positive: true }), required: true, sample: '100' },
  price: { title: '成本单价(元)', field: decimal({ digits: 6 }), aliases: ['成本单价', '单价'], note: '需要查看成本权限', sample: '12.50' },
  batchNo: { title: '批次号', field: text(40), aliases: ['批次'], sample: '', note: `按批次管理的商品${what === '入库' ? '必填' : '留空为先到期先出'}` },
  expiresOn: { title: '到期日', field: date, aliases: ['有效期至'], sample: '', note: '按批次管理的商品' },
  lineRemark: { title: '明细备注', field: text(100), sample: '' },
  remark: { title: '单据备注', field: text(200), sample: '' },
});
type Columns = ReturnType<typeof columnsOf>;
type Row = ImportRow<Columns>;

interface Plan {
  warehouses: Map<string, string>;
  /** Row number to the line it becomes. */
  lines: Map<number, Omit<PreparedLine, 'id'>>;
}
interface Undo {
  docs: { id: string; no: string }[];
}

/** Rows with the same warehouse, kind, day, counterparty and source number make one document, waiting for audit. */
function docImport(way: Way) {
  const { price, expiresOn, ...unpriced } = columnsOf(way);
  return defineImport<Columns, Plan>({
    type: way.type,
    title: way.noun,
    permission: way.permission,
    modes: ['INSERT'],
    // Goods that leave cost what they cost on hand: nobody says it.
    columns: (way.direction === 'IN' ? { ...unpriced, price, expiresOn } : unpriced) as Columns,
    notes: [
      `仓库、${way.what}类型、业务日期、${way.counterparty}、来源单号都相同的行合并为一张${way.noun}。`,
      `导入的${way.noun}为“待审核”，审核通过后才${way.direction === 'IN' ? '增加' : '扣减'}库存。`,
    ],
    validate: (tx, me, batch) => validate(tx, me, batch, way.direction === 'IN'),
    effect: () => 'NEW',
    apply: (tx, me, plan, batch) => apply(tx, me, way, plan, batch),
    async undo(tx, me, undo: Undo) {
      const ids = undo.docs.map((doc) => doc.id);
      const docs = await tx
        .selectFrom('stock_doc')
        .select(['id', 'no', 'status'])
        .where('tenant_id', '=', me.tenantId)
        .where('id', 'in', ids)
        .orderBy('id')
        .forUpdate()
        .execute();
      const used = docs.find((doc) => doc.status === 'DONE' || doc.status === 'REVERSED');
      if (used) refuse('IMPORT_STATE', `${way.noun}${used.no}已审核${way.what}，不能撤销导入，请冲销该${way.noun}`);
      await tx.deleteFrom('stock_doc').where('tenant_id', '=', me.tenantId).where('id', 'in', ids).execute();
      for (const doc of docs) await audit(tx, me, { action: '撤销导入', subject: way.subject, id: doc.id, no: doc.no });
    },
  });
}

type Checked = Parameters<Parameters<typeof defineImport<Columns, Plan>>[0]['validate']>[2];

async function validate(tx: Tx, me: Me, { rows, report, mean, now }: Checked, comesIn: boolean): Promise<Plan> {
  const houses = await tx.selectFrom('warehouse').select(['id', 'code', 'status']).where('tenant_id', '=', me.tenantId).execute();
  const skus = await skusByCode(tx, me, rows);
  const plan: Plan = { warehouses: new Map(houses.map((one) => [one.code, one.id])), lines: new Map() };
  const today = shanghaiDate(now);
  for (const row of rows) {
    const { value } = row;
    const house = houses.find((one) => one.code === value.warehouse);
    if (value.warehouse !== null && !house) report(row, 'warehouse', '不存在');
    if (house && house.status !== 'ACTIVE') report(row, 'warehouse', '已停用');
    if (value.bizDate !== null && value.bizDate > today) report(row, 'bizDate', `不能晚于今天（${today}）`);
    if (value.price && !seesCost(me)) report(row, 'price', '没有查看成本权限，请留空');
    const sku = value.sku === null ? undefined : skus.get(value.sku);
    if (value.sku !== null && !sku) report(row, 'sku', '不存在');
    if (!sku) continue;
    if (comesIn && sku.byBatch && !value.batchNo) report(row, 'batchNo', '不能为空：该商品按批次管理');
    const unit = value.unit ? sku.units.find((one) => one.name === value.unit) : sku.units[0];
    if (!unit) report(row, 'unit', `不属于该SKU（可用：${sku.units.map((one) => one.name).join('、')}）`);
    else if (!value.unit) mean(row, 'unit', unit.name);
    if (!unit || value.qty === null) continue;
    try {
      plan.lines.set(row.rowNumber, lineOf(row, sku, unit.unitId, value.qty));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      report(row, 'qty', `不正确：${error.said.message}`);
    }
  }
  return plan;
}

const lineOf = ({ value }: Row, sku: SkuForSale, unitId: string, qty: string): Omit<PreparedLine, 'id'> => ({
  sku_id: sku.skuId,
  unit_id: unitId,
  qty,
  base_qty: toBaseQty(sku, unitId, qty),
  price: value.price ?? null,
  batch_no: value.batchNo ?? '',
  expires_on: value.expiresOn ?? null,
  remark: value.lineRemark ?? '',
});

async function skusByCode(tx: Tx, me: Me, rows: readonly Row[]): Promise<Map<string, SkuForSale>> {
  const codes = [...new Set(rows.flatMap((row) => (row.value.sku === null ? [] : [row.value.sku])))];
  if (!codes.length) return new Map();
  const found = await tx.selectFrom('sku').select(['id', 'code']).where('tenant_id', '=', me.tenantId).where('code', 'in', codes).execute();
  const skus = await skusForSale(tx, me, { customerId: '', skuIds: found.map((one) => one.id) });
  return new Map([...skus.values()].map((sku) => [sku.skuCode, sku]));
}

async function apply(tx: Tx, me: Me, way: Way, plan: Plan, { rows, now }: { rows: readonly Row[]; now: Date }): Promise<Applied> {
  const groups = Map.groupBy(rows, ({ value }) => JSON.stringify([value.warehouse, value.kind, value.bizDate, value.counterparty, value.sourceNo]));
  const nos = await nextNumber(tx, me, way.subject, now, groups.size);
  const docs: Undo['docs'] = [];
  for (const group of groups.values()) {
    const { value } = group[0] as Row;
    const doc = { id: newId(), no: nos[docs.length] as string };
    const lines = group.map((row) => ({ id: newId(), ...(plan.lines.get(row.rowNumber) as Omit<PreparedLine, 'id'>) }));
    await tx
      .insertInto('stock_doc')
      .values({
        tenant_id: me.tenantId,
        ...doc,
        direction: way.direction,
        kind: value.kind as string,
        warehouse_id: plan.warehouses.get(value.warehouse as string) as string,
        counterparty: value.counterparty ?? '',
        source_no: value.sourceNo ?? '',
        biz_date: value.bizDate as string,
        status: 'PENDING_AUDIT',
        remark: group.find((row) => row.value.remark)?.value.remark ?? '',
        ...totalsOf(lines, way.what),
        created_by: me.accountId,
        creator: actorName(me),
        created_at: now,
      })
      .execute();
    await insertLines(tx, me, doc.id, lines);
    await audit(tx, me, { action: '导入', subject: way.subject, id: doc.id, no: doc.no, after: { note: `${lines.length}行` } });
    docs.push(doc);
  }
  return { created: docs.length, updated: 0, undo: { docs } };
}

export const stockInImport = docImport({
  direction: 'IN',
  type: 'stockIn',
  noun: '入库单',
  what: '入库',
  kinds: stockInKinds,
  permission: STOCK_IN,
  subject: subjects.stockIn,
  counterparty: '往来方',
  sample: { sourceNo: 'PO20260615', counterparty: '华南化工' },
});
export const stockOutImport = docImport({
  direction: 'OUT',
  type: 'stockOut',
  noun: '出库单',
  what: '出库',
  kinds: ownOutKinds,
  permission: STOCK_OUT,
  subject: subjects.stockOut,
  counterparty: '领用方',
  sample: { sourceNo: 'LY20260615', counterparty: '研发部' },
});
