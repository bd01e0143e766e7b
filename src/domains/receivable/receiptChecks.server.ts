import { knownMoney } from '~/domains/finance/knownMoney.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { shanghaiDate } from '~/shared/dates';
import { refuse } from '~/shared/refusal';
import type { ReceiptForm } from './receipt.schema';

/** The day it came, or a later one until today. */
export function bookedOn({ receivedAt, bizDate }: ReceiptForm, now: Date): string {
  const [came, today] = [shanghaiDate(receivedAt), shanghaiDate(now)];
  if (!bizDate) return came;
  if (bizDate < came || bizDate > (today > came ? today : came))
    refuse('BAD_STATE', `记账日期${bizDate}应在到账日${came}到今天${today}之间`, { fields: { bizDate: '应在到账日到今天之间' } });
  return bizDate;
}

/** The same payment must not be entered twice. */
export async function refuseKnownFlow(tx: Tx, me: Me, flowNo: string): Promise<void> {
  const [known] = await knownMoney(tx, me, [flowNo]);
  if (known) refuse('DUP_FLOW_NO', `流水号${flowNo}已登记在${known.where}，不能重复收款`, { fields: { bankFlowNo: `已登记在${known.where}` } });
}
