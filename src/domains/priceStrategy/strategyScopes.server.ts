import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { customerScopes, goodsScopes } from './priceStrategy';

interface Scoped {
  id: string;
  customerScope: string;
  buyers: string[];
  goodsScope: string;
  goods: string[];
}
export interface Named {
  value: string;
  label: string;
}
/** Names written out before a number stands for the rest. */
const FEW = 3;

/** What lists say of scopes: 客户级别：一级、二级 and so on. */
export async function wordsOfScopes(
  tx: Tx,
  me: Pick<Me, 'tenantId'>,
  rows: readonly Scoped[],
): Promise<Map<string, { customerWords: string; goodsWords: string }>> {
  const words = new Map<string, { customerWords: string; goodsWords: string }>();
  const names = await namesOfAll(tx, me, rows);
  for (const row of rows) {
    const customers = row.customerScope === 'CUSTOMER' ? (names.customers.get(row.id) ?? []) : labelled(row.customerScope, row.buyers, names.labels);
    words.set(row.id, {
      customerWords: said(customerScopes[row.customerScope as keyof typeof customerScopes], row.customerScope, customers),
      goodsWords: said(goodsScopes[row.goodsScope as keyof typeof goodsScopes], row.goodsScope, labelled(row.goodsScope, row.goods, names.labels)),
    });
  }
  return words;
}

/** The chosen ones of one strategy by name, for its form. */
export async function namesOf(tx: Tx, me: Pick<Me, 'tenantId'>, row: Scoped): Promise<{ buyers: Named[]; goods: Named[] }> {
  const names = await namesOfAll(tx, me, [row]);
  return {
    buyers: row.customerScope === 'CUSTOMER' ? (names.customers.get(row.id) ?? []) : labelled(row.customerScope, row.buyers, names.labels),
    goods: labelled(row.goodsScope, row.goods, names.labels),
  };
}

const said = (title: string, scope: string, names: readonly Named[]): string => {
  if (scope === 'ALL') return title;
  const listed = names
    .slice(0, FEW)
    .map((one) => one.label)
    .join('、');
  return `${title}：${listed}${names.length > FEW ? `等${names.length}项` : ''}`;
};

/** Brands and regions are their own names; what is gone since keeps its place. */
const labelled = (scope: string, refs: readonly string[], labels: ReadonlyMap<string, string>): Named[] =>
  refs.map((value) => ({ value, label: scope === 'BRAND' || scope === 'REGION' ? value : (labels.get(value) ?? '（已删除）') }));

async function namesOfAll(tx: Tx, me: Pick<Me, 'tenantId'>, rows: readonly Scoped[]) {
  const refs = (scope: string) => rows.flatMap((row) => (row.customerScope === scope ? row.buyers : row.goodsScope === scope ? row.goods : []));
  const found = await sql<{ id: string; label: string }>`
    select id::text as id, name as label from dict_item where tenant_id = ${me.tenantId} and category = 'customer_level' and id::text = any (${refs('LEVEL')}::text[])
    union all select id::text, name from category where tenant_id = ${me.tenantId} and id::text = any (${goodsRefs(rows, 'CATEGORY')}::text[])
    union all select id::text, name || '（' || code || '）' from product where tenant_id = ${me.tenantId} and id = any (${goodsRefs(rows, 'PRODUCT')}::uuid[])
    union all select k.id::text, p.name || '（' || k.code || '）' from sku k join product p on p.tenant_id = k.tenant_id and p.id = k.product_id
      where k.tenant_id = ${me.tenantId} and k.id = any (${goodsRefs(rows, 'SKU')}::uuid[])`.execute(tx);
  const named = await tx
    .selectFrom('price_strategy_customer')
    .innerJoin('customer', (on) =>
      on.onRef('customer.tenant_id', '=', 'price_strategy_customer.tenant_id').onRef('customer.id', '=', 'price_strategy_customer.customer_id'),
    )
    .select(['price_strategy_customer.strategy_id as of', 'customer.id as value', 'customer.name as label'])
    .where('price_strategy_customer.tenant_id', '=', me.tenantId)
    .where('price_strategy_customer.strategy_id', '=', sql<string>`any(${rows.map((row) => row.id)}::uuid[])`)
    .orderBy('customer.name')
    .execute();
  const customers = new Map<string, Named[]>();
  for (const { of, ...one } of named) customers.set(of, [...(customers.get(of) ?? []), one]);
  return { labels: new Map(found.rows.map((row) => [row.id, row.label])), customers };
}

const goodsRefs = (rows: readonly Scoped[], scope: string): string[] => rows.flatMap((row) => (row.goodsScope === scope ? row.goods : []));

/** Business regions, provinces and cities customers are in, as data scopes write them. */
export async function regionsOf(tx: Tx, me: Pick<Me, 'tenantId'>): Promise<{ regions: string[] }> {
  const { rows } = await sql<{ name: string }>`select name from (
    select distinct region_label as name, 1 as kind from customer where tenant_id = ${me.tenantId} and region_label <> ''
    union select distinct province, 2 from customer where tenant_id = ${me.tenantId} and province <> ''
    union select distinct province || city, 3 from customer where tenant_id = ${me.tenantId} and city <> '') r order by kind, name limit 1000`.execute(tx);
  return { regions: [...new Set(rows.map((row) => row.name))] };
}
