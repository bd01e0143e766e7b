import { CustomerPriceInput } from '~/domains/price/customerPrice.schema';
import { saveCustomerPrices } from '~/domains/price/customerPriceSave.server';
import { ReceiptForm } from '~/domains/receivable/receipt.schema';
import { registerReceipt } from '~/domains/receivable/receipt.server';
import { keepValues } from '~/domains/warehouse/stockValue.server';
import type { Me } from '~/portal/me';
import type { Opened, Tx } from '~/server/db.server';
import { log } from '~/server/log.server';
import { scopeOf } from '~/server/serve.server';
import { loadMe } from '~/server/session.server';
import { shanghaiDate } from '~/shared/dates';
import { backdate } from './backdate.server';
import { keepBatches } from './batches.server';
import { makeBillings } from './billing.server';
import { collectDebts } from './collection.server';
import { makeContracts } from './contracts.server';
import { grantLimits, orderOnCredit } from './credit.server';
import { applyForCredit } from './creditApply.server';
import { makeCustomer, makeLevels } from './customers.server';
import { type DemoDealer, dealers } from './dealers';
import { grantExpenses, orderWithExpense } from './expense.server';
import { askExports } from './exports.server';
import { factories } from './factories';
import { drawPictures, makeGoods, type Pictures } from './goods.server';
import { makeIdentityVerifications } from './identityVerifications.server';
import { makeLimitedPrices } from './limitedPrices.server';
import { handleMoney } from './money.server';
import { makePeople } from './people.server';
import { draftProcess, makeApps } from './platform.server';
import { makePriceChanges } from './priceChanges.server';
import { makeProjects } from './projects.server';
import { randomFrom } from './random';
import { planReceivables } from './receivablePlans.server';
import { repayDebts } from './repayments.server';
import { makeReturns } from './returns.server';
import { payReceivables } from './settle.server';
import { makeStatements } from './statements.server';
import { fillGoodsIn, fillWarehouse } from './stock.server';
import { makeStrategies } from './strategies.server';
import { timeline } from './timeline';
import { type Filled, together } from './together.server';
import { type Sellable, type Trader, tradeOnce } from './trade.server';
import { fillWarehouseWork } from './warehouse.server';

const DAY = 86_400_000;
const HISTORY_DAYS = 540;
/** After this many orders, as before prices and the first, statements are planned anew: plans made for empty tables read whole tables for every line. */
const REPLAN = new Set([12, 60]);

interface Plan {
  tenantId: bigint;
  prefix: string;
  brand: string;
  share: number;
  priceLevel: number;
  dealers: number;
  firstDealer: number;
  orders: number;
  admin: string;
  clerk: string;
  keeper: string;
  finance: string;
  seed: number;
}

const [qingyu, yanhe, yunling] = factories;
const plans: readonly Plan[] = [
  {
    tenantId: qingyu.id,
    prefix: 'QY',
    brand: '青屿',
    share: 1,
    priceLevel: 100,
    dealers: 64,
    firstDealer: 1,
    orders: 270,
    admin: '13800000001',
    clerk: '13800000004',
    keeper: '13800000006',
    finance: '13800000005',
    seed: 20_260_101,
  },
  {
    tenantId: yanhe.id,
    prefix: 'YH',
    brand: '岩禾',
    share: 0.6,
    priceLevel: 94,
    dealers: 14,
    firstDealer: 201,
    orders: 45,
    admin: '13800000011',
    clerk: '13800000011',
    keeper: '13800000011',
    finance: '13800000012',
    seed: 20_260_202,
  },
  {
    tenantId: yunling.id,
    prefix: 'YL',
    brand: '云岭',
    share: 0.2,
    priceLevel: 106,
    dealers: 5,
    firstDealer: 301,
    orders: 10,
    admin: '13800000003',
    clerk: '13800000003',
    keeper: '13800000003',
    finance: '13800000003',
    seed: 20_260_303,
  },
];

/** Fills an empty database with the demo factories; a database that has any tenant is left alone. `say` is told how far it is; `few` keeps it small. */
export async function fillDemo(opened: Opened, say: (line: string) => void = () => {}, { few = false } = {}): Promise<void> {
  if (await hasTenant(opened)) return;
  const started = Date.now();
  await opened.unlimited(() =>
    together(opened, async (within) => {
      if (await hasTenant(within)) return;
      say('首次启动，正在生成演示数据……');
      await within.inSystem((tx) => makePeople(tx));
      const pictures = plans.map((plan) => drawPictures(plan.tenantId, plan));
      for (const [index, plan] of plans.entries()) await fillFactory(within, few ? smaller(plan) : plan, pictures[index] as Pictures, say);
      await makeIdentityVerifications(within, (mobile, tenantId) => within.inSystem((tx) => personOf(tx, mobile, tenantId)));
      await within.inSystem(backdate);
    }),
  );
  await opened.vacuumAnalyze();
  const seconds = Math.round((Date.now() - started) / 1000);
  say(`演示数据已生成，用时 ${seconds} 秒`);
  log.info({ seconds }, 'demo factories made');
}

