import '~/domains/credit/funding.server';
import { GroupForm } from '~/domains/credit/creditForm.schema';
import { lockCreditOrder } from '~/domains/credit/creditOrder.server';
import { cancelUse, createUses } from '~/domains/credit/form.server';
import { closeAccount, freezeAccount } from '~/domains/credit/freeze.server';
import { joinGroup } from '~/domains/credit/group.server';
import { saveGroup } from '~/domains/credit/groupSave.server';
import { openAccount, setLine } from '~/domains/credit/line.server';
import { turnSome } from '~/domains/credit/nightly.server';
import { takeOverDebt } from '~/domains/credit/openingDebt.server';
import { startTenant } from '~/domains/credit/tenantStart.server';
import { lockCustomerMoney } from '~/domains/finance/customerMoney.server';
import { OrderInput } from '~/domains/order/form/orderInput.schema';
import { placeOrder } from '~/domains/order/placing/place.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { addDays, shanghaiDate } from '~/shared/dates';
import { placeOf } from './customers.server';
import type { Sellable, Trader } from './trade.server';

const DAY = 86_400_000;
/** So far back the first limits were granted. */
const MONTHS_18 = 540;

/**
 * Customers on credit in every state: revolving, used up, unlimited, temporary beside fixed, not begun, expired, frozen, closed, in a group; with eighteen months of uses,
 * most of them of orders kept elsewhere. What is repaid of them is the repayments' own part.
 */
export async function grantLimits(tx: Tx, { admin, clerk }: { admin: Me; clerk: Me }, traders: readonly Trader[], now: Date): Promise<void> {
  await startTenant(tx, admin);
  const types = new Map(
    (await tx.selectFrom('credit_type').select(['id', 'code']).where('tenant_id', '=', admin.tenantId).execute()).map(({ id, code }) => [code, id]),
  );
  const today = shanghaiDate(now);
  const at = (days: number) => new Date(now.getTime() - days * DAY);
  const open = async (
    index: number,
    limit: bigint | null,
    more: { type?: string; days?: number; validTo?: string | null; days_terms?: number; askedDays?: number } = {},
  ) => {
    const trader = traders[index];
    if (!trader) return null;
    const days = more.days ?? MONTHS_18;
    const terms = { days: more.days_terms ?? 30 };
    const type = types.get(more.type ?? 'FIXED') as string;
    const validFrom = addDays(today, -days);
    return openAccount(
      tx,
      admin,
      { customerId: trader.customerId, creditTypeId: type, limit, validFrom, validTo: more.validTo ?? null, terms, reason: '首次授信' },
      at(more.askedDays ?? days),
    );
  };
  const main = await open(0, 30_000_000n, { validTo: addDays(today, 160) });
  const busy = await open(2, 12_000_000n, { days_terms: 45 });
  const once = await open(4, 5_000_000n, { type: 'ORDER', days: 90, validTo: addDays(today, 20) });
  const unlimited = await open(6, null, { days: 300 });
  const late = await open(8, 8_000_000n, { validTo: addDays(today, -15) });
  const frozen = await open(10, 6_000_000n, { days: 400 });
  const zero = await open(12, 0n, { days: 60 });
  if (zero)
    await setLine(tx, admin, zero.id, { kind: 'BASE', amount: 3_000_000n, validFrom: addDays(today, -10), validTo: null, reason: '补齐资料后授信' }, at(10));
  await open(14, 4_000_000n, { days: -6, askedDays: 70, validTo: addDays(today, 366) });
  const over = await open(16, 2_000_000n, { days: 330 });
  if (over) await closeAccount(tx, admin, { accountId: over.id, reason: '客户停业，双方结清后注销' }, at(45));
  const use = async (account: { id: string } | null, no: string, amount: bigint, days: number, deliver = true) =>
    account &&
    createUses(tx, clerk, { accountId: account.id, orders: [{ orderNo: no, amount }], deliver, bizDate: shanghaiDate(at(days)), remark: '' }, at(days));
  const monthly = async (from: number, to: number) => {
    for (let month = from; month >= to; month--) {
      const day = shanghaiDate(at(month * 30)).replaceAll('-', '');
      await use(main, `WB${day}`, BigInt(60 + ((month * 37) % 50)) * 10_000n, month * 30);
    }
  };
  await monthly(17, 7);
  if (main)
    await setLine(tx, admin, main.id, { kind: 'ADJUST', amount: 2_000_000n, validFrom: addDays(today, -200), validTo: null, reason: '年度评级上调' }, at(200));
  await monthly(6, 1);
  if (main)
    await setLine(
      tx,
      admin,
      main.id,
      { kind: 'TEMP', amount: 5_000_000n, validFrom: addDays(today, -20), validTo: addDays(today, 25), reason: '旺季备货' },
      at(20),
    );
  for (const [index, days] of [150, 95, 61, 40, 12].entries()) await use(busy, `XM2026-${index + 1}`, 1_800_000n, days);
  // Due the day before yesterday: still within its days of grace.
  await use(busy, 'XM2026-6', 900_000n, 47);
  await use(once, 'DB-0001', 2_600_000n, 35);
  await use(late, 'LX-0001', 3_200_000n, 120);
  await use(frozen, 'TD-0001', 4_100_000n, 75);
  // Owed since before the factory kept its books here.
  if (unlimited) {
    await lockCustomerMoney(tx, admin, [unlimited.customer_id]);
    const part = (seq: number, due: string, principal: bigint) => ({ seq, nominal: due, due, provisional: false, principal });
    const planned = [part(1, addDays(today, -190), 1_200_000n), part(2, addDays(today, 18), 1_500_000n)];
    await takeOverDebt(tx, admin, { accountId: unlimited.id, orderNo: 'QC-2025-018', bizDate: addDays(today, -330), planned, remark: '期初结转' }, at(290));
  }
  await use(main, 'WB-待发', 1_500_000n, 1, false);
  const given = await use(busy, 'XM2026-7', 600_000n, 9, false);
  for (const one of given?.orders ?? []) {
    const { version } = await lockCreditOrder(tx, admin, one.id);
    await cancelUse(tx, admin, { id: one.id, version, reason: '项目延期，订单取消' }, at(7));
  }
  if (frozen) await freezeAccount(tx, admin, { accountId: frozen.id, amount: null, source: 'MANUAL', reason: '连续两月迟付，待补充担保' }, at(30));
  const { id: groupId } = await saveGroup(tx, admin, GroupForm.parse({ code: 'HZ', name: '恒泽集团', limit: '400000.00', remark: '两家公司同一控制人' }), now);
  for (const one of [main, busy]) if (one) await joinGroup(tx, admin, one.id, groupId, now);
  await turnSome(tx, admin, now);
}

/** A few orders of the portal paid on credit, as their customers place them. */
export async function orderOnCredit(tx: Tx, clerk: Me, traders: readonly Trader[], goods: readonly Sellable[], now: Date): Promise<void> {
  for (const index of [0, 2, 6]) {
    const trader = traders[index];
    const sku = goods[index * 3];
    if (!trader || !sku) continue;
    const place = { receiver: trader.dealer.contact, receiverPhone: trader.dealer.mobile, ...placeOf(trader.dealer) };
    const lines = [{ skuId: sku.skuId, unitId: sku.unitId, qty: String(sku.step * 2) }];
    await placeOrder(
      tx,
      clerk,
      OrderInput.parse({ customerId: trader.customerId, ...place, payMethod: 'CREDIT', lines }),
      new Date(now.getTime() - (index + 1) * DAY),
    );
  }
}
