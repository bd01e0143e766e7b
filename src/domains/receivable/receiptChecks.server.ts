import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { shanghaiDate } from '~/shared/dates';
import { refuse } from '~/shared/refusal';
import type { ReceiptForm } from './receipt';

/** The day it came, or a later one until today. */
export function bookedOn({ receivedAt, bizDate }: ReceiptForm, now: Date): string {
  const [came, today] = [shanghaiDate(receivedAt), shanghaiDate(now)];
  if (!bizDate) return came;
  if (bizDate < came || bizDate > (today > came ? today : came))
    refuse('BAD_STATE', `记账日期${bizDate}应在到账日${came}到今天${today}之间`, { fields: { bizDate: '应在到账日到今天之间' } });
  return bizDate;
}

/** The same payment must not be entered twice, as a receipt or as a payment into the fund account. */
export async function refuseKnownFlow(tx: Tx, me: Me, flowNo: string): Promise<void> {
  if (flowNo === '') return;
  const entered = await tx
    .selectFrom('enter_account')
    .select('no')
    .where('tenant_id', '=', me.tenantId)
    .where('bank_flow_no', '=', flowNo)
    .where('status', 'not in', ['REJECTED', 'REVERSED'])
    .executeTakeFirst();
  if (entered) refuse('DUP_FLOW_NO', `流水号${flowNo}已登记在入账单${entered.no}，不能重复收款`, { fields: { bankFlowNo: `已登记在入账单${entered.no}` } });
}
