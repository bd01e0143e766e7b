import { lockCustomerMoney } from '~/domains/finance/customerMoney.server';
import { postLedger } from '~/domains/finance/fund.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { oneNumber } from '~/server/numbers.server';
import { addDays, shanghaiDate } from '~/shared/dates';
import { notFound } from '~/shared/refusal';
import { tellDebtChange } from './debtChange.server';
import { ADJUST } from './receivable';
import * as subjects from './subjects';

interface Adjustment {
  customerId: string;
  /** 分; below 0: owed less. */
  amount: bigint;
  /** Number of the document that says why. */
  sourceNo: string;
  remark: string;
}

/** What a customer owes more or less from today on: Dr1122 Cr6001, or the other way round. Somebody else than its maker has agreed. */
export async function adjustReceivable(tx: Tx, me: Me, { customerId, amount, sourceNo, remark }: Adjustment, now: Date): Promise<{ id: string; no: string }> {
  await lockCustomerMoney(tx, me, [customerId]);
  const customer = await tx
    .selectFrom('customer')
    .select(['name', 'payment_days', 'sales_member_id'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', customerId)
    .executeTakeFirst();
  if (!customer) notFound('该客户');
  const bizDate = shanghaiDate(now);
  const [id, no] = [newId(), await oneNumber(tx, me, subjects.receivable, now)];
  await tx
    .insertInto('receivable')
    .values({
      tenant_id: me.tenantId,
      id,
      no,
      customer_id: customerId,
      customer_name: customer.name,
      source: 'ADJUST',
      source_no: sourceNo,
      sales_member_id: customer.sales_member_id,
      biz_date: bizDate,
      due_date: addDays(bizDate, customer.payment_days),
      amount,
      remark,
      created_at: now,
    })
    .execute();
  const owed = { account: '1122', customerId } as const;
  const goods = { account: '6001', customerId } as const;
  const [more, size] = [amount > 0n, amount > 0n ? amount : -amount];
  await postLedger(tx, me, {
    kind: ADJUST,
    bizType: 'RECEIVABLE',
    bizId: id,
    bizNo: no,
    bizDate,
    idemKey: `RECEIVABLE:${id}:ADJUST`,
    memo: `${sourceNo}：${remark}`,
    entries: [
      { ...(more ? owed : goods), dr: size },
      { ...(more ? goods : owed), cr: size },
    ],
  });
  await tellDebtChange(tx, me, { customerId, receivableIds: [id], why: 'RAISED', bizNo: no }, now);
  return { id, no };
}
