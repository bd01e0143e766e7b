import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { shanghaiDate } from '~/shared/dates';
import { fundConfigOf } from './fundConfig.server';
import type { FundedOrder } from './funding.server';
import { lockHolds } from './hold.server';
import { advance } from './holdAdvance.server';

/** 扣款时点 审核通过时: what an approved order holds leaves the account now and pays its shipments from 2205. */
export async function commitHolds(tx: Tx, me: Me, order: FundedOrder, now: Date): Promise<void> {
  if ((await fundConfigOf(tx, me)).captureAt !== 'AUDIT') return;
  for (const one of await lockHolds(tx, me, order.id)) await advance(tx, me, one, { orderId: order.id, orderNo: order.no ?? '', bizDate: shanghaiDate(now) });
}
