import { ActivityInput } from '~/domains/activity/activity.schema';
import { closeActivity, saveActivity } from '~/domains/activity/activitySave.server';
import { OrderInput } from '~/domains/order/form/orderInput.schema';
import { placeOrder } from '~/domains/order/placing/place.server';
import { decideSheet, submitSheet } from '~/domains/projectPrice/approval.server';
import { SheetInput } from '~/domains/projectPrice/projectPrice.schema';
import { disableSheets, saveSheet } from '~/domains/projectPrice/projectPriceSave.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { addDays, shanghaiDate } from '~/shared/dates';
import { scaled, unscaled } from '~/shared/money';
import { placeOf } from './customers.server';
import type { Sellable, Trader } from './trade.server';

interface Limited {
  clerk: Me;
  admin: Me;
  goods: readonly Sellable[];
  prices: ReadonlyMap<string, string>;
}
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

type Fate = 'DRAFT' | 'WAITING' | 'REJECTED' | 'ACTIVE' | 'CHANGING' | 'ENDING' | 'EXPIRED' | 'LATER' | 'DISABLED';
const fates: readonly Fate[] = ['ACTIVE', 'DRAFT', 'WAITING', 'REJECTED', 'CHANGING', 'ENDING', 'EXPIRED', 'LATER', 'DISABLED'];
const daysOf: Partial<Record<Fate, readonly [number, number]>> = { ENDING: [-80, 5], EXPIRED: [-200, -20], LATER: [15, 200] };

/** Project prices and activities in every state, and an order at each. Activities are for customers of the end of the list. */
export async function makeLimitedPrices(tx: Tx, { clerk, admin, goods, prices }: Limited, traders: readonly Trader[]): Promise<void> {
  const now = new Date();
  const projects = await tx
    .selectFrom('project')
    .select(['id', 'customer_id'])
    .where('tenant_id', '=', admin.tenantId)
    .where('status', '=', 'ACTIVE')
    .orderBy('code')
    .execute();
  const percent = (skuId: string, share: bigint) => unscaled((scaled(prices.get(skuId) ?? '1', 6) * share) / 1_000_000n, 2, 2);
  const priced = goods.filter((one) => /[1-9]/.test(prices.get(one.skuId) ?? ''));
  for (const [index, fate] of fates.entries()) {
    const project = projects[index % projects.length];
    if (!project) return;
    const chosen = priced.slice(index * 3, index * 3 + 3);
    const [from, to] = daysOf[fate] ?? [-30, 150];
    const lines = chosen.map(({ skuId, unitId, step }, at) => ({ skuId, unitId, price: percent(skuId, 86n), capQty: at === 2 ? '' : String(step * 40) }));
    const at = new Date(now.getTime() + Math.min(from, -1) * DAY);
    const today = shanghaiDate(now);
    const input = { projectId: project.id, validFrom: addDays(today, from), validTo: addDays(today, to), reason: '项目批量供货', lines, confirm: true };
    const made = await saveSheet(tx, clerk, SheetInput.parse({ ...input, submit: fate !== 'DRAFT' }), at, submitSheet);
    if (fate === 'DRAFT' || fate === 'WAITING') continue;
    const pass = fate !== 'REJECTED';
    const decided = await decideSheet(tx, admin, { id: made.id, version: made.version, pass, opinion: pass ? '' : '价格偏低，请与客户重新协商' }, at);
    if (fate === 'DISABLED') await disableSheets(tx, clerk, { items: [{ id: made.id, version: decided.version }], reason: '项目改用其他品牌' }, now);
    if (fate === 'CHANGING')
      await saveSheet(
        tx,
        clerk,
        SheetInput.parse({ ...input, id: made.id, version: decided.version, lines: lines.map((line) => ({ ...line, price: percent(line.skuId, 82n) })) }),
        now,
        submitSheet,
      );
    if (fate === 'ACTIVE')
      await order(
        tx,
        clerk,
        traders.find((one) => one.customerId === project.customer_id),
        chosen[0],
        project.id,
      );
  }
  await makeActivities(tx, clerk, traders.slice(-2), priced.slice(-6), now);
}

async function makeActivities(tx: Tx, clerk: Me, traders: readonly Trader[], goods: readonly Sellable[], now: Date): Promise<void> {
  const save = (name: string, chosen: readonly Sellable[], from: number, to: number, at: Date) =>
    saveActivity(
      tx,
      clerk,
      ActivityInput.parse({
        name,
        startAt: new Date(now.getTime() + from * DAY).toISOString(),
        endAt: new Date(now.getTime() + to * DAY).toISOString(),
        customerScope: 'CUSTOMER',
        customerIds: traders.map((one) => one.customerId),
        items: chosen.map(({ skuId, step }) => ({ skuId, mode: 'RATE', value: '88', totalQuota: String(step * 50), perCustomer: String(step * 20) })),
      }),
      at,
    );
  const [first] = goods;
  await save('春季补货特惠', goods.slice(0, 2), -60, -45, new Date(now.getTime() - 65 * DAY));
  const running = goods.slice(0, 2);
  await save('本月限量特惠', running, -3, 20, new Date(now.getTime() - 4 * DAY));
  await save('下月开工季', goods.slice(2, 4), 10, 25, now);
  const closed = await save('清仓专场', goods.slice(4, 6), -10, 10, new Date(now.getTime() - 11 * DAY));
  await closeActivity(tx, clerk, { id: closed.id, version: 1, reason: '库存已清完' }, now);
  await order(tx, clerk, traders[0], first, '');
}

async function order(tx: Tx, clerk: Me, trader: Trader | undefined, goods: Sellable | undefined, projectId: string): Promise<void> {
  if (!trader || !goods) return;
  const content = { customerId: trader.customerId, projectId, receiver: trader.dealer.contact, receiverPhone: trader.dealer.mobile, ...placeOf(trader.dealer) };
  const lines = [{ skuId: goods.skuId, unitId: goods.unitId, qty: String(goods.step * 12) }];
  await placeOrder(tx, clerk, OrderInput.parse({ ...content, payMethod: 'OFFLINE', lines }), new Date(Date.now() - HOUR));
}
