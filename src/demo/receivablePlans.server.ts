import { sql } from 'kysely';
import { deliverableStates } from '~/domains/order/lines/leftToSend.server';
import { AdjustInput } from '~/domains/receivablePlan/adjust.schema';
import { askAdjust, passAdjust } from '~/domains/receivablePlan/adjust.server';
import { denyDispute, openDispute, upholdDispute } from '~/domains/receivablePlan/dispute.server';
import '~/domains/receivablePlan/planFollow.server';
import { PayInput } from '~/domains/receivablePlan/pay.schema';
import { registerPay } from '~/domains/receivablePlan/pay.server';
import { PlanInput } from '~/domains/receivablePlan/plan.schema';
import { recordHappening, stopPlan } from '~/domains/receivablePlan/planRun.server';
import { savePlan } from '~/domains/receivablePlan/planSave.server';
import { planDetail } from '~/domains/receivablePlan/planViews.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { addDays, shanghaiDate } from '~/shared/dates';
import { formatYuan } from '~/shared/money';

type Line = [nature: string, yuan: number, dueBy: string, days: number];
const contracts: { title: string; ago: number; lines: Line[] }[] = [
  {
    title: '滨江壹号一期瓷砖供货',
    ago: 400,
    lines: [
      ['ADVANCE', 60000, 'SIGN', 7],
      ['PROGRESS', 90000, 'DATE', 60],
      ['ACCEPTANCE', 45000, 'DATE', 120],
      ['RETENTION', 10000, 'DATE', 330],
    ],
  },
  {
    title: '未来城商业街石材',
    ago: 150,
    lines: [
      ['ADVANCE', 30000, 'SIGN', 5],
      ['DELIVERY', 80000, 'DATE', 45],
      ['ACCEPTANCE', 40000, 'ACCEPT', 30],
      ['RETENTION', 8000, 'WARRANTY', 15],
    ],
  },
  {
    title: '市民中心改造',
    ago: 75,
    lines: [
      ['PROGRESS', 52000, 'DATE', 20],
      ['PROGRESS', 52000, 'DATE', 70],
      ['RETENTION', 6000, 'WARRANTY', 30],
    ],
  },
  {
    title: '高新区宿舍楼精装',
    ago: 30,
    lines: [
      ['ADVANCE', 26000, 'SIGN', 10],
      ['PROGRESS', 61000, 'DATE', 45],
    ],
  },
];
const noonOf = (day: string): Date => new Date(`${day}T12:00:00+08:00`);

/** Contracts in every state: done, running and late, waiting for an event, stopped, a draft; adjustments and disputes that wait and that were settled. */
export async function planReceivables(
  tx: Tx,
  { finance, admin }: { finance: Me; admin: Me },
  traders: readonly { customerId: string }[],
  now: Date,
): Promise<void> {
  const today = shanghaiDate(now);
  let flow = 0;
  const pay = (customerId: string, day: string, parts: { receivableId: string; amount: bigint }[]) => {
    const amount = parts.reduce((sum, part) => sum + part.amount, 0n);
    const input = {
      customerId,
      amount: formatYuan(amount),
      payWay: 'BANK',
      bankFlowNo: `ARLS${String(++flow).padStart(5, '0')}`,
      receivedAt: noonOf(day).toISOString(),
    };
    return registerPay(tx, finance, PayInput.parse({ ...input, parts: parts.map((part) => ({ ...part, amount: formatYuan(part.amount) })) }), noonOf(day));
  };
  const made = [];
  for (const [at, one] of contracts.entries()) {
    const customerId = (traders[at % traders.length] as { customerId: string }).customerId;
    const signed = addDays(today, -one.ago);
    const items = one.lines.map(([nature, yuan, dueBy, days]) => ({
      nature,
      amount: formatYuan(BigInt(yuan) * 100n),
      dueBy,
      ...(dueBy === 'DATE' ? { dueDate: addDays(signed, days) } : { dueDays: days }),
    }));
    const total = formatYuan(one.lines.reduce((sum, line) => sum + BigInt(line[1]) * 100n, 0n));
    const head = { customerId, source: 'MANUAL', title: one.title, contractNo: `HT-${signed.slice(0, 4)}-0${at + 11}`, total, signedOn: signed };
    const { id } = await savePlan(tx, finance, PlanInput.parse({ ...head, items, start: true }), noonOf(signed));
    made.push({ customerId, signed, plan: await planDetail(tx, finance, { id }, now) });
  }
  await settlePlans(tx, { finance, admin }, made, pay, now);
  const customerId = (traders[0] as { customerId: string }).customerId;
  const draft = { customerId, title: '科创园三期意向', total: '48000.00', items: [{ nature: 'ADVANCE', amount: '48000.00', dueBy: 'SIGN', dueDays: 10 }] };
  await savePlan(tx, finance, PlanInput.parse({ ...draft, source: 'MANUAL' }), now);
  const stopped = {
    ...draft,
    title: '旧城改造（已解除）',
    total: '15000.00',
    items: [{ nature: 'PROGRESS', amount: '15000.00', dueBy: 'DATE', dueDate: addDays(today, 40) }],
    start: true,
  };
  const { id } = await savePlan(tx, finance, PlanInput.parse({ ...stopped, source: 'MANUAL' }), now);
  await stopPlan(tx, admin, { id, version: (await planDetail(tx, finance, { id }, now)).version, reason: '合同协商解除' }, now);
  await stagedOrder(tx, finance, now);
  await begunByMoney(tx, finance, now);
}

