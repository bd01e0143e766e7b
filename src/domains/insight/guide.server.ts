import { type RawBuilder, sql } from 'kysely';
import { showFirstSteps } from '~/domains/organisation/seat.server';
import { mayUseApp } from '~/portal/apps';
import { guard } from '~/portal/guard';
import { href } from '~/portal/href';
import type { Me } from '~/portal/me';
import { type PortalPath, screenOf } from '~/portal/screens';
import type { Tx } from '~/server/db.server';
import { countsOf } from '~/server/tally.server';

const F = '/portal/supplyChain/factory';

interface Step {
  key: string;
  title: string;
  note: string;
  path: PortalPath;
  query?: Record<string, string>;
  action: string;
  /** `table where …`: a row of it is the proof that the step was done. */
  table: RawBuilder<unknown>;
}

const steps: readonly Step[] = [
  {
    key: 'company',
    title: '企业认证',
    note: '提交营业执照，由平台审核',
    path: '/portal/account/authReal',
    action: '去认证',
    table: sql`real_name where kind = 'ENTERPRISE' and status in ('PENDING', 'APPROVED')`,
  },
  {
    key: 'warehouse',
    title: '建立仓库',
    note: '至少一个启用的仓库，订单从这里发货',
    path: `${F}/warehouse/realTimeList`,
    query: { warehouses: 'open' },
    action: '管理仓库',
    table: sql`warehouse where status = 'ACTIVE'`,
  },
  {
    key: 'category',
    title: '建立商品分类',
    note: '至少一个分类，商品按它归类，客户按它查找',
    path: `${F}/product/classify`,
    action: '管理分类',
    table: sql`category where status = 'ACTIVE'`,
  },
  {
    key: 'product',
    title: '上架商品',
    note: '录入或导入商品与规格，并上架',
    path: `${F}/product/list`,
    action: '管理商品',
    table: sql`product where status = 'ON'`,
  },
  {
    key: 'price',
    title: '设置价格',
    note: '为规格填写标准价，或维护客户价',
    path: `${F}/customerPrice/list`,
    action: '管理价格',
    table: sql`sku where list_price is not null`,
  },
  {
    key: 'customer',
    title: '录入客户',
    note: '新建或导入经销商，并绑定其登录账号',
    path: '/portal/customer/list',
    action: '管理客户',
    table: sql`customer where status = 'ACTIVE'`,
  },
  {
    key: 'stock',
    title: '入库备货',
    note: '登记期初或采购入库，形成可用库存',
    path: `${F}/warehouse/inAdd`,
    action: '新建入库单',
    table: sql`stock_balance where on_hand > 0`,
  },
  {
    key: 'order',
    title: '完成首单',
    note: '代客户下一张订单并审核发货',
    path: `${F}/order/create`,
    action: '新建订单',
    table: sql`sales_order where status not in ('DRAFT', 'CANCELLED')`,
  },
];

/** The steps of starting out, each ticked by what is really there. */
export async function guideOf(tx: Tx, me: Me) {
  const found = await countsOf(
    tx,
    steps.map(({ table }) => sql`select 1 from ${table} and tenant_id = ${me.tenantId}`),
    1,
  );
  const all = steps.map(({ table: _, path, query, ...step }, at) => ({
    ...step,
    done: found[at] === 1,
    href: guard(me, screenOf(path)) === 'open' ? href(path, query) : '',
  }));
  return { steps: all, closed: await isClosed(tx, me) };
}

/** What the home page shows of them: to administrators, until all is done or the person has closed the list. */
export async function openSteps(tx: Tx, me: Me) {
  if (!me.isAdmin || !mayUseApp(me, 'order') || (await isClosed(tx, me))) return [];
  const { steps: all } = await guideOf(tx, me);
  return all.every((step) => step.done) ? [] : all;
}

async function isClosed(tx: Tx, me: Me): Promise<boolean> {
  const member = await tx.selectFrom('member').select('guide_closed_at').where('tenant_id', '=', me.tenantId).where('id', '=', me.memberId).executeTakeFirst();
  return member?.guide_closed_at != null;
}

/** Closes the list on one's own home page, or brings it back. */
export async function closeGuide(tx: Tx, me: Me, { closed }: { closed: boolean }): Promise<Record<string, never>> {
  await showFirstSteps(tx, me, !closed);
  return {};
}
