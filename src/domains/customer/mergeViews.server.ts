import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { maskIdCard, maskMobile } from '~/shared/mask';
import { customerBooks } from './books.server';
import { movedName, wholeTables } from './customerMerge';
import { openIdCard } from './idCard.server';
import { inOrder, judgePair } from './merge.server';
import { fillNames, fillsOf } from './mergeFill';

/** Both records side by side and what merging them would do; changes nothing. */
export async function previewMerge(tx: Tx, me: Me, input: { fromId: string; intoId: string }) {
  const rows = await withSales(tx, me).where('customer.id', 'in', [input.fromId, input.intoId]).execute();
  const [from, into] = inOrder(rows, input.fromId, input.intoId);
  const names = await namesOf(tx, me, from);
  const fills = fillsOf(from, into);
  return {
    from: await sideOf(tx, me, from),
    into: await sideOf(tx, me, into),
    fills: Object.entries(fillNames).flatMap(([column, name]) => (column in fills ? [{ name, value: names(column) }] : [])),
    priceClashes: await clashingPrices(tx, me, input),
    ...judgePair(from, into),
  };
}

const withSales = (tx: Tx, me: Pick<Me, 'tenantId'>) =>
  tx
    .selectFrom('customer')
    .leftJoin('member', (on) => on.onRef('member.tenant_id', '=', 'customer.tenant_id').onRef('member.id', '=', 'customer.sales_member_id'))
    .selectAll('customer')
    .select('member.name as salesName')
    .where('customer.tenant_id', '=', me.tenantId);
type Row = Awaited<ReturnType<ReturnType<typeof withSales>['execute']>>[number];

async function sideOf(tx: Tx, me: Me, row: Row) {
  const funds = await customerBooks.get().summary(tx, me, row.id);
  const counted = await sql<{
    orders: number;
    deliveries: number;
    prices: number;
    addresses: number;
    contacts: number;
    accounts: number;
    projects: number;
  }>`select
    (select count(*)::int from sales_order where tenant_id = ${me.tenantId} and customer_id = ${row.id}) as orders,
    (select count(*)::int from delivery where tenant_id = ${me.tenantId} and customer_id = ${row.id}) as deliveries,
    (select count(*)::int from customer_price where tenant_id = ${me.tenantId} and customer_id = ${row.id} and status = 'ACTIVE') as prices,
    (select count(*)::int from customer_address where tenant_id = ${me.tenantId} and customer_id = ${row.id}) as addresses,
    (select count(*)::int from customer_contact where tenant_id = ${me.tenantId} and customer_id = ${row.id}) as contacts,
    (select count(*)::int from customer_member where tenant_id = ${me.tenantId} and customer_id = ${row.id}) as accounts,
    (select count(*)::int from project where tenant_id = ${me.tenantId} and customer_id = ${row.id}) as projects`.execute(tx);
  const counts = counted.rows[0];
  const titles = {
    orders: '订单',
    deliveries: '发货单',
    prices: '有效客户价',
    addresses: '收货地址',
    contacts: '其他联系人',
    accounts: '登录账号',
    projects: '工程项目',
  };
  return {
    id: row.id,
    code: row.code,
    name: row.name,
    status: row.status,
    version: row.version,
    uscc: row.uscc ?? '',
    contactName: row.contact_name,
    contactMobile: maskMobile(row.contact_mobile),
    salesName: row.salesName ?? '',
    createdAt: row.created_at,
    balance: funds.balance,
    held: funds.held,
    openReceivable: funds.openReceivable,
    counts: Object.entries(titles).map(([key, name]) => ({ name, count: counts?.[key as keyof typeof titles] ?? 0 })),
  };
}

async function namesOf(tx: Tx, me: Me, row: Row): Promise<(column: string) => string> {
  const level = row.level_id
    ? await tx.selectFrom('dict_item').select('name').where('tenant_id', '=', me.tenantId).where('id', '=', row.level_id).executeTakeFirst()
    : undefined;
  const values: Record<string, string | null> = {
    short_name: row.short_name,
    uscc: row.uscc,
    email: row.email,
    remark: row.remark,
    id_card: maskIdCard(openIdCard(me, row.id_card)),
    level_id: level?.name ?? '',
    sales_area_id: row.region_label,
    province: `${row.province}${row.city === row.province ? '' : row.city}${row.district}${row.address}`,
    contact_mobile: [row.contact_name, maskMobile(row.contact_mobile)].filter(Boolean).join(' '),
    sales_member_id: row.salesName,
  };
  return (column) => values[column] ?? '';
}

async function clashingPrices(tx: Tx, me: Me, { fromId, intoId }: { fromId: string; intoId: string }): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from customer_price a where a.tenant_id = ${me.tenantId} and a.customer_id = ${fromId} and a.status = 'ACTIVE'
    and exists (select from customer_price b where b.tenant_id = a.tenant_id and b.customer_id = ${intoId} and b.status = 'ACTIVE' and b.sku_id = a.sku_id
      and b.unit_id = a.unit_id and b.min_qty = a.min_qty and daterange(a.valid_from, a.valid_to, '[]') && daterange(b.valid_from, b.valid_to, '[]'))`.execute(
    tx,
  );
  return rows[0]?.n ?? 0;
}

/** Merges this customer took part in, on either side, newest first. */
export async function mergesOf(tx: Tx, me: Pick<Me, 'tenantId'>, customerId: string, now: Date) {
  const rows = await tx
    .selectFrom('customer_merge')
    .innerJoin('customer as source', (on) => on.onRef('source.tenant_id', '=', 'customer_merge.tenant_id').onRef('source.id', '=', 'customer_merge.from_id'))
    .innerJoin('customer as target', (on) => on.onRef('target.tenant_id', '=', 'customer_merge.tenant_id').onRef('target.id', '=', 'customer_merge.into_id'))
    .select(['customer_merge.id', 'source.name as fromName', 'source.code as fromCode', 'target.id as intoId', 'target.name as intoName'])
    .select([
      'customer_merge.actor',
      'customer_merge.at',
      'customer_merge.undo_until as undoUntil',
      'customer_merge.status',
      'customer_merge.undone_by as undoneBy',
    ])
    .where('customer_merge.tenant_id', '=', me.tenantId)
    .where((or) => or.or([or('customer_merge.into_id', '=', customerId), or('customer_merge.from_id', '=', customerId)]))
    .orderBy('customer_merge.at', 'desc')
    .limit(20)
    .execute();
  const parts = await partsOf(
    tx,
    me,
    rows.map((row) => row.id),
  );
  return rows.map(({ status, ...row }) => ({
    ...row,
    undone: status === 'UNDONE',
    undoable: status === 'DONE' && row.undoUntil > now,
    moved: parts.filter((part) => part.mergeId === row.id).map(({ name, count, kept }) => ({ name, count, kept })),
  }));
}

async function partsOf(tx: Tx, me: Pick<Me, 'tenantId'>, mergeIds: readonly string[]) {
  if (mergeIds.length === 0) return [];
  const rows = await tx
    .selectFrom('customer_merge_part')
    .select(['merge_id as mergeId', 'table_name', 'kept', sql<number>`cardinality(moved)`.as('count')])
    .where('tenant_id', '=', me.tenantId)
    .where('merge_id', 'in', [...mergeIds])
    .where('table_name', 'in', [...wholeTables])
    .orderBy('table_name')
    .execute();
  return rows.map(({ table_name, ...row }) => ({ ...row, name: movedName(table_name) ?? table_name }));
}
