import { type SqlBool, sql } from 'kysely';
import { customerSearch } from '~/domains/customer/calls';
import { searchCustomers } from '~/domains/customer/customer.server';
import { customerStates } from '~/domains/customer/customerNames';
import { orderStates } from '~/domains/order/order';
import type { OrderStatus } from '~/domains/order/order.schema';
import { catalogueFor, productMatches } from '~/domains/product/catalogue.server';
import { type ProductState, productStates } from '~/domains/product/product';
import { SkuQuery } from '~/domains/product/product.schema';
import { subjects } from '~/domains/subjects';
import { guard } from '~/portal/guard';
import { href } from '~/portal/href';
import { isDealer, type Me } from '~/portal/me';
import { type PortalPath, screenOf } from '~/portal/screens';
import type { Tx } from '~/server/db.server';
import { mayAsk } from '~/server/hiddenQuery.server';
import { holdsNumber } from '~/server/search.server';
import { MOST_FOUND, plainWord } from './finding';
import type { Found } from './finding.schema';

const F = '/portal/supplyChain/factory';
const D = '/portal/supplyChain/dealer';
const CUSTOMER = '/portal/customer/detail';
const orderPage = (me: Me): PortalPath => `${isDealer(me) ? D : F}/order/detail`;
const mayOpen = (me: Me, path: PortalPath): boolean => guard(me, screenOf(path)) === 'open';

/**
 * Orders, customers and goods by number, name or pinyin, of each the few nearest, and before them the document whose whole number was typed.
 * Whoever may not open a thing's page does not find it; rows outside the person's data scope are not there.
 */
export async function findThings(tx: Tx, me: Me, typed: string, now: Date): Promise<{ found: Found[] }> {
  const word = plainWord(typed);
  if (word === '') return { found: [] };
  const exact = await documentNumbered(tx, me, word.toUpperCase());
  const customers = await customersFor(tx, me, word);
  const orders = await ordersFor(tx, me, word, customers);
  const goods = isDealer(me) ? await myGoodsFor(tx, me, word, now) : await goodsFor(tx, me, word);
  const shown = new Set(exact.map((one) => one.href));
  return { found: [...exact, ...[...orders, ...(mayOpen(me, CUSTOMER) ? customers : []), ...goods].filter((one) => !shown.has(one.href))] };
}

/** A number is whole, so an index of each kind of document answers at once. */
async function documentNumbered(tx: Tx, me: Me, no: string): Promise<Found[]> {
  if (!/^[A-Z]+\d{8,}$/.test(no)) return [];
  const of = (table: string, name: string, path: string, customer: string, amount: string, more = sql``) => sql`
    select ${name} as name, ${path} as path, d.id::text as id, d.no, ${sql.raw(customer)} as customer, ${sql.raw(amount)} as amount from ${sql.table(table)} d
    where d.tenant_id = ${me.tenantId} and d.no = ${no} ${more}`;
  const nameOf = '(select c.name from customer c where c.tenant_id = d.tenant_id and c.id = d.customer_id)';
  const own = isDealer(me) ? sql`and d.customer_id = ${me.customerId}` : sql``;
  const branches = [
    { path: orderPage(me), rows: of('sales_order', '订单', orderPage(me), 'd.customer_name', 'd.payable', own) },
    ...subjects.flatMap(({ name, page: path, table, found }) => {
      if (!found || !path || !table) return [];
      const only = found.where ? sql`and ${sql.ref(`d.${found.where[0]}`)} = ${found.where[1]}` : sql``;
      return [{ path, rows: of(table, name, path, found.customer ? nameOf : 'null', found.amount ? `d.${found.amount}` : 'null::bigint', only) }];
    }),
  ].filter(({ path }) => mayOpen(me, path));
  if (!branches.length) return [];
  const all = sql.join(
    branches.map(({ rows }) => rows),
    sql` union all `,
  );
  const { rows } = await sql<{ name: string; path: PortalPath; id: string; no: string; customer: string | null; amount: bigint | null }>`${all}`.execute(tx);
  return rows.map(({ name, path, id, no: title, customer, amount }) => ({
    kind: 'EXACT',
    title,
    hint: words(name, isDealer(me) ? '' : customer),
    amount,
    href: href(path, { id }),
  }));
}

type FoundCustomer = Found & { id: string };

