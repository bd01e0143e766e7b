import { sql } from 'kysely';
import { regionNames } from '~/domains/region/region.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { containing, pageFrom } from '~/server/list.server';
import { maskMobile } from '~/shared/mask';
import type { Page } from '~/shared/page';
import type { CustomerQuery } from './customer';
import { customerMatches } from './customer.server';
import { isMemberRegion, regionLabels } from './customerNames';

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

export type ListedCustomer = Awaited<ReturnType<typeof listCustomers>>['pagedRecords'][number];

export async function listCustomers(tx: Tx, me: Me, query: CustomerQuery) {
  const rows = filtered(me, customersOf(tx, me).select(rowColumns).select(accountCount.as('accountCount')), query);
  const page = await pageFrom(tx, rows, query, {
    sort: { code: 'customer.code', name: 'customer.pinyin', createdAt: 'customer.created_at', paymentDays: 'customer.payment_days' },
    initial: [['customer.created_at', 'desc']],
    tiebreak: 'customer.id',
  });
  return { ...page, pagedRecords: page.pagedRecords.map(presentRow) } satisfies Page<unknown>;
}

type Filterable = { where(...args: never[]): unknown };

const memberLabels = regionLabels.filter(isMemberRegion);

function filtered<Q extends ReturnType<typeof customersOf>>(me: Me, start: Q & Filterable, query: CustomerQuery): Q {
  let rows = start as ReturnType<typeof customersOf>;
  if (query.keyword) rows = rows.where(customerMatches(me, query.keyword));
  if (query.code) rows = rows.where('customer.code', 'ilike', containing(query.code).slice(1));
  if (query.mobile) rows = rows.where('customer.contact_mobile', 'like', containing(query.mobile).slice(1));
  if (query.levelId) rows = rows.where(sql`customer.level_id::text`, '=', query.levelId);
  if (query.salesMemberId) rows = rows.where(sql`customer.sales_member_id::text`, '=', query.salesMemberId);
  if (query.regionLabel) rows = rows.where('customer.region_label', '=', sql<string>`any(${query.regionLabel.split(',')}::text[])`);
  if (query.isMember) rows = rows.where('customer.region_label', query.isMember === '1' ? 'in' : 'not in', memberLabels);
  const [province, city, district] = query.region ? (regionNames(query.region) ?? ['?']) : [];
  if (province) rows = rows.where('customer.province', '=', province);
  if (city) rows = rows.where('customer.city', '=', city);
  if (district) rows = rows.where('customer.district', '=', district);
  if (query.customerType) rows = rows.where('customer.customer_type', '=', Number(query.customerType));
  if (query.status) rows = rows.where('customer.status', '=', query.status);
  return rows as Q;
}
