import { lockCustomerMoney } from '~/domains/finance/customerMoney.server';
import { accountOf, postLedger } from '~/domains/finance/fund.server';
import { actorName, type Me } from '~/portal/me';
import { refuseForeignFiles } from '~/server/attachments.server';
import { audit } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { oneNumber } from '~/server/numbers.server';
import { lockKnown, updateKnown } from '~/server/versioned.server';
import { shanghaiDate, shanghaiTime } from '~/shared/dates';
import { notFound, refuse } from '~/shared/refusal';
import { saidYuan } from '~/shared/said';
import { tellDebtChange } from './debtChange.server';
import type { ReceiptForm } from './receipt.schema';
import { bookedOn, refuseKnownFlow } from './receiptChecks.server';
import { insertApply, lockReceivables, mustNotBePlanned, postTail, settle } from './receivable.server';
import * as subjects from './subjects';

interface Part {
  receivableId: string;
  amount: bigint;
}
interface Saved {
  id: string;
  no: string;
  version: number;
}

/** 收款: Dr1002; what settles receivables goes to 1122, the rest to the customer's fund account (2203), where it may be spent. */
export async function registerReceipt(tx: Tx, me: Me, input: ReceiptForm, now: Date): Promise<Saved> {
  const { customerId, amount } = input;
  const customer = await tx.selectFrom('customer').select('name').where('tenant_id', '=', me.tenantId).where('id', '=', customerId).executeTakeFirst();
  if (!customer) notFound('该客户');
  if (input.receivedAt.getTime() > now.getTime() + 60_000) refuse('BAD_STATE', `到账时间${shanghaiTime(input.receivedAt)}不能晚于当前时间${shanghaiTime(now)}`);
  const bizDate = bookedOn(input, now);
  await refuseKnownFlow(tx, me, input.bankFlowNo);
  const account = await accountOf(tx, me, customerId);
  await lockCustomerMoney(tx, me, [customerId]);
  const applied = input.applies.reduce((sum, part) => sum + part.amount, 0n);
  if (applied > amount) refuse('QTY_EXCEED', `核销合计${saidYuan(applied)}元超过收款金额${saidYuan(amount)}元`);
  await lockReceivables(
    tx,
    me,
    customerId,
    input.applies.map((part) => part.receivableId),
  );
  const id = newId();
  const no = await insertReceipt(tx, me, { id, unapplied: amount - applied }, input, now);
  await applyParts(tx, me, { id, no, customerId }, input.applies, now);
  const owed = { account: '1122', customerId } as const;
  const funds = { account: '2203', customerId, fundAccountId: account.id } as const;
  await postLedger(tx, me, {
    kind: 'RECEIPT',
    bizType: 'RECEIPT',
    bizId: id,
    bizNo: no,
    bizDate,
    idemKey: `RECEIPT:${id}:REGISTER`,
    memo: `收款单${no}`,
    entries: [
      { account: '1002', customerId, dr: amount },
      ...(applied > 0n ? [{ ...owed, cr: applied }] : []),
      ...(amount > applied ? [{ ...funds, cr: amount - applied }] : []),
    ],
  });
  await audit(tx, me, {
    action: '登记收款',
    subject: subjects.receipt,
    id,
    no,
    after: { 客户: customer.name, 金额: `${saidYuan(amount)}元`, 已核销: `${saidYuan(applied)}元` },
  });
  await tellSettled(tx, me, { customerId, no }, input.applies, now);
  return { id, no, version: 1 };
}

async function insertReceipt(tx: Tx, me: Me, { id, unapplied }: { id: string; unapplied: bigint }, input: ReceiptForm, now: Date): Promise<string> {
  await refuseForeignFiles(tx, me, input.voucher);
  const no = await oneNumber(tx, me, subjects.receipt, now);
  const inserted = await tx
    .insertInto('receipt')
    .values({
      tenant_id: me.tenantId,
      id,
      no,
      customer_id: input.customerId,
      amount: input.amount,
      unapplied,
      pay_way: input.payWay,
      bank_flow_no: input.bankFlowNo || null,
      payer: input.payer,
      received_at: input.receivedAt,
      voucher: input.voucher,
      remark: input.remark,
      created_by: me.accountId,
      creator: actorName(me),
      created_at: now,
    })
    .onConflict((on) => on.doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows) return no;
  const other = await tx
    .selectFrom('receipt')
    .select('no')
    .where('tenant_id', '=', me.tenantId)
    .where('bank_flow_no', '=', input.bankFlowNo)
    .where('status', '<>', 'REVERSED')
    .executeTakeFirst();
  return refuse('DUP_FLOW_NO', `流水号${input.bankFlowNo}已登记在收款单${other?.no ?? ''}，不能重复收款`, {
    fields: { bankFlowNo: `已登记在收款单${other?.no ?? ''}` },
  });
}

