import { decideChange } from '~/domains/price/change/approval.server';
import { changePrices } from '~/domains/price/change/changePrices.server';
import { writers } from '~/domains/price/change/writers.server';
import { Adjustment } from '~/domains/price/customerPrice';
import { readPricePolicy, savePricePolicy } from '~/domains/price/pricePolicy.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';

const fates = ['PENDING', 'PASSED', 'REJECTED'] as const;
const EACH = 4;

/** Adjustments of customers' prices in every state. The company asked for approval while they were made. */
export async function makePriceChanges(tx: Tx, { clerk, admin }: { clerk: Me; admin: Me }, now: Date): Promise<void> {
  const before = await readPricePolicy(tx, admin);
  const asking = await savePricePolicy(tx, admin, { policy: { ...before.policy, customerPrice: 'APPROVE' }, version: before.version });
  const prices = await tx
    .selectFrom('customer_price')
    .select(['id', 'version'])
    .where('tenant_id', '=', admin.tenantId)
    .orderBy('id')
    .limit(EACH * fates.length)
    .execute();
  for (const [index, fate] of fates.entries()) {
    const rows = prices.slice(index * EACH, index * EACH + EACH);
    if (!rows.length) break;
    const asked = Adjustment.parse({ rows, mode: 'PERCENT', by: index === 1 ? '+1.5' : '-2', confirm: true });
    const { change } = await changePrices(tx, clerk, writers.ADJUST, asked, now);
    if (!change || fate === 'PENDING') continue;
    const pass = fate === 'PASSED';
    await decideChange(tx, admin, { id: change.id, version: 1, pass, opinion: pass ? '' : '临近年底，请维持现价' }, now);
  }
  await savePricePolicy(tx, admin, { policy: before.policy, version: asking.version });
}
