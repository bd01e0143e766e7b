import { type Expression, type SqlBool, sql } from 'kysely';
import { billingAudit } from '~/domains/billing/approval.server';
import { redDueIds } from '~/domains/billing/billingViews.server';
import { caseWork } from '~/domains/collection/caseTodo.server';
import { turnsOf } from '~/domains/contract/turns.server';
import { creditWork } from '~/domains/creditApply/creditTodo.server';
import { depositConfirmation } from '~/domains/finance/deposit.server';
import { orderAudit } from '~/domains/order/audit/audit.server';
import { auditWaitsFor } from '~/domains/order/audit/audited.server';
import { hasOpenLine, isDeliverable } from '~/domains/order/lines/leftToSend.server';
import { outsideSafety } from '~/domains/product/safety.server';
import { adjustApproval } from '~/domains/receivablePlan/adjust.server';
import { onTheWay } from '~/domains/stockTransfer/transfer';
import type { Approval } from '~/domains/workflow/approval.server';
import { tasksWaiting } from '~/domains/workflow/taskList.server';
import { mayUseApp } from '~/portal/apps';
import { href } from '~/portal/href';
import { holds, holdsAny, type Me } from '~/portal/me';
import {
  ARM_ADJUST,
  ARM_PLAN,
  BILLING_ISSUE,
  BILLING_MANAGE,
  BILLING_RED,
  CONTRACT_READERS,
  CONTRACT_SIGN,
  DELIVER_ADD,
  DELIVER_MANAGE,
  FLOW_TODO,
  FUND_CHECK,
  FUND_MANAGE,
  ORDER_MANAGE,
  REVERSE_MANAGE,
  REVERSE_RECEIVE,
  REVERSE_REFUND,
  STOCK_MANAGE,
  STOCK_TRANSFER,
} from '~/portal/permissions';
import { TODO_PAGE } from '~/portal/processPages';
import type { Tx } from '~/server/db.server';
import { countsOf } from '~/server/tally.server';
import { shanghaiDate } from '~/shared/dates';
import { TODO_CAP } from './insight';
import type { Todo } from './insight.schema';

const F = '/portal/supplyChain/factory';
const D = '/portal/supplyChain/dealer';

interface Work {
  key: string;
  title: string;
  href: string;
  /** What the person may then do themselves; without it they can only look. */
  act: readonly string[] | true;
  /** The ids of what waits. */
  rows: Expression<unknown>;
}

/** What waits for this person, as far as they may see it. Every count is that of the list it leads to. */
export async function todosOf(tx: Tx, me: Me, now = new Date()): Promise<Todo[]> {
  const orders = mayUseApp(me, 'order') ? (me.customerId === null ? factoryWork(tx, me) : dealerWork(tx, me)) : [];
  const all = [...orders, ...credit(tx, me, now), ...collection(tx, me, now)];
  const counts = await countsOf(
    tx,
    all.map(({ rows }) => rows),
    TODO_CAP,
  );
  const todos = all.map(({ rows: _, act, ...work }, at) => ({ ...work, own: act === true || holdsAny(me, ...act), count: counts[at] ?? 0 }));
  return todos.sort((a, b) => Number(b.own) - Number(a.own));
}

