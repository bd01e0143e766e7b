import { type SqlBool, sql } from 'kysely';
import { regionFilter } from '~/domains/region/regionFilter.server';
import { holds, type Me } from '~/portal/me';
import { FUND_MANAGE } from '~/portal/permissions';
import type { Tx } from '~/server/db.server';
import { filteredBy } from '~/server/documentFields.server';
import { containing, mobileMatches, pageFrom } from '~/server/list.server';
import { addDays, shanghaiDate, startOfDay } from '~/shared/dates';
import { maskMobile } from '~/shared/mask';
import { displayYuan } from '~/shared/money';
import type { Page } from '~/shared/page';
import type { CustomerQuery } from './customer.schema';
import { customerMatches } from './customer.server';
import { customerFields, customerFilters } from './customerFields';
import { isMemberRegion, memberRegions } from './customerNames';
import { type Owed, owedOn } from './owed.server';

/** Customers with level and sales member, to be filtered further. */
export function customersOf(tx: Tx, me: Pick<Me, 'tenantId'>) {
  return tx
    .selectFrom('customer')
    .leftJoin('dict_item as level', (on) => on.onRef('level.tenant_id', '=', 'customer.tenant_id').onRef('level.id', '=', 'customer.level_id'))
    .leftJoin('member', (on) => on.onRef('member.tenant_id', '=', 'customer.tenant_id').onRef('member.id', '=', 'customer.sales_member_id'))
    .where('customer.tenant_id', '=', me.tenantId);
}

export const rowColumns = [
  'customer.id',
  'customer.code',
  'customer.name',
  'customer.short_name as shortName',
  'customer.customer_type as customerType',
  'level.name as levelName',
  'customer.tags',
  'customer.region_label as regionLabel',
  'customer.province',
  'customer.city',
  'customer.district',
  'customer.contact_name as contactName',
  'customer.contact_mobile as contactMobile',
  'member.name as salesName',
  'customer.payment_days as paymentDays',
  'customer.status',
  'customer.version',
  'customer.created_at as createdAt',
] as const;

export const accountCount = sql<number>`(select count(*)::int from customer_member cm where cm.tenant_id = customer.tenant_id and cm.customer_id = customer.id and cm.status = 'ACTIVE')`;

interface RawRow {
  levelName: string | null;
  salesName: string | null;
  regionLabel: string;
  contactMobile: string;
}

/** What leaves the server: masked, with the member mark of the spec. */
export function presentRow<Row extends RawRow>(row: Row) {
  return {
    ...row,
    levelName: row.levelName ?? '',
    salesName: row.salesName ?? '',
    contactMobile: maskMobile(row.contactMobile),
    isMember: isMemberRegion(row.regionLabel) ? 1 : 0,
  };
}

const lastOrderAt = sql<Date | null>`(select o.created_at from sales_order o where o.tenant_id = customer.tenant_id and o.customer_id = customer.id
  and o.status <> 'DRAFT' order by o.created_at desc, o.id desc limit 1)`;

/** What a list row shows of money and orders; money is null for whoever may not see it elsewhere. */
export function tradeColumns(owed: Owed | null) {
  const sumOf = (sum: 'open' | 'overdue') =>
    owed ? sql<bigint | null>`coalesce((select ${sql.ref(`o.${sum}`)} from ${owed} o where o.customer_id = customer.id), 0)` : sql<bigint | null>`null::bigint`;
  return [accountCount.as('accountCount'), lastOrderAt.as('lastOrderAt'), sumOf('open').as('openReceivable'), sumOf('overdue').as('overdue')] as const;
}
/** What customers owe, for whoever may see it. */
export const visibleDebts = async (tx: Tx, me: Me, today: string): Promise<Owed | null> => (holds(me, FUND_MANAGE) ? owedOn(tx, me, today) : null);

/** The list with what all its customers together owe, for whoever may see it. */
export async function pageCustomers(tx: Tx, me: Me, query: CustomerQuery, now: Date) {
  const today = shanghaiDate(now);
  const owed = await visibleDebts(tx, me, today);
  const page = await listOwing(tx, me, query, today, owed);
  if (!owed) return page;
  const all = filteredCustomers(me, customersOf(tx, me).select('customer.id'), query, today, owed);
  const { rows } = await sql<{ open: string; overdue: string }>`
    select coalesce(sum(o.open), 0)::text as open, coalesce(sum(o.overdue), 0)::text as overdue from ${owed} o where o.customer_id in (${all})`.execute(tx);
  const [sums = { open: '0', overdue: '0' }] = rows;
  return { ...page, totals: { openReceivable: displayYuan(BigInt(sums.open)), overdue: displayYuan(BigInt(sums.overdue)) } };
}

/** The list without its totals. */
export async function listCustomers(tx: Tx, me: Me, query: CustomerQuery, now: Date) {
  const today = shanghaiDate(now);
  return listOwing(tx, me, query, today, await visibleDebts(tx, me, today));
}

