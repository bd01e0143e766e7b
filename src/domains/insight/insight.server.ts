import { sql } from 'kysely';
import { MessageQuery } from '~/domains/message/message.schema';
import { listMessages } from '~/domains/message/message.server';
import { countOrdersIn } from '~/domains/order/todo.server';
import { guard } from '~/portal/guard';
import { holds, holdsAny, type Me } from '~/portal/me';
import { railOf } from '~/portal/menu';
import { FUND_MANAGE, ORDER_AUDIT, STOCK_MANAGE } from '~/portal/permissions';
import { screenOf } from '~/portal/screens';
import { database, type Tx } from '~/server/db.server';
import { scopeOf } from '~/server/serve.server';
import { loadMe } from '~/server/session.server';
import { duesOf } from './dues.server';
import { trendOf } from './flows.server';
import { openSteps } from './guide.server';
import { lastProof } from './proof.server';
import { todosOf } from './todo.server';

const F = '/portal/supplyChain/factory';
const D = '/portal/supplyChain/dealer';
const WORKBENCH = `${F}/workbench`;

const appNotes: Record<string, string> = {
  order: '下单、审核、发货与应收',
  guard: '客户画像与风险监控',
  estate: '开发商与项目评估',
  credit: '赊销额度与还款',
  receivables: '应收计划与催收',
  factory: '合同起草、签署与归档',
  open: '组织与权限、消息、日志与字典',
};
const shortcutPaths: readonly (readonly [path: string, note: string])[] = [
  [`${D}/order/create`, '选商品或粘贴编码'],
  [`${D}/order/list`, '查看进度与签收'],
  [`${D}/account`, '余额、冻结与应付日'],
  [`${F}/order/create`, '替客户录入订单'],
  [`${F}/deliver/orderList`, '合并发货、分批发货'],
  [`${F}/product/create`, '上新商品与规格'],
  ['/portal/customer/create', '建立客户档案'],
  [`${F}/customerPrice/list`, '维护客户专属价'],
  [`${F}/warehouse/inAdd`, '登记入库'],
  [`${F}/finance/accountManage/enterAccount`, '登记客户来款'],
  [`${F}/finance/receivables/receivablesBookList`, '查看未收与逾期'],
];

/** What the person may open of these, in this order. */
function shortcutsOf(me: Me) {
  return shortcutPaths.flatMap(([path, note]) => {
    const screen = screenOf(path);
    return screen && guard(me, screen) === 'open' ? [{ title: screen.title, href: path, note }] : [];
  });
}

export async function homeOf(tx: Tx, me: Me) {
  const { pagedRecords: messages } = await listMessages(tx, me, { ...MessageQuery.parse({ pageSize: 5, fold: 'true' }), countTo: 5 });
  return {
    name: me.name,
    place: me.customerId === null ? me.tenantName : `${me.customerName} · ${me.tenantName}`,
    apps: railOf(me).flatMap((app) => (app.key === 'home' ? [] : [{ title: app.name, href: app.path, note: appNotes[app.key] ?? '' }])),
    ...(await waitingFor(tx, me)),
    messages,
    steps: await openSteps(tx, me),
  };
}

/** A member's work stands on the workbench, and home says only how much it is; a dealer has no other place for it. */
async function waitingFor(tx: Tx, me: Me) {
  const todos = await todosOf(tx, me);
  if (guard(me, screenOf(WORKBENCH)) !== 'open') return { todos, shortcuts: shortcutsOf(me), bench: null };
  const waiting = (own: boolean) => todos.filter((todo) => todo.own === own).reduce((sum, todo) => sum + todo.count, 0);
  return { todos: [], shortcuts: [], bench: { own: waiting(true), other: waiting(false) } };
}

export async function workbenchOf(tx: Tx, me: Me, now: Date) {
  return {
    todos: await todosOf(tx, me, now),
    trend: await trendOf(tx, me, now),
    dues: await duesOf(tx, me, now),
    shortcuts: shortcutsOf(me),
    proof: holdsAny(me, FUND_MANAGE, STOCK_MANAGE) ? await lastProof(tx, me) : null,
  };
}

/** Where the person may stand, with what waits there; across tenants, so it asks as the system and for this account only. */
export async function identitiesOf(me: Me) {
  const { members, suppliers } = await database().inSystem(
    async (tx) => {
      const factories = await sql<{ tenant_id: bigint; name: string }>`
      select t.id as tenant_id, t.name from member m join tenant t on t.id = m.tenant_id
      where m.account_id = ${me.accountId} and m.status = 'ACTIVE' and t.status = 'ACTIVE' order by t.id`.execute(tx);
      const dealt = await sql<{ tenant_id: bigint; name: string; customer_name: string; todo: number }>`
      select t.id as tenant_id, t.name, c.name as customer_name, (select count(*)::int from sales_order o where o.tenant_id = t.id and o.customer_id = c.id and o.status = 'DELIVERED') as todo
      from customer_member m join tenant t on t.id = m.tenant_id join customer c on c.tenant_id = m.tenant_id and c.id = m.customer_id
      where m.account_id = ${me.accountId} and m.status = 'ACTIVE' and t.status = 'ACTIVE' order by t.id`.execute(tx);
      const seats: Me[] = [];
      for (const { tenant_id } of factories.rows) {
        const seat = await loadMe(tx, me.accountId, tenant_id, '1');
        if (seat?.tenantId === tenant_id) seats.push(seat);
      }
      return { members: seats, suppliers: dealt.rows };
    },
    { readOnly: true },
  );
  const factories: { tenantId: string; name: string; todo: number }[] = [];
  for (const seat of members) factories.push({ tenantId: seat.tenantId.toString(), name: seat.tenantName, todo: await toAudit(seat) });
  return {
    factories,
    suppliers: suppliers.map((one) => ({ tenantId: one.tenant_id.toString(), name: one.name, customerName: one.customer_name, todo: one.todo })),
  };
}

/** Counted as the person would see it there. */
async function toAudit(seat: Me): Promise<number> {
  if (!holds(seat, ORDER_AUDIT)) return 0;
  return database().inTenant(scopeOf(seat), (tx) => countOrdersIn(tx, seat, 'PENDING_AUDIT'), { readOnly: true });
}
