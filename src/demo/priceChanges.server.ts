import { decideChange } from '~/domains/price/change/approval.server';
import { changePrices } from '~/domains/price/change/changePrices.server';
import { writers } from '~/domains/price/change/writers.server';
import { Adjustment } from '~/domains/price/customerPrice.schema';
import { readPricePolicy, savePricePolicy } from '~/domains/price/pricePolicy.server';
import { decideStrategyChange } from '~/domains/priceStrategy/change/approval.server';
import { changeStrategies } from '~/domains/priceStrategy/change/changeStrategies.server';
import { writers as strategyWriters } from '~/domains/priceStrategy/change/writers.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';

const fates = ['PENDING', 'PASSED', 'REJECTED'] as const;
const EACH = 4;

/** Adjustments of customers' prices in every state. The company asked for approval while they were made. */
export async function makePriceChanges(tx: Tx, { clerk, admin }: { clerk: Me; admin: Me }, now: Date): Promise<void> {
  const before = await readPricePolicy(tx, admin);
  const asking = await savePricePolicy(tx, admin, { policy: { ...before.policy, customerPrice: 'APPROVE', strategy: 'APPROVE' }, version: before.version });
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
  await makeStrategyChanges(tx, { clerk, admin }, now);
  await savePricePolicy(tx, admin, { policy: before.policy, version: asking.version });
}

/** The places of two strategies, the one passed, the other still waiting. */
async function makeStrategyChanges(tx: Tx, { clerk, admin }: { clerk: Me; admin: Me }, now: Date): Promise<void> {
  const rows = await tx.selectFrom('price_strategy').select(['id', 'version']).where('tenant_id', '=', admin.tenantId).orderBy('priority').limit(3).execute();
  for (const [index, row] of rows.slice(1).entries()) {
    const { change } = await changeStrategies(tx, clerk, strategyWriters.MOVE, { ...row, to: 'UP', placeOf: '' }, now);
    if (change && index === 0) await decideStrategyChange(tx, admin, { id: change.id, version: 1, pass: true, opinion: '' }, now);
  }
}