/** Every kind of document, few of each. */
const smaller = (plan: Plan): Plan => ({ ...plan, dealers: Math.min(plan.dealers, 8), orders: Math.min(plan.orders, 40) });

const hasTenant = async (opened: Pick<Opened, 'inSystem'>): Promise<boolean> =>
  Boolean(await opened.inSystem((tx) => tx.selectFrom('tenant').select('id').limit(1).executeTakeFirst()));

async function fillFactory(opened: Filled, plan: Plan, pictures: Pictures, say: (line: string) => void): Promise<void> {
  const person = async (mobile: string) => opened.inSystem((tx) => personOf(tx, mobile, plan.tenantId));
  const [admin, clerk, keeper, finance] = [await person(plan.admin), await person(plan.clerk), await person(plan.keeper), await person(plan.finance)];
  const random = randomFrom(plan.seed);
  const within = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => opened.inTenant(scopeOf(admin), work);
  const start = new Date(Date.now() - HISTORY_DAYS * DAY);
  const goods = await within(async (tx) => {
    await makeGoods(tx, admin, plan, pictures, random);
    await fillWarehouse(tx, { submitter: admin, auditor: keeper }, start);
    return sellables(tx, admin);
  });
  const traders = await makeTraders(opened, plan, admin);
  say(`  ${admin.tenantName}：${goods.length} 个规格、${traders.length} 家经销商`);
  await within((tx) => makeProjects(tx, admin, traders, randomFrom(plan.seed + 2)));
  await opened.analyze();
  await within((tx) => makePrices(tx, admin, traders, goods));
  await within((tx) => makeStrategies(tx, admin, new Date()));
  await payIn(opened, finance, traders, start);
  for (const [index, { fate, at }] of timeline(plan.orders, start, new Date(), random).entries()) {
    if (REPLAN.has(index)) await opened.analyze();
    if (index > 0 && index % 100 === 0) say(`  ${admin.tenantName}：订单 ${index} / ${plan.orders}`);
    const trader = traders[index % 9 === 0 ? 0 : random.whole(0, traders.length - 1)] as Trader;
    await within((tx) => tradeOnce(tx, { clerk, keeper, goods, random }, trader, fate, at));
  }
  await within((tx) => handleMoney(tx, { admin, finance }, traders, start));
  await within((tx) => grantExpenses(tx, { admin, finance }, traders, new Date()));
  if (plan.tenantId !== yunling.id) await within((tx) => grantLimits(tx, { admin, clerk }, traders, new Date()));
  await within((tx) => payReceivables(tx, finance, random));
  await within((tx) => fillGoodsIn(tx, keeper, new Date()));
  if (plan.tenantId === qingyu.id) await within((tx) => orderOnCredit(tx, clerk, traders, goods, new Date()));
  if (plan.tenantId === qingyu.id) await within((tx) => repayDebts(tx, { admin, finance }, new Date()));
  if (plan.tenantId === qingyu.id) await within((tx) => planReceivables(tx, { finance, admin }, traders, new Date()));
  if (plan.tenantId === qingyu.id) await within((tx) => collectDebts(tx, { finance, admin }, new Date()));
  if (clerk.accountId !== admin.accountId)
    await within(async (tx) => makeLimitedPrices(tx, { clerk, admin, goods, prices: await listPrices(tx, admin) }, traders));
  if (plan.tenantId === qingyu.id) await within((tx) => makePriceChanges(tx, { clerk, admin }, new Date()));
  if (plan.tenantId === qingyu.id) await within((tx) => makeBillings(tx, { finance, admin }, traders, new Date()));
  if (plan.tenantId === qingyu.id) await within((tx) => fillWarehouseWork(tx, { admin, keeper }, new Date()));
  if (plan.tenantId === qingyu.id) await within((tx) => keepBatches(tx, { admin, keeper }, new Date()));
  if (plan.tenantId === qingyu.id) await within((tx) => makeReturns(tx, { admin, clerk, keeper }));
  if (plan.tenantId === qingyu.id) await within((tx) => orderWithExpense(tx, { clerk, keeper, goods }, traders[0] as Trader, plan.seed + 7, new Date()));
  if (plan.tenantId === qingyu.id) await within((tx) => makeStatements(tx, { clerk: finance, checker: admin }, traders));
  if (plan.tenantId === qingyu.id) await within((tx) => askExports(tx, clerk, finance));
  if (plan.tenantId === qingyu.id) await within((tx) => makeContracts(tx, { submitter: finance, checker: admin }, traders, new Date()));
  if (plan.tenantId === qingyu.id) await within((tx) => makeApps(tx, admin, new Date()));
  if (plan.tenantId === qingyu.id) await within((tx) => draftProcess(tx, admin, new Date()));
  await within((tx) => keepValues(tx, admin, new Date()));
  if (plan.tenantId === qingyu.id) await within((tx) => applyForCredit(tx, { submitter: finance, checker: admin }, traders, new Date()));
}

