import { customerForTrade } from '~/domains/customer/customer.server';
import { orderless } from '~/domains/customer/customerNames';
import { projectForOrder } from '~/domains/project/project.server';
import { defaultWarehouse } from '~/domains/warehouse/stock.server';
import { isDealer, type Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { shanghaiDate } from '~/shared/dates';
import { notFound, Refusal, refuse } from '~/shared/refusal';
import type { OrderContent } from '../form/orderInput.schema';

export type OrderHead = Awaited<ReturnType<typeof headOf>>;

/** Who the order is for: the dealer itself, or the customer the factory chose. */
export function customerOf(me: Me, content: Pick<OrderContent, 'customerId'>): string {
  const customerId = me.customerId ?? content.customerId;
  if (customerId === '') throw fieldProblem('customerId', '请选择客户');
  return customerId;
}

/** Columns of the header. Submitting needs a complete destination and an active customer; `kept` is the project the order names already. */
export async function headOf(tx: Tx, me: Me, content: OrderContent, complete: boolean, kept: string | null = null) {
  const customerId = customerOf(me, content);
  const byDefault = isDealer(me) || content.warehouseId === '';
  const [customer, warehouseId] = await Promise.all([
    customerForTrade(tx, me, customerId),
    byDefault ? defaultWarehouse(tx, me).then((found) => found.id) : ownWarehouse(tx, me, content.warehouseId),
  ]);
  if (customer.status !== 'ACTIVE')
    refuse('CUSTOMER_DISABLED', `客户“${customer.name}”${orderless(customer.status)}`, { fields: { customerId: `该客户${orderless(customer.status)}` } });
  if (complete) refuseIncomplete(content);
  return {
    customer_id: customerId,
    customer_name: customer.name,
    project_id: (await projectForOrder(tx, me, { projectId: content.projectId, customerId, kept }))?.id ?? null,
    type: content.type,
    sales_member_id: isDealer(me) || content.salesMemberId === '' ? customer.salesMemberId : (await ownMember(tx, me, content.salesMemberId)).id,
    warehouse_id: warehouseId,
    receiver: content.receiver,
    receiver_phone: content.receiverPhone,
    province: content.province,
    city: content.city,
    district: content.district,
    address: content.address,
    expect_date: content.expectDate || null,
    pay_method: content.payMethod,
    expense_asked: content.expense,
    freight: isDealer(me) ? 0n : content.freight,
    remark: content.remark,
    ...(isDealer(me) ? {} : { internal_remark: content.internalRemark }),
  };
}

/** A member of this factory who may be named as salesperson. */
export async function ownMember(tx: Tx, me: Me, id: string): Promise<{ id: string; name: string }> {
  const found = await tx.selectFrom('member').select(['id', 'name']).where('tenant_id', '=', me.tenantId).where('id', '=', id).executeTakeFirst();
  return found ?? notFound('所选业务员');
}

async function ownWarehouse(tx: Tx, me: Me, id: string): Promise<string> {
  const found = await tx.selectFrom('warehouse').select('status').where('tenant_id', '=', me.tenantId).where('id', '=', id).executeTakeFirst();
  if (!found) notFound('所选仓库');
  if (found.status !== 'ACTIVE') throw fieldProblem('warehouseId', '所选仓库已停用');
  return id;
}

const needed = [
  ['receiver', '收货人'],
  ['receiverPhone', '电话'],
  ['province', '省市区'],
  ['address', '详细地址'],
] as const;

/** Goods are expected from today on; a day that stood in the order when it was submitted before may have gone by. */
export function refusePastDay({ expectDate }: Pick<OrderContent, 'expectDate'>, stood: string | null, now: Date): void {
  const today = shanghaiDate(now);
  if (expectDate && expectDate < today && expectDate !== stood) throw fieldProblem('expectDate', `期望到货日${expectDate}不能早于今天${today}`);
}

function refuseIncomplete(content: OrderContent): void {
  const fields: Record<string, string> = {};
  for (const [key, name] of needed) if (content[key] === '') fields[key] = `${name}不能为空`;
  if (content.lines.length === 0) fields['lines'] = '请至少添加一行商品';
  const first = Object.values(fields)[0];
  if (first) throw new Refusal('100000006', first, { reason: 'BAD_INPUT', fields });
}
const fieldProblem = (field: string, message: string) => new Refusal('100000006', message, { reason: 'BAD_INPUT', fields: { [field]: message } });