function factoryWork(tx: Tx, me: Me): Work[] {
  const work: [code: string, work: Work][] = [
    [FLOW_TODO, { key: 'tasks', act: true, title: '待办任务', href: TODO_PAGE, rows: tasksWaiting(tx, me, TODO_CAP) }],
    [ORDER_MANAGE, { key: 'mine', act: true, title: '待我处理的审核', href: href(`${F}/order/list`, { forMe: 'true' }), rows: ordersForMe(tx, me) }],
    ...waitingFor(tx, me, orderAudit),
    [DELIVER_MANAGE, { key: 'deliver', act: [DELIVER_ADD], title: '待发货', href: `${F}/deliver/orderList`, rows: ordersToDeliver(tx, me) }],
    [ORDER_MANAGE, { key: 'short', act: [], title: '欠货', href: href(`${F}/order/list`, { short: 'true' }), rows: shortOrders(tx, me) }],
    [REVERSE_MANAGE, returnsWork(tx, me, 'returnReceive', '待收货退货', 'WAIT_RECEIVE', [REVERSE_RECEIVE])],
    [REVERSE_MANAGE, returnsWork(tx, me, 'returnRefund', '待退款退货', 'WAIT_REFUND', [REVERSE_REFUND])],
    ...(mayUseApp(me, 'receivables') ? waitingFor(tx, me, adjustApproval) : []),
    ...(mayUseApp(me, 'receivables') ? [disputesWork(tx, me)] : []),
    ...waitingFor(tx, me, depositConfirmation),
    ...waitingFor(tx, me, billingAudit),
    [BILLING_MANAGE, { key: 'issue', act: [BILLING_ISSUE], title: '待开票', href: href(`${F}/billing/list`, { status: 'WAIT_ISSUE' }), rows: toIssue(tx, me) }],
    [BILLING_MANAGE, { key: 'red', act: [BILLING_RED], title: '待红冲', href: href(`${F}/billing/list`, { redDue: 'true' }), rows: redDueIds(tx, me) }],
    [
      FUND_MANAGE,
      {
        key: 'disputed',
        act: [FUND_CHECK],
        title: '对账异议',
        href: href(`${F}/finance/receivables/accountCheckList`, { status: 'DISPUTED' }),
        rows: statementsIn(tx, me, 'DISPUTED'),
      },
    ],
    ...CONTRACT_READERS.map((code): [string, Work] => [
      code,
      {
        key: 'contracts',
        act: [CONTRACT_SIGN],
        title: '待我方签署合同',
        href: href(`${F}/smartContract/list`, { tab: 'TURN' }),
        rows: turnsOf(tx, me),
      },
    ]),
    [
      STOCK_MANAGE,
      {
        key: 'transfers',
        act: [STOCK_TRANSFER],
        title: '调拨待收货',
        href: href(`${F}/warehouse/transfers`, { open: 'true' }),
        rows: transfersOnTheWay(tx, me),
      },
    ],
    [STOCK_MANAGE, { key: 'stock', act: [], title: '库存预警', href: href(`${F}/warehouse/realTimeList`, { state: 'ALERT' }), rows: alertedStock(tx, me) }],
  ];
  const held = work.flatMap(([code, one]) => (holds(me, code) ? [one] : []));
  return held.filter((one, at) => held.findIndex(({ key }) => key === one.key) === at);
}

/** Of whoever keeps the credit app; its tasks of approval stand among all others. */
const credit = (tx: Tx, me: Me, now: Date): Work[] =>
  me.customerId === null && mayUseApp(me, 'credit')
    ? creditWork(me, shanghaiDate(now)).map(({ rows, see: _, ...work }) => ({ ...work, rows: rows(tx, me) }))
    : [];

/** Of whoever collects: cases to do today, and promises that were not kept. */
const collection = (tx: Tx, me: Me, now: Date): Work[] =>
  me.customerId === null && mayUseApp(me, 'receivables')
    ? caseWork(me, shanghaiDate(now)).map(({ rows, see: _, ...work }) => ({ ...work, rows: rows(tx, me) }))
    : [];

function dealerWork(tx: Tx, me: Me): Work[] {
  const tab = (key: string, title: string, status: string): Work => ({
    key,
    title,
    act: ['receive', 'pay', 'rejected'].includes(key) || [],
    href: href(`${D}/order/list`, { status }),
    rows: ordersIn(tx, me, status),
  });
  return [
    tab('receive', '待收货', 'DELIVERED'),
    tab('pay', '待付款', 'PENDING_PAY'),
    tab('rejected', '已驳回', 'REJECTED'),
    tab('audit', '待审核', 'PENDING_AUDIT'),
    returnsWork(tx, me, 'sendBack', '待寄回退货', 'WAIT_BACK', true),
    { key: 'check', title: '待确认对账单', act: true, href: href(`${D}/accountCheckList`, { status: 'SENT' }), rows: statementsIn(tx, me, 'SENT') },
    { key: 'contracts', title: '待签署合同', act: true, href: href(`${D}/smartContract/list`, { tab: 'TURN' }), rows: turnsOf(tx, me) },
  ];
}

