import { sql } from 'kysely';
import { lockCustomerMoney } from '~/domains/finance/customerMoney.server';
import { accountOf, type Entry, type Posting, postLedgers } from '~/domains/finance/fund.server';
import { knownMoney } from '~/domains/finance/knownMoney.server';
import type { ReceiptWay } from '~/domains/finance/receiptWay';
import { actorName, type Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { newId } from '~/server/ids.server';
import { nextNumber } from '~/server/numbers.server';
import { shanghaiDate } from '~/shared/dates';
import { notFound, refuse } from '~/shared/refusal';
import { saidYuan } from '~/shared/said';
import { tellDebtChanges } from './debtChange.server';
import { receivableState } from './receivable';
import { mustNotBePlanned } from './receivable.server';
import * as subjects from './subjects';

export interface ManyReceipt {
  customerId: string;
  amount: bigint;
  bankFlowNo: string;
  /** By bank where nothing is said. */
  payWay?: ReceiptWay;
  payer: string;
  receivedAt: Date;
  remark: string;
  applies: readonly { receivableId: string; amount: bigint }[];
}
const AT_ONCE = 500;
const pieces = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / AT_ONCE) }, (_, at) => rows.slice(at * AT_ONCE, (at + 1) * AT_ONCE));

/** Registers many transfers with what they settle, all or none, by few statements: Dr1002; Cr1122 and Cr2203 as one by one. Answers them in the order given. */
export async function registerMany(tx: Tx, me: Me, receipts: readonly ManyReceipt[], now: Date): Promise<{ id: string; no: string }[]> {
  if (!receipts.length) return [];
  const customerIds = [...new Set(receipts.map((one) => one.customerId))].sort();
  // Opened before they are locked: an account that is not there cannot be.
  const accounts = new Map<string, string>();
  for (const customerId of customerIds) accounts.set(customerId, (await accountOf(tx, me, customerId)).id);
  await lockCustomerMoney(tx, me, customerIds);
  await refuseKnown(tx, me, receipts);
  await settleAll(tx, me, receipts);
  const nos = await nextNumber(tx, me, subjects.receipt, now, receipts.length);
  const made = receipts.map((one, at) => {
    const applied = one.applies.reduce((sum, part) => sum + part.amount, 0n);
    if (applied > one.amount) throw new Error(`receipt of ${one.bankFlowNo} settles more than it is`);
    return { ...one, id: newId(), no: nos[at] as string, applied, rest: one.amount - applied };
  });
  for (const some of pieces(made)) await insertSome(tx, me, some, now);
  await postLedgers(
    tx,
    me,
    made.map((one) => posting(one, accounts.get(one.customerId) as string)),
  );
  const changes = [...Map.groupBy(made, (one) => one.customerId)].map(([customerId, of]) => ({
    customerId,
    receivableIds: [...new Set(of.flatMap((one) => one.applies.map((part) => part.receivableId)))],
    why: 'SETTLED' as const,
    bizNo: of[0]?.no ?? '',
  }));
  await tellDebtChanges(
    tx,
    me,
    changes.filter(({ receivableIds }) => receivableIds.length > 0),
    now,
  );
  return made.map(({ id, no }) => ({ id, no }));
}

async function refuseKnown(tx: Tx, me: Me, receipts: readonly ManyReceipt[]): Promise<void> {
  const [known] = await knownMoney(
    tx,
    me,
    receipts.map((one) => one.bankFlowNo),
  );
  if (known) refuse('DUP_FLOW_NO', `流水号${known.flowNo}已登记在${known.where}，不能重复收款`);
}

/** Locks the debts in id order and writes what becomes of each, once. */
async function settleAll(tx: Tx, me: Me, receipts: readonly ManyReceipt[]): Promise<void> {
  const sums = new Map<string, bigint>();
  const owners = new Map<string, string>();
  for (const one of receipts)
    for (const part of one.applies) {
      sums.set(part.receivableId, (sums.get(part.receivableId) ?? 0n) + part.amount);
      owners.set(part.receivableId, one.customerId);
    }
  const ids = [...sums.keys()];
  const rows = await tx
    .selectFrom('receivable')
    .selectAll()
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', anyOf(ids))
    .orderBy('id')
    .forUpdate()
    .execute();
  if (rows.length < ids.length) notFound('要核销的应收单');
  const after = rows.map((row) => {
    mustNotBePlanned(row);
    const by = sums.get(row.id) as bigint;
    const open = row.status === 'REVERSED' || owners.get(row.id) !== row.customer_id ? 0n : (row.open ?? 0n);
    if (by > open) refuse('QTY_EXCEED', `应收单${row.no}未收${saidYuan(open)}元，本次核销${saidYuan(by)}元超过未收金额，请重新匹配`);
    const settled = row.settled + by;
    return { id: row.id, settled: String(settled), status: receivableState({ ...row, settled }) };
  });
  for (const some of pieces(after))
    await sql`update receivable r set settled = n.settled, status = n.status
      from jsonb_to_recordset(${JSON.stringify(some)}::jsonb) as n(id uuid, settled bigint, status text)
      where r.tenant_id = ${me.tenantId} and r.id = n.id`.execute(tx);
}

type Made = ManyReceipt & { id: string; no: string; applied: bigint; rest: bigint };

async function insertSome(tx: Tx, me: Me, some: readonly Made[], now: Date): Promise<void> {
  await tx
    .insertInto('receipt')
    .values(
      some.map((one) => ({
        tenant_id: me.tenantId,
        id: one.id,
        no: one.no,
        customer_id: one.customerId,
        amount: one.amount,
        unapplied: one.rest,
        pay_way: one.payWay ?? 'BANK',
        bank_flow_no: one.bankFlowNo || null,
        payer: one.payer,
        received_at: one.receivedAt,
        remark: one.remark,
        created_by: me.accountId,
        creator: actorName(me),
        created_at: now,
      })),
    )
    .execute();
  const applies = some.flatMap((one) => one.applies.map((part) => ({ ...part, one })));
  for (const part of pieces(applies))
    await tx
      .insertInto('receipt_apply')
      .values(
        part.map(({ one, receivableId, amount }) => ({
          tenant_id: me.tenantId,
          id: newId(),
          customer_id: one.customerId,
          receivable_id: receivableId,
          receipt_id: one.id,
          amount,
          actor: actorName(me),
          created_at: now,
        })),
      )
      .execute();
}

function posting(one: Made, fundAccountId: string): Posting {
  const { customerId } = one;
  const entries: Entry[] = [{ account: '1002', customerId, dr: one.amount }];
  if (one.applied > 0n) entries.push({ account: '1122', customerId, cr: one.applied });
  if (one.rest > 0n) entries.push({ account: '2203', customerId, fundAccountId, cr: one.rest });
  return {
    kind: 'RECEIPT',
    bizType: 'RECEIPT',
    bizId: one.id,
    bizNo: one.no,
    bizDate: shanghaiDate(one.receivedAt),
    idemKey: `RECEIPT:${one.id}:REGISTER`,
    memo: `收款单${one.no}`,
    entries,
  };
}