async function personOf(tx: Tx, mobile: string, tenantId: bigint, identity: '1' | '2' = '1'): Promise<Me> {
  const account = await tx.selectFrom('account').select('id').where('mobile', '=', mobile).executeTakeFirstOrThrow();
  const me = await loadMe(tx, account.id, tenantId, identity);
  if (!me) throw new Error(`demo person ${mobile} has no seat`);
  return me;
}

/** The first two customers of the two big factories are the same companies: one dealer, and the company that is a factory itself. */
async function makeTraders(opened: Filled, plan: Plan, admin: Me): Promise<Trader[]> {
  const random = randomFrom(plan.seed + 1);
  const list: (DemoDealer & { login?: string })[] = dealers(plan.dealers, plan.firstDealer, random);
  if (plan.tenantId !== yunling.id) {
    const own = dealers(2, 901, randomFrom(9));
    list.unshift(
      { ...(own[0] as DemoDealer), name: '杭州恒泽建材有限公司', login: '13800000002' },
      { ...(own[1] as DemoDealer), name: yunling.name, login: '13800000003' },
    );
  }
  const made = await opened.inTenant(scopeOf(admin), async (tx) => {
    const levels = await makeLevels(tx, admin);
    const sales = await tx
      .selectFrom('member')
      .select('id')
      .where('tenant_id', '=', plan.tenantId)
      .where('job_title', 'in', ['业务员', '管理员'])
      .orderBy('id')
      .execute();
    const traders: (Omit<Trader, 'me'> & { login: string | undefined })[] = [];
    for (const [index, dealer] of list.entries()) {
      const customerId = await makeCustomer(tx, admin, dealer, {
        levelId: levels.get(dealer.level) ?? '',
        salesMemberId: sales[index % sales.length]?.id ?? '',
        serial: plan.firstDealer * 7 + index,
        ...(dealer.login ? { login: dealer.login } : {}),
      });
      traders.push({ customerId, dealer, login: dealer.login, pays: index % 3 === 0 ? 'BALANCE' : 'OFFLINE' });
    }
    return traders;
  });
  const traders: Trader[] = [];
  for (const { login, ...trader } of made) {
    traders.push({ ...trader, me: login ? await opened.inSystem((tx) => personOf(tx, login, plan.tenantId, '2')) : null });
  }
  return traders;
}

async function sellables(tx: Tx, me: Me): Promise<Sellable[]> {
  const rows = await tx
    .selectFrom('sku')
    .innerJoin('product', (join) => join.onRef('product.tenant_id', '=', 'sku.tenant_id').onRef('product.id', '=', 'sku.product_id'))
    .select(['sku.id', 'product.base_unit_id', 'sku.moq', 'sku.multiple'])
    .where('sku.tenant_id', '=', me.tenantId)
    .where('product.status', '=', 'ON')
    .orderBy('sku.code')
    .execute();
  return rows.map((row) => ({ skuId: row.id, unitId: row.base_unit_id, step: Math.max(1, Number(row.moq), Number(row.multiple)) }));
}

async function listPrices(tx: Tx, me: Me): Promise<Map<string, string>> {
  const rows = await tx.selectFrom('sku').select(['id', 'list_price']).where('tenant_id', '=', me.tenantId).execute();
  return new Map(rows.map((row) => [row.id, row.list_price ?? '0']));
}

/** Every fourth customer has its own price on some goods. */
async function makePrices(tx: Tx, me: Me, traders: readonly Trader[], goods: readonly Sellable[]): Promise<void> {
  const prices = await listPrices(tx, me);
  for (const [index, trader] of traders.entries()) {
    if (index % 4 !== 0) continue;
    const lines = goods
      .filter((_, at) => (at + index) % 9 === 0)
      .map(({ skuId, unitId }) => ({ skuId, unitId, minQty: '0', price: (Number(prices.get(skuId)) * 0.92).toFixed(2) }));
    await saveCustomerPrices(
      tx,
      me,
      CustomerPriceInput.parse({
        customerId: trader.customerId,
        validFrom: shanghaiDate(new Date(Date.now() - HISTORY_DAYS * DAY)),
        remark: '年度协议价',
        lines,
      }),
    );
  }
}

async function payIn(opened: Filled, finance: Me, traders: readonly Trader[], at: Date): Promise<void> {
  await opened.inTenant(scopeOf(finance), async (tx) => {
    for (const [index, trader] of traders.entries()) {
      if (trader.pays !== 'BALANCE') continue;
      const receipt = ReceiptForm.decode({
        customerId: trader.customerId,
        amount: '600000.00',
        payWay: 'BANK',
        bankFlowNo: `ZZ${finance.tenantId}${String(index).padStart(6, '0')}`,
        payer: trader.dealer.name,
        receivedAt: at.toISOString(),
        remark: '年度预付款',
        applies: [],
      });
      await registerReceipt(tx, finance, receipt, at);
    }
  });
}
