import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';

export interface KnownMoney {
  flowNo: string;
  /** 收款单SK…, as sentences name it. */
  where: string;
  amount: bigint;
}
/** Which of these bank flow numbers are entered already: as a receipt, a payment into the fund account, or a repayment of credit. Money is entered once, wherever. */
export async function knownMoney(tx: Tx, me: Pick<Me, 'tenantId'>, flowNos: readonly string[]): Promise<KnownMoney[]> {
  const asked = [...new Set(flowNos.filter(Boolean))];
  if (asked.length === 0) return [];
  const any = sql`any(${asked}::text[])`;
  const { rows } = await sql<{ flow: string; what: string; amount: string }>`
    select bank_flow_no as flow, '收款单' || no as what, amount::text from receipt where tenant_id = ${me.tenantId} and bank_flow_no = ${any} and status <> 'REVERSED'
    union all select bank_flow_no, '入账单' || no, amount::text from enter_account
      where tenant_id = ${me.tenantId} and bank_flow_no = ${any} and status not in ('REJECTED', 'REVERSED')
    union all select bank_ref, '还款单' || no, amount::text from repay_payment
      where tenant_id = ${me.tenantId} and bank_ref = ${any} and status not in ('REVERSED', 'REJECTED', 'CANCELLED')`.execute(tx);
  return rows.map((row) => ({ flowNo: row.flow, where: row.what, amount: BigInt(row.amount) }));
}