/** Settles locked receivables of the receipt's customer, each at most up to what is open. */
async function applyParts(tx: Tx, me: Me, receipt: { id: string; no: string; customerId: string }, parts: readonly Part[], now: Date): Promise<void> {
  if (!parts.length) return;
  const rows = new Map(
    (
      await lockReceivables(
        tx,
        me,
        receipt.customerId,
        parts.map((part) => part.receivableId),
      )
    ).map((row) => [row.id, row]),
  );
  for (const [index, part] of parts.entries()) {
    const row = rows.get(part.receivableId);
    if (!row) notFound(`第${index + 1}行的应收单`);
    mustNotBePlanned(row, `applies.${index}.amount`);
    const open = row.status === 'REVERSED' ? 0n : (row.open ?? 0n);
    if (part.amount > open)
      refuse('QTY_EXCEED', `应收单${row.no}未收${saidYuan(open)}元，本次核销${saidYuan(part.amount)}元超过未收金额`, {
        fields: { [`applies.${index}.amount`]: `不能超过未收${saidYuan(open)}元` },
      });
    await settle(tx, me, row, { settled: part.amount, offset: 0n });
    rows.delete(part.receivableId);
    await insertApply(tx, me, { customerId: receipt.customerId, receivableId: row.id, receiptId: receipt.id, amount: part.amount }, now);
  }
}

/** Matches more of a receipt: its open part comes back from the fund account (Dr2203 Cr1122). */
export async function applyReceipt(tx: Tx, me: Me, input: { id: string; version: number; applies: Part[] }, now: Date): Promise<Saved> {
  const receipt = await lockReceipt(tx, me, input);
  const sum = input.applies.reduce((total, part) => total + part.amount, 0n);
  if (sum > receipt.unapplied) refuse('QTY_EXCEED', `收款单${receipt.no}未核销${saidYuan(receipt.unapplied)}元，本次核销${saidYuan(sum)}元超过未核销金额`);
  const account = await accountOf(tx, me, receipt.customer_id);
  const free = await freeFunds(tx, me, account.id);
  if (free < sum)
    refuse('FUND_SHORT', `收款单${receipt.no}的未核销金额已转入客户资金账户，账户可用${saidYuan(free)}元，不足本次核销${saidYuan(sum)}元`, {
      available: saidYuan(free),
    });
  await applyParts(tx, me, { id: receipt.id, no: receipt.no, customerId: receipt.customer_id }, input.applies, now);
  const customerId = receipt.customer_id;
  const saved = await moveUnapplied(tx, me, receipt, -sum);
  await postLedger(tx, me, {
    kind: 'APPLY',
    bizType: 'RECEIPT',
    bizId: receipt.id,
    bizNo: receipt.no,
    bizDate: shanghaiDate(now),
    idemKey: `RECEIPT:${receipt.id}:APPLY#${saved.version}`,
    memo: `收款单${receipt.no}核销`,
    entries: [
      { account: '2203', customerId, fundAccountId: account.id, dr: sum },
      { account: '1122', customerId, cr: sum },
    ],
  });
  await audit(tx, me, { action: '核销', subject: subjects.receipt, id: receipt.id, no: receipt.no, after: { 核销金额: `${saidYuan(sum)}元` } });
  await tellSettled(tx, me, { customerId, no: receipt.no }, input.applies, now);
  return saved;
}

const tellSettled = async (tx: Tx, me: Me, of: { customerId: string; no: string }, parts: readonly Part[], now: Date): Promise<void> => {
  const receivableIds = parts.map((part) => part.receivableId);
  if (receivableIds.length) await tellDebtChange(tx, me, { customerId: of.customerId, receivableIds, why: 'SETTLED', bizNo: of.no }, now);
};