/** A number that the person's roles hide would be told by who is found: then nobody is. For whoever reads orders, which name them. */
async function customersFor(tx: Tx, me: Me, word: string): Promise<FoundCustomer[]> {
  if (isDealer(me) || !(mayOpen(me, CUSTOMER) || mayOpen(me, orderPage(me))) || !mayAsk(me, customerSearch, { keyword: word })) return [];
  const { customers } = await searchCustomers(tx, me, { keyword: word, ids: [], activeOnly: false });
  return nearest(customers, word).map((one) => ({
    kind: 'CUSTOMER',
    id: one.id,
    title: one.name,
    hint: words(one.code, one.levelName, one.city, one.status === 'ACTIVE' ? '' : customerStates[one.status]),
    amount: null,
    href: href(CUSTOMER, { id: one.id }),
  }));
}

/** By a part of the number; by a customer's name that customer's latest. */
async function ordersFor(tx: Tx, me: Me, word: string, customers: readonly FoundCustomer[]): Promise<Found[]> {
  const byNumber = /^[a-z]*\d[\d-]+$/i.test(word);
  if (!mayOpen(me, orderPage(me)) || !(byNumber || customers.length)) return [];
  const latest = sql<string>`(select o.id from unnest(${customers.map(({ id }) => id)}::uuid[]) c(id) cross join lateral (
    select id from sales_order where tenant_id = ${me.tenantId} and customer_id = c.id order by created_at desc, id desc limit ${MOST_FOUND}) o)`;
  let rows = tx
    .selectFrom('sales_order')
    .select(['id', 'no', 'customer_name', 'status', 'payable'])
    .where('tenant_id', '=', me.tenantId)
    .where('no', 'is not', null)
    .where(byNumber ? await holdsNumber(tx, 'sales_order.id', 'sales_order_text', 'no', word) : sql<SqlBool>`sales_order.id in ${latest}`);
  if (isDealer(me)) rows = rows.where('customer_id', '=', me.customerId);
  const found = await rows.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(MOST_FOUND).execute();
  return found.map((one) => ({
    kind: 'ORDER',
    title: one.no ?? '',
    hint: words(isDealer(me) ? '' : one.customer_name, orderStates[one.status as OrderStatus]),
    amount: one.payable,
    href: href(orderPage(me), { id: one.id }),
  }));
}

async function goodsFor(tx: Tx, me: Me, word: string): Promise<Found[]> {
  const path = `${F}/product/detail`;
  if (!mayOpen(me, path)) return [];
  const rows = await tx
    .selectFrom('product')
    .select(['id', 'code', 'name', 'brand', 'spec', 'status'])
    .where('tenant_id', '=', me.tenantId)
    .where(productMatches(word))
    .orderBy(sql`(status = 'ON')`, 'desc')
    .orderBy('code')
    .limit(MOST_FOUND * 4)
    .execute();
  return nearest(rows, word).map((one) => ({
    kind: 'PRODUCT',
    title: one.name,
    hint: words(one.code, one.spec, one.status === 'ON' ? '' : productStates[one.status as ProductState]),
    amount: null,
    href: href(path, { id: one.id }),
  }));
}

/** What a dealer finds they may order: the link begins an order with it. */
async function myGoodsFor(tx: Tx, me: Me, word: string, now: Date): Promise<Found[]> {
  const path = `${D}/order/create`;
  if (!mayOpen(me, path)) return [];
  const { pagedRecords } = await catalogueFor(tx, me, SkuQuery.parse({ word, pageSize: MOST_FOUND }), now);
  return pagedRecords.map((sku) => ({
    kind: 'PRODUCT',
    title: sku.name,
    hint: words(sku.skuCode, sku.spec, sku.saleText),
    amount: null,
    href: href(path, { code: sku.skuCode }),
  }));
}

const words = (...parts: readonly (string | null | undefined)[]): string => parts.filter(Boolean).join(' · ');

/** Whose code or name is the word itself comes first. */
function nearest<Row extends { code: string; name: string }>(rows: readonly Row[], word: string): Row[] {
  const isIt = ({ code, name }: Row) => Number(code.toUpperCase() === word.toUpperCase() || name === word);
  return [...rows].sort((a, b) => isIt(b) - isIt(a)).slice(0, MOST_FOUND);
}