function ordersOf(tx: Tx, me: Me) {
  const rows = tx.selectFrom('sales_order').where('sales_order.tenant_id', '=', me.tenantId);
  return me.customerId === null ? rows : rows.where('sales_order.customer_id', '=', me.customerId);
}

const ordersIn = (tx: Tx, me: Me, status: string) => ordersOf(tx, me).where('sales_order.status', '=', status).select('sales_order.id');

/** Orders of that state, as the person sees them. */
export async function countOrdersIn(tx: Tx, me: Me, status: string): Promise<number> {
  const [n = 0] = await countsOf(tx, [ordersIn(tx, me, status)], TODO_CAP);
  return n;
}

function returnsWork(tx: Tx, me: Me, key: string, title: string, status: string, act: Work['act']): Work {
  const rows = tx.selectFrom('return_order').select('id').where('tenant_id', '=', me.tenantId).where('status', '=', status);
  const list = me.customerId === null ? `${F}/reverseOrder/list` : `${D}/reverseOrder/list`;
  return {
    key,
    title,
    act,
    href: href(list, { status }),
    rows: me.customerId === null ? rows : rows.where('customer_id', '=', me.customerId),
  };
}

const disputesWork = (tx: Tx, me: Me): [code: string, work: Work] => [
  ARM_PLAN,
  {
    key: 'arDispute',
    act: [ARM_ADJUST],
    title: '待处理的应收争议',
    href: '/portal/receiveAdmin/dispute?status=OPEN',
    rows: tx.selectFrom('ar_dispute').select('id').where('tenant_id', '=', me.tenantId).where('status', '=', 'OPEN'),
  },
];

function statementsIn(tx: Tx, me: Me, status: string) {
  const rows = tx.selectFrom('statement').select('id').where('tenant_id', '=', me.tenantId).where('status', '=', status);
  return me.customerId === null ? rows : rows.where('debtor_id', '=', me.customerId);
}

/** Documents that wait for a decision, for everybody who sees their list. */
function waitingFor(tx: Tx, me: Me, { decide, waiting }: Approval): [code: string, work: Work][] {
  if (!waiting) return [];
  const { see, rows, ...work } = waiting;
  return [[see, { ...work, act: decide, rows: rows(tx, me) }]];
}

/** As the list 待发货订单: something is left that no waiting delivery holds already. */
const ordersToDeliver = (tx: Tx, me: Me) => ordersOf(tx, me).where(isDeliverable).where(hasOpenLine).select('sales_order.id');

/** Orders whose audit was handed to the person, or that wait for their opinion. */
const ordersForMe = (tx: Tx, me: Me) =>
  ordersOf(tx, me)
    .where(me.memberId ? auditWaitsFor(me.memberId) : sql<SqlBool>`false`)
    .select('sales_order.id');

const toIssue = (tx: Tx, me: Me) => tx.selectFrom('billing').select('id').where('tenant_id', '=', me.tenantId).where('status', '=', 'WAIT_ISSUE');

const shortOrders = (tx: Tx, me: Me) => ordersOf(tx, me).where(sql<SqlBool>`sales_order.short`).select('sales_order.id');

const transfersOnTheWay = (tx: Tx, me: Me) =>
  tx
    .selectFrom('stock_transfer')
    .select('id')
    .where('tenant_id', '=', me.tenantId)
    .where('status', 'in', [...onTheWay]);

const alertedStock = (tx: Tx, me: Me) =>
  tx
    .selectFrom('stock_balance')
    .innerJoin('sku', (on) => on.onRef('sku.tenant_id', '=', 'stock_balance.tenant_id').onRef('sku.id', '=', 'stock_balance.sku_id'))
    .where('stock_balance.tenant_id', '=', me.tenantId)
    .where(outsideSafety)
    .select('stock_balance.sku_id as id');
