import { actorName, type Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { oneNumber } from '~/server/numbers.server';
import { refuse } from '~/shared/refusal';
import { saidYuan } from '~/shared/said';
import { nextSeq } from './books.server';
import type { PaymentDoc } from './payment.server';
import { settleCustomer } from './settle.server';
import * as subjects from './subjects';

/** Prepaid money that another customer takes over pays what that one owes, from the same day on. Both customers' money is locked. */
export async function handOn(tx: Tx, me: Me, doc: PaymentDoc, now: Date): Promise<void> {
  if (doc.refund_to !== 'CUSTOMER' || doc.to_customer_id === null) return;
  const [giver, seq] = [await nameOf(tx, me, doc.customer_id), await nextSeq(tx, me, doc.to_customer_id)];
  const [id, no] = [newId(), await oneNumber(tx, me, subjects.payment, now)];
  const { value_on } = await tx
    .selectFrom('repay_payment')
    .select('value_on')
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', doc.id)
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('repay_payment')
    .values({
      tenant_id: me.tenantId,
      id,
      no,
      kind: 'MONEY',
      customer_id: doc.to_customer_id,
      payer: giver,
      amount: doc.amount,
      value_on,
      seq,
      channel: 'OTHER',
      from_payment_id: doc.id,
      status: 'CONFIRMED',
      remark: `由${giver}的退预收单${doc.no}转入`,
      created_by: doc.created_by,
      creator: doc.creator,
      created_at: now,
      confirmed_by: me.accountId,
      confirmer: actorName(me),
      confirmed_at: now,
    })
    .execute();
  await audit(tx, me, {
    action: '转入预收',
    subject: subjects.payment,
    id,
    no,
    after: { note: `${giver}的退预收单${doc.no}，${saidYuan(doc.amount)}元` },
  });
  await settleCustomer(tx, me, doc.to_customer_id, { id, no, type: 'REPAYMENT' }, now);
}

/** The refund is reversed: what it paid at the other customer was never paid. */
export async function takeHandedBack(tx: Tx, me: Me, doc: PaymentDoc, now: Date): Promise<void> {
  const made = await tx
    .updateTable('repay_payment')
    .set({ status: 'REVERSED', reversed_at: now, reverser: actorName(me), reason: `退预收单${doc.no}已冲销` })
    .where('tenant_id', '=', me.tenantId)
    .where('from_payment_id', '=', doc.id)
    .where('status', '=', 'CONFIRMED')
    .returning(['id', 'no', 'customer_id'])
    .execute();
  for (const one of made) await settleCustomer(tx, me, one.customer_id, { id: one.id, no: one.no, type: 'REPAYMENT' }, now);
}

/** Money that was handed on is taken back where it came from. */
export async function refuseHandedOn(tx: Tx, me: Me, doc: PaymentDoc): Promise<void> {
  if (doc.from_payment_id === null) return;
  const { no } = await tx
    .selectFrom('repay_payment')
    .select('no')
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', doc.from_payment_id)
    .executeTakeFirstOrThrow();
  refuse('BAD_STATE', `还款单${doc.no}由退预收单${no}转入，请冲销退预收单${no}`);
}

const nameOf = async (tx: Tx, me: Me, id: string): Promise<string> =>
  (await tx.selectFrom('customer').select('name').where('tenant_id', '=', me.tenantId).where('id', '=', id).executeTakeFirstOrThrow()).name;
