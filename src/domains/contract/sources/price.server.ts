import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { literally } from '~/server/list.server';
import { trimPrice, trimQty } from '~/shared/money';
import { notFound, refuse } from '~/shared/refusal';
import { defineContractBusiness } from '../business.server';

interface Row {
  no: string;
  customer_id: string;
  customer: string;
  project: string;
  reason: string;
  valid_from: string;
  valid_to: string;
  status: string;
}
async function sheetOf(tx: Tx, me: Pick<Me, 'tenantId'>, id: string): Promise<Row> {
  const { rows } =
    await sql<Row>`select s.no, s.customer_id, c.name as customer, p.name as project, s.reason, s.valid_from::text as valid_from, s.valid_to::text as valid_to, s.status
    from project_price s join customer c on c.tenant_id = s.tenant_id and c.id = s.customer_id join project p on p.tenant_id = s.tenant_id and p.id = s.project_id
    where s.tenant_id = ${me.tenantId} and s.id = ${id}`.execute(tx);
  return rows[0] ?? notFound('该工程价');
}

async function linesOf(tx: Tx, me: Pick<Me, 'tenantId'>, id: string): Promise<string[][]> {
  const { rows } = await sql<{ name: string; unit: string; price: string; cap_qty: string | null }>`
    select p.name || coalesce((select ' ' || string_agg(value, '/') from jsonb_each_text(k.sale_attrs)), '') as name, u.name as unit, l.price, l.cap_qty
    from project_price_line l join sku k on k.tenant_id = l.tenant_id and k.id = l.sku_id join product p on p.tenant_id = k.tenant_id and p.id = k.product_id
    join unit u on u.tenant_id = l.tenant_id and u.id = l.unit_id
    where l.tenant_id = ${me.tenantId} and l.sheet_id = ${id} and l.status <> 'DISABLED' order by l.line_no, l.id`.execute(tx);
  return rows.map((line, at) => [String(at + 1), line.name, line.unit, trimPrice(line.price), line.cap_qty === null ? '不限' : trimQty(line.cap_qty)]);
}

/** 工程价协议: the prices of a project, as the customer agrees to them. */
defineContractBusiness({
  kind: 'PRICE',
  type: 'projectPrice',
  async snapshot(tx, me, id) {
    const sheet = await sheetOf(tx, me, id);
    if (sheet.status !== 'ACTIVE') refuse('CONTRACT_RULE', `工程价${sheet.no}没有审批通过或已停用，不能发起协议`);
    return {
      no: sheet.no,
      title: `${sheet.project}工程价协议（${sheet.no}）`.slice(0, 100),
      customerId: sheet.customer_id,
      amount: null,
      validFrom: sheet.valid_from,
      validTo: sheet.valid_to,
      values: { 工程价单号: sheet.no, 项目名称: sheet.project, 工程价说明: sheet.reason, 价格生效日期: sheet.valid_from, 价格失效日期: sheet.valid_to },
      tables: { 价格明细: await linesOf(tx, me, id) },
    };
  },
  async options(tx, me, { word, customerId }) {
    let rows = tx
      .selectFrom('project_price')
      .innerJoin('project', (on) => on.onRef('project.tenant_id', '=', 'project_price.tenant_id').onRef('project.id', '=', 'project_price.project_id'))
      .select(['project_price.id', 'project_price.no', 'project.name'])
      .where('project_price.tenant_id', '=', me.tenantId)
      .where('project_price.status', '=', 'ACTIVE');
    if (customerId) rows = rows.where('project_price.customer_id', '=', customerId);
    if (word) rows = rows.where('project_price.no', 'ilike', `%${literally(word)}%`);
    const found = await rows.orderBy('project_price.updated_at', 'desc').orderBy('project_price.id', 'desc').limit(20).execute();
    return found.map((row) => ({ id: row.id, no: row.no, note: row.name }));
  },
  async mustStand(tx, me, contract) {
    const sheet = await sheetOf(tx, me, contract.bizId);
    if (sheet.status !== 'ACTIVE') refuse('CONTRACT_STATE', `合同${contract.no}关联的工程价${sheet.no}已停用，不能再签署，请撤销合同`);
  },
});