/** Takes one match back: the receivable is open again, the money stands in the fund account; a written-off tail of it is open again too. */
export async function unapplyReceipt(tx: Tx, me: Me, input: { id: string; version: number; applyId: string }, now: Date): Promise<Saved> {
  const receipt = await lockReceipt(tx, me, input);
  const apply = await tx
    .selectFrom('receipt_apply')
    .select(['id', 'receivable_id', 'amount', 'discount', 'reversed_at'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', input.applyId)
    .where('receipt_id', '=', receipt.id)
    .executeTakeFirst();
  if (!apply) notFound('该核销记录');
  if (apply.reversed_at) refuse('BAD_STATE', `收款单${receipt.no}的这笔核销已经反核销过`);
  const [row] = await lockReceivables(tx, me, receipt.customer_id, [apply.receivable_id]);
  if (!row) notFound('该应收单');
  if (row.refunded > 0n) refuse('BAD_STATE', `应收单${row.no}的付款已因退货退回${saidYuan(row.refunded)}元，收款单${receipt.no}的这笔核销不能再反核销`);
  const account = await accountOf(tx, me, receipt.customer_id);
  await tx.updateTable('receipt_apply').set({ reversed_at: now }).where('tenant_id', '=', me.tenantId).where('id', '=', apply.id).execute();
  await settle(tx, me, row, { settled: -apply.amount, offset: -apply.discount });
  if (apply.discount > 0n) await postTail(tx, me, row, { applyId: apply.id, amount: apply.discount, undo: true }, now);
  const customerId = receipt.customer_id;
  await postLedger(tx, me, {
    kind: 'UNAPPLY',
    bizType: 'RECEIPT',
    bizId: receipt.id,
    bizNo: receipt.no,
    bizDate: shanghaiDate(now),
    idemKey: `APPLY:${apply.id}:UNAPPLY`,
    memo: `收款单${receipt.no}反核销应收单${row.no}`,
    entries: [
      { account: '1122', customerId, dr: apply.amount },
      { account: '2203', customerId, fundAccountId: account.id, cr: apply.amount },
    ],
  });
  const saved = await moveUnapplied(tx, me, receipt, apply.amount);
  await audit(tx, me, {
    action: '反核销',
    subject: subjects.receipt,
    id: receipt.id,
    no: receipt.no,
    after: { 应收单: row.no, 金额: `${saidYuan(apply.amount)}元` },
  });
  await tellDebtChange(tx, me, { customerId, receivableIds: [row.id], why: 'REOPENED', bizNo: receipt.no }, now);
  return saved;
}

/** 冲销: a receipt registered in error; nothing of it may be matched or spent. Its flow number may be used again. */
export async function reverseReceipt(tx: Tx, me: Me, input: { id: string; version: number; reason: string }, now: Date): Promise<Saved> {
  const receipt = await lockReceipt(tx, me, input);
  if (receipt.unapplied !== receipt.amount) refuse('BAD_STATE', `收款单${receipt.no}已核销${saidYuan(receipt.amount - receipt.unapplied)}元，请先反核销再冲销`);
  const account = await accountOf(tx, me, receipt.customer_id);
  const free = await freeFunds(tx, me, account.id);
  if (free < receipt.amount)
    refuse('FUND_SHORT', `客户资金账户可用${saidYuan(free)}元，不足冲销收款单${receipt.no}的${saidYuan(receipt.amount)}元`, {
      available: saidYuan(free),
    });
  const customerId = receipt.customer_id;
  await postLedger(tx, me, {
    kind: 'RECEIPT_REVERSE',
    bizType: 'RECEIPT',
    bizId: receipt.id,
    bizNo: receipt.no,
    bizDate: shanghaiDate(now),
    idemKey: `RECEIPT:${receipt.id}:REVERSE`,
    memo: `收款单${receipt.no}冲销`,
    entries: [
      { account: '2203', customerId, fundAccountId: account.id, dr: receipt.amount },
      { account: '1002', customerId, cr: receipt.amount },
    ],
  });
  const remark = [receipt.remark, `冲销原因：${input.reason}`].filter(Boolean).join('；');
  const version = await updateKnown(tx, me, 'receipt', receipt, { status: 'REVERSED', unapplied: 0n, remark });
  await audit(tx, me, { action: '冲销收款', subject: subjects.receipt, id: receipt.id, no: receipt.no, after: { reason: input.reason } });
  return { id: receipt.id, no: receipt.no, version };
}

/** The customer's funds, then the receipt, locked; refuses a changed or reversed one. */
async function lockReceipt(tx: Tx, me: Me, ref: { id: string; version: number }) {
  const found = await tx.selectFrom('receipt').select('customer_id').where('tenant_id', '=', me.tenantId).where('id', '=', ref.id).executeTakeFirst();
  if (!found) notFound('该收款单');
  await lockCustomerMoney(tx, me, [found.customer_id]);
  const row = await lockKnown(tx, me, 'receipt', '收款单', ref);
  if (row.status !== 'CONFIRMED') refuse('BAD_STATE', `收款单${row.no}已冲销，不能再核销`);
  return row;
}
type Receipt = Awaited<ReturnType<typeof lockReceipt>>;

async function moveUnapplied(tx: Tx, me: Me, receipt: Receipt, by: bigint): Promise<Saved> {
  const version = await updateKnown(tx, me, 'receipt', receipt, { unapplied: receipt.unapplied + by });
  return { id: receipt.id, no: receipt.no, version };
}

export async function freeFunds(tx: Tx, me: Me, accountId: string): Promise<bigint> {
  const row = await tx.selectFrom('fund_account').select('available').where('tenant_id', '=', me.tenantId).where('id', '=', accountId).executeTakeFirst();
  return row?.available ?? 0n;
}