async function listOwing(tx: Tx, me: Me, query: CustomerQuery, today: string, owed: Owed | null) {
  const rows = filteredCustomers(me, customersOf(tx, me).select(rowColumns).select(tradeColumns(owed)), query, today, owed);
  const page = await pageFrom(tx, rows, query, {
    sort: { code: 'customer.code', name: 'customer.pinyin', createdAt: 'customer.created_at', paymentDays: 'customer.payment_days' },
    initial: [['customer.created_at', 'desc']],
    tiebreak: 'customer.id',
  });
  return { ...page, pagedRecords: page.pagedRecords.map(presentRow) } satisfies Page<unknown>;
}

type Filterable = { where(...args: never[]): unknown };

/** The customers a query asks for; merged records are none. */
function filteredCustomers<Q extends ReturnType<typeof customersOf>>(me: Me, start: Q & Filterable, query: CustomerQuery, today: string, owed: Owed | null): Q {
  let rows = (start as ReturnType<typeof customersOf>).where('customer.merged_into', 'is', null);
  if (query.keyword) rows = rows.where(customerMatches(me, query.keyword));
  if (query.code) rows = rows.where('customer.code', 'ilike', containing(query.code).slice(1));
  if (query.mobile) rows = rows.where(mobileMatches('customer.contact_mobile', query.mobile));
  if (query.tag) rows = rows.where(hasTag(query.tag));
  if (query.regionLabel) rows = rows.where('customer.region_label', '=', sql<string>`any(${query.regionLabel.split(',')}::text[])`);
  if (query.isMember) rows = rows.where('customer.region_label', query.isMember === '1' ? 'in' : 'not in', [...memberRegions]);
  const [province, city, district] = regionFilter(query.region);
  if (province) rows = rows.where('customer.province', '=', province);
  if (city) rows = rows.where('customer.city', '=', city);
  if (district) rows = rows.where('customer.district', '=', district);
  if (query.customerType) rows = rows.where('customer.customer_type', '=', Number(query.customerType));
  if (query.status) rows = rows.where('customer.status', '=', query.status);
  if (query.salesAreaId) rows = rows.where(inArea(query.salesAreaId));
  if (query.scene) rows = rows.where(inScene(me, query.scene));
  if (query.idleDays) {
    const since = startOfDay(addDays(today, -Number(query.idleDays)));
    rows = rows.where(sql<SqlBool>`not exists (select 1 from sales_order o where o.tenant_id = customer.tenant_id and o.customer_id = customer.id
      and o.status <> 'DRAFT' and o.created_at >= ${since})`);
  }
  if (query.overdue && owed) {
    const late = sql`select o.customer_id from ${owed} o where o.oldest_on is not null`;
    rows = rows.where(sql<SqlBool>`customer.id ${query.overdue === 'true' ? sql`in` : sql`not in`} (${late})`);
  }
  return filteredBy(rows, 'customer', customerFields, customerFilters, query) as Q;
}

const hasTag = (tag: string) => sql<SqlBool>`customer.tags <> '' and ${tag} = any(string_to_array(customer.tags, '、'))`;

/** The tags customers of one's scope bear, the commonest first. */
export async function listTags(tx: Tx, me: Pick<Me, 'tenantId'>): Promise<{ tags: { name: string; customers: number }[] }> {
  const { rows } = await sql<{ name: string; customers: number }>`
    select tag as name, count(*)::int as customers from customer c cross join lateral unnest(string_to_array(c.tags, '、')) tag
    where c.tenant_id = ${me.tenantId} and c.tags <> '' and c.merged_into is null group by tag order by count(*) desc, tag limit 200`.execute(tx);
  return { tags: rows };
}

const inArea = (areaId: string) => sql<SqlBool>`customer.sales_area_id in (
  with recursive below as (
    select a.tenant_id, a.id from sales_area a where a.tenant_id = customer.tenant_id and a.id::text = ${areaId}
    union all select a.tenant_id, a.id from sales_area a join below b on a.tenant_id = b.tenant_id and a.parent_id = b.id
  ) select id from below)`;

/** Within the data scope, which the database applies: one's own, those one helps with, those of the departments one leads. */
function inScene(me: Me, scene: 'MINE' | 'JOINED' | 'TEAM') {
  if (scene === 'MINE') return sql<SqlBool>`customer.sales_member_id = ${me.memberId}`;
  if (scene === 'JOINED')
    return sql<SqlBool>`customer.id in (select h.customer_id from customer_helper h where h.tenant_id = ${me.tenantId} and h.member_id = ${me.memberId})`;
  return sql<SqlBool>`customer.sales_member_id <> ${me.memberId} and customer.sales_member_id in (
    with recursive mine as (
      select d.id from department d where d.tenant_id = ${me.tenantId} and d.leader_id = ${me.memberId}
      union select d.id from department d join mine m on d.parent_id = m.id where d.tenant_id = ${me.tenantId}
    ) select md.member_id from member_department md join mine m on m.id = md.department_id where md.tenant_id = ${me.tenantId})`;
}
