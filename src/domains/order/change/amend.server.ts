import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { eachOf } from '~/server/each.server';
import { raised } from '~/server/versioned.server';
import { refuse } from '~/shared/refusal';
import type { RowResult } from '~/shared/rowResults.schema';
import type { AmendInput } from '../form/orderInput.schema';
import { isFinal, orderStates } from '../order';
import { ownMember } from '../placing/head.server';
import { lockOrder, record, titleOf } from '../store.server';

/** 批量改业务员, 批量备注: the factory's own notes on orders under way; what was agreed with the customer stays. */
export async function amendOrders(tx: Tx, me: Me, input: AmendInput, now: Date): Promise<{ results: RowResult[] }> {
  const seller = input.salesMemberId === '' ? null : await ownMember(tx, me, input.salesMemberId);
  const results = await eachOf(tx, input.items, async (item) => {
    const order = await lockOrder(tx, me, item);
    if (isFinal(order.status)) refuse('BAD_STATE', `${titleOf(order)}当前状态为“${orderStates[order.status]}”，不能再修改`);
    const set = seller ? { sales_member_id: seller.id } : { internal_remark: input.internalRemark };
    await tx
      .updateTable('sales_order')
      .set({ ...set, row_version: raised('row_version'), updated_at: now })
      .where('tenant_id', '=', me.tenantId)
      .where('id', '=', order.id)
      .execute();
    const note = seller ? `改为${seller.name}` : input.internalRemark;
    await record(tx, me, order, now, {
      action: seller ? '修改业务员' : '修改内部备注',
      from: order.status,
      to: order.status,
      note,
      payload: { internal: true },
    });
    return `${titleOf(order)}已修改`;
  });
  return { results };
}
