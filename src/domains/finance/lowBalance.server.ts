import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { tell } from '~/server/outbox.server';
import { saidYuan } from '~/shared/said';
import { fundConfigOf } from './fundConfig.server';

/** 余额不足: told once, when a hold takes what is available below the reminder: the account's own, or that of all. */
export async function tellIfLow(tx: Tx, me: Me, hold: { customerId: string; amount: bigint; after: bigint; own: bigint | null }): Promise<void> {
  const below = hold.own ?? (await fundConfigOf(tx, me)).lowBalance;
  if (below === null || hold.after >= below || hold.after + hold.amount < below) return;
  await tell(tx, me, {
    kind: 'fund.low',
    title: '账户余额不足提醒',
    body: `您的可用余额${saidYuan(hold.after)}元，低于提醒余额${saidYuan(below)}元，请及时充值`,
    link: '/portal/supplyChain/dealer/account',
    to: { side: 'dealer', customerId: hold.customerId },
  });
}
