import { actorName, type Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { oneNumber } from '~/server/numbers.server';
import { accountOf, type Entry, postLedger } from './fund.server';
import type { RefundTo, Tendered } from './refund';
import * as subjects from './subjects';

/** Money to be given back for an order; `bills` says of which receivables, already split by what had paid (`splitReturn`), and what is no longer owed of them. */
export interface Refund {
  customerId: string;
  orderId: string;
  orderNo: string;
  bizType: string;
  bizId: string;
  bizNo: string;
  bizDate: string;
  to: RefundTo;
  /** How and by which flow number it was paid out, where it was. */
  payWay: string;
  bankFlowNo: string;
  bills: readonly { receivableId: string; deliveryId: string | null; owedOff: bigint; paid: readonly Tendered[] }[];
}

export interface RefundedPart extends Tendered {
  receivableId: string;
  target: string;
}

/** One way a part of an order may have been paid, and how that part is given back. */
export interface Tender {
  /** The credit side of giving `amount` back (the debit is 1122), where it went, and what else has to happen with it. */
  giveBack(tx: Tx, me: Me, part: { amount: bigint; refund: Refund }, now: Date): Promise<{ entry: Entry; target: string }>;
}

const shared = globalThis as { portalTenders?: Map<string, Tender> };
shared.portalTenders ??= new Map();
const tenders = shared.portalTenders;

/** Said once for each way of payment, by the domain whose money it is. */
export const defineTender = (name: string, tender: Tender): void => void tenders.set(name, tender);

async function toAccount(tx: Tx, me: Me, { amount, refund }: { amount: bigint; refund: Refund }) {
  const { id } = await accountOf(tx, me, refund.customerId);
  return { target: 'FUND', entry: { account: '2203' as const, customerId: refund.customerId, fundAccountId: id, cr: amount } };
}
const paidOut = ({ amount, refund }: { amount: bigint; refund: Refund }) => ({
  target: 'BANK',
  entry: { account: '1002' as const, customerId: refund.customerId, cr: amount },
});

defineTender('BALANCE', { giveBack: async (tx, me, part) => (part.refund.to === 'OFFLINE' ? paidOut(part) : toAccount(tx, me, part)) });
defineTender('OFFLINE', { giveBack: async (tx, me, part) => (part.refund.to === 'ACCOUNT' ? toAccount(tx, me, part) : paidOut(part)) });

/**
 * 退款: Dr1122, Cr2203 for what goes into the customer's account, Cr1002 for what is paid out, and whatever other tenders say. One voucher, one
 * refund with its parts. The customer's money and the receivables are locked. Null when there is nothing to give back.
 */
export async function giveBack(tx: Tx, me: Me, refund: Refund, now: Date): Promise<RefundedPart[]> {
  const sums = new Map<string, bigint>();
  for (const { tender, amount } of refund.bills.flatMap((bill) => bill.paid)) sums.set(tender, (sums.get(tender) ?? 0n) + amount);
  const total = [...sums.values()].reduce((sum, amount) => sum + amount, 0n);
  if (total === 0n) return [];
  const [id, no] = [newId(), await oneNumber(tx, me, subjects.refund, now)];
  const given = new Map<string, { entry: Entry; target: string }>();
  for (const [tender, amount] of sums) given.set(tender, await tenderNamed(tender).giveBack(tx, me, { amount, refund }, now));
  const { customerId, bizType, bizId, bizNo, bizDate } = refund;
  const txnId = await postLedger(tx, me, {
    kind: 'REFUND',
    bizType,
    bizId,
    bizNo,
    bizDate,
    idemKey: `${bizType}:${bizId}:REFUND`,
    memo: `退款单${no}（订单${refund.orderNo}）`,
    entries: [{ account: '1122', customerId, dr: total }, ...[...given.values()].map(({ entry }) => entry)],
  });
  await tx
    .insertInto('order_refund')
    .values({
      tenant_id: me.tenantId,
      id,
      no,
      customer_id: customerId,
      order_id: refund.orderId,
      order_no: refund.orderNo,
      biz_type: bizType,
      biz_id: bizId,
      biz_no: bizNo,
      amount: total,
      refund_to: refund.to,
      pay_way: refund.payWay,
      bank_flow_no: refund.bankFlowNo,
      biz_date: bizDate,
      actor: actorName(me),
      created_by: me.accountId,
      created_at: now,
    })
    .execute();
  const parts = refund.bills.flatMap(({ receivableId, paid }) =>
    paid.map((part) => ({ receivableId, ...part, ...(given.get(part.tender) as { entry: Entry; target: string }) })),
  );
  await tx
    .insertInto('order_refund_part')
    .values(
      parts.map(({ receivableId, tender, amount, target, entry }) => ({
        tenant_id: me.tenantId,
        id: newId(),
        refund_id: id,
        customer_id: customerId,
        receivable_id: receivableId,
        tender,
        target,
        fund_account_id: entry.fundAccountId ?? null,
        amount,
        txn_id: txnId,
      })),
    )
    .execute();
  return parts.map(({ receivableId, tender, amount, target }) => ({ receivableId, tender, amount, target }));
}

function tenderNamed(name: string): Tender {
  const tender = tenders.get(name);
  if (!tender) throw new Error(`nothing gives back what ${name} paid`);
  return tender;
}