/** An order that nothing was delivered of: whatever is will be owed in parts. */
async function stagedOrder(tx: Tx, finance: Me, now: Date): Promise<void> {
  const order = await tx
    .selectFrom('sales_order as o')
    .select(['o.id', 'o.customer_id as customerId', 'o.no'])
    .where('o.tenant_id', '=', finance.tenantId)
    .where('o.status', 'in', [...deliverableStates])
    .where(sql<boolean>`not exists (select from receivable r where r.tenant_id = o.tenant_id and r.order_id = o.id)`)
    .where(sql<boolean>`not exists (select from delivery_line l where l.tenant_id = o.tenant_id and l.order_id = o.id)`)
    .where(sql<boolean>`not exists (select from credit_order c where c.tenant_id = o.tenant_id and c.order_id = o.id)`)
    .orderBy('o.payable', 'desc')
    .orderBy('o.id')
    .limit(1)
    .executeTakeFirst();
  if (!order) return;
  const stages = [
    { nature: 'DELIVERY', ppm: 600_000, dueBy: 'SHIP', dueDays: 15 },
    { nature: 'ACCEPTANCE', ppm: 250_000, dueBy: 'ACCEPT', dueDays: 10 },
    { nature: 'PROGRESS', ppm: 100_000, dueBy: 'INVOICE', dueDays: 30 },
    { nature: 'RETENTION', ppm: 50_000, dueBy: 'WARRANTY', dueDays: 0 },
  ];
  const form = { customerId: order.customerId, source: 'ORDER', orderId: order.id, title: `订单${order.no}分阶段付款`, stages, start: true };
  await savePlan(tx, finance, PlanInput.parse(form), now);
}

/** Money came before anything was agreed on paper: the plan begins with the bank's line. */
async function begunByMoney(tx: Tx, finance: Me, now: Date): Promise<void> {
  const line = await tx
    .selectFrom('bank_line')
    .select(['id', 'customer_id', 'amount', 'traded_at'])
    .where('tenant_id', '=', finance.tenantId)
    .where('status', '=', 'OPEN')
    .where('amount', '>', 0n)
    .where('customer_id', 'is not', null)
    .orderBy('traded_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (!line?.customer_id) return;
  const came = shanghaiDate(line.traded_at);
  const items = [
    { nature: 'ADVANCE', amount: formatYuan(line.amount), dueBy: 'DATE', dueDate: came },
    { nature: 'ACCEPTANCE', amount: formatYuan(line.amount * 2n), dueBy: 'ACCEPT', dueDays: 15 },
  ];
  const form = { customerId: line.customer_id, source: 'BANK', bankLineId: line.id, title: '样板间定制供货', total: formatYuan(line.amount * 3n), items };
  await savePlan(tx, finance, PlanInput.parse({ ...form, start: true }), now);
}

type Plan = Awaited<ReturnType<typeof planDetail>>;
type Pay = (customerId: string, day: string, parts: { receivableId: string; amount: bigint }[]) => Promise<unknown>;

async function settlePlans(
  tx: Tx,
  { finance, admin }: { finance: Me; admin: Me },
  made: readonly { customerId: string; signed: string; plan: Plan }[],
  pay: Pay,
  now: Date,
): Promise<void> {
  const part = (plan: Plan, seq: number, share = 100n) => {
    const item = plan.items[seq - 1] as Plan['items'][number];
    return { receivableId: item.receivableId as string, amount: (item.amount * share) / 100n };
  };
  const [whole, late, disputed, fresh] = made as [(typeof made)[number], (typeof made)[number], (typeof made)[number], (typeof made)[number]];
  for (const [at, seq] of [1, 2, 3, 4].entries()) await pay(whole.customerId, addDays(whole.signed, 12 + at * 90), [part(whole.plan, seq)]);
  await pay(late.customerId, addDays(late.signed, 8), [part(late.plan, 1)]);
  await pay(late.customerId, addDays(late.signed, 60), [part(late.plan, 2, 40n)]);
  await recordHappening(
    tx,
    finance,
    { id: late.plan.id, version: late.plan.version, itemId: late.plan.items[2]?.id as string, happenedOn: addDays(late.signed, 100) },
    now,
  );
  const debt = (plan: Plan, seq: number) => part(plan, seq).receivableId;
  const ask = (receivableId: string, change: object) =>
    askAdjust(tx, finance, AdjustInput.parse({ receivableId, kind: 'DISCOUNT', reason: '双方签订补充协议', ...change }), now);
  const agreed = await ask(debt(late.plan, 2), { amount: '1200.00', reason: '色差让利' });
  await passAdjust(tx, admin, { id: agreed.id, version: 1 }, now);
  await ask(debt(late.plan, 2), { kind: 'BAD_DEBT', amount: '5000.00', reason: '客户主张多年未付，拟核销' });
  await ask(debt(fresh.plan, 2), { kind: 'RESCHEDULE', dueTo: addDays(shanghaiDate(now), 60), reason: '甲方付款节点推迟' });
  const dispute = (seq: number, amount: bigint, reason: 'QUALITY' | 'PRICE' | 'QUANTITY', words: string) =>
    openDispute(tx, finance, { receivableId: debt(disputed.plan, seq), reason, amount, words, voucher: [] }, now);
  await dispute(1, 800_000n, 'QUALITY', '第二批到货有缺角，要求扣款');
  const right = await dispute(1, 150_000n, 'PRICE', '结算单价与合同不一致');
  const adjust = await upholdDispute(tx, finance, { id: right.id, version: 1, amount: 150_000n, answer: '按合同价调整' }, now);
  await passAdjust(tx, admin, { id: adjust.id, version: 1 }, now);
  const wrong = await dispute(2, 60_000n, 'QUANTITY', '数量少两箱');
  await denyDispute(tx, finance, { id: wrong.id, version: 1, answer: '签收单数量一致' }, now);
}
