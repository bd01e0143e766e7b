import { sql } from 'kysely';
import { defineShipGate } from '~/domains/delivery/shipGate.server';
import { payMethodNames } from '~/domains/finance/payMethodNames';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { literally } from '~/server/list.server';
import { formatYuan, trimPrice, trimQty } from '~/shared/money';
import { notFound, refuse } from '~/shared/refusal';
import { defineContractBusiness } from '../business.server';
import { money } from '../figures';
import { openAbout, rescindedAbout } from '../views.server';

interface Row {
  no: string;
  customer_id: string;
  customer_name: string;
  receiver: string;
  phone: string;
  place: string;
  expect_date: string | null;
  ordered: string;
  pay_method: string;
  payable: bigint;
  status: string;
  project: string | null;
}
const GONE = ['DRAFT', 'CANCELLED', 'REJECTED', 'CLOSED'];

async function orderOf(tx: Tx, me: Pick<Me, 'tenantId'>, id: string): Promise<Row> {
  const { rows } = await sql<Row>`select coalesce(o.no, '') as no, o.customer_id, o.customer_name, o.receiver, o.receiver_phone as phone,
      concat(o.province, o.city, o.district, o.address) as place, o.expect_date::text as expect_date,
      ((coalesce(o.submitted_at, o.updated_at)) at time zone 'Asia/Shanghai')::date::text as ordered, o.pay_method, o.payable, o.status, p.name as project
    from sales_order o left join project p on p.tenant_id = o.tenant_id and p.id = o.project_id
    where o.tenant_id = ${me.tenantId} and o.id = ${id}`.execute(tx);
  return rows[0] ?? notFound('该订单');
}

async function linesOf(tx: Tx, me: Pick<Me, 'tenantId'>, id: string): Promise<string[][]> {
  const { rows } = await sql<{ name: string; sale: string; unit: string; qty: string; price: string; amount: bigint }>`
    select l.sku_snapshot->>'name' as name, coalesce(l.sku_snapshot->>'saleText', '') as sale, coalesce(l.sku_snapshot->>'unitName', '') as unit,
      l.qty, l.price, l.amount from order_line l where l.tenant_id = ${me.tenantId} and l.order_id = ${id} order by l.line_no`.execute(tx);
  return rows.map((line, at) => [
    String(at + 1),
    [line.name, line.sale].filter(Boolean).join(' '),
    line.unit,
    trimQty(line.qty),
    trimPrice(line.price),
    money(formatYuan(line.amount)),
  ]);
}

/** 买卖合同 of an order: it says what the order says, and the order does not ship before it is signed. */
defineContractBusiness({
  kind: 'SALES',
  type: 'order',
  async snapshot(tx, me, id) {
    const order = await orderOf(tx, me, id);
    if (GONE.includes(order.status)) refuse('CONTRACT_RULE', `订单${order.no}还是草稿，或已取消、驳回、关闭，不能发起合同`);
    return {
      no: order.no,
      title: `${order.customer_name}买卖合同（${order.no}）`.slice(0, 100),
      customerId: order.customer_id,
      amount: order.payable,
      values: {
        订单编号: order.no,
        下单日期: order.ordered,
        收货人: order.receiver,
        收货电话: order.phone,
        收货地址: order.place,
        付款方式: payMethodNames[order.pay_method] ?? order.pay_method,
        项目名称: order.project ?? '',
        期望交期: order.expect_date ?? '',
        订单金额: formatYuan(order.payable),
      },
      tables: { 商品明细: await linesOf(tx, me, id) },
    };
  },
  async options(tx, me, { word, customerId }) {
    let rows = tx
      .selectFrom('sales_order')
      .select(['id', 'no', 'customer_name'])
      .where('tenant_id', '=', me.tenantId)
      .where('no', 'is not', null)
      .where('status', 'not in', GONE as never);
    if (customerId) rows = rows.where('customer_id', '=', customerId);
    if (word) rows = rows.where('no', 'ilike', `%${literally(word)}%`);
    const found = await rows.orderBy('submitted_at', 'desc').orderBy('id', 'desc').limit(20).execute();
    return found.map((row) => ({ id: row.id, no: row.no ?? '', note: row.customer_name }));
  },
  async mustStand(tx, me, contract) {
    const order = await orderOf(tx, me, contract.bizId);
    if (GONE.includes(order.status)) refuse('CONTRACT_STATE', `合同${contract.no}关联的订单${order.no}已取消、驳回或关闭，不能再签署，请撤销合同`);
  },
});

/**
 * Goods of an order whose contract is with its signers wait for the last signature; one revoked or refused holds nothing back. After a rescission
 * what has not left yet stays.
 */
defineShipGate('contract', async (tx, me, orderIds) => {
  // A confirmation of the credit an order is paid with holds its goods back as well.
  const uses = await tx
    .selectFrom('credit_order')
    .select(['id', 'order_id'])
    .where('tenant_id', '=', me.tenantId)
    .where('order_id', '=', sql<string>`any(${[...orderIds]}::uuid[])`)
    .execute();
  const about = [...orderIds, ...uses.map((one) => one.id)];
  const orderAbout = (bizId: string | null) => orderOf(tx, me, uses.find((one) => one.id === bizId)?.order_id ?? (bizId as string));
  const [open] = (await openAbout(tx, me, about)).filter((one) => one.status !== 'DRAFT');
  if (!open) {
    const [gone] = await rescindedAbout(tx, me, about);
    if (!gone) return;
    const order = await orderAbout(gone.biz_id);
    return refuse('CONTRACT_STATE', `订单${order.no}的合同${gone.no}已解约，尚未发货的货物不再发货；请关闭订单，仍要发货的请重新签署合同`);
  }
  const order = await orderAbout(open.biz_id);
  const where = open.status === 'REVIEWING' ? '正在用印审批' : `还没有签署完成（${open.signed}/${open.signers}）`;
  refuse('CONTRACT_STATE', `订单${order.no}的合同${open.no}${where}，签署完成后才能发货；不再签署的请先撤销合同`);
});
