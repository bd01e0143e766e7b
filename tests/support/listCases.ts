import { sql } from 'kysely';
import type { z } from 'zod';
import type { Me } from '~/portal/me';
import { database } from '~/server/db.server';
import { answerAs, type Request, servedCalls } from '~/server/serve.server';
import type { Endpoint } from '~/shared/endpoint';
import { PageQuery } from '~/shared/page.schema';
import { Refusal } from '~/shared/refusal';

/** One way people may ask a list, named after what is asked: `orderNo=…`, `desc payable`. */
export interface ListCase {
  endpoint: Endpoint;
  name: string;
  query: Record<string, unknown>;
}

interface Def {
  type: string;
  shape?: Record<string, z.ZodType>;
  innerType?: z.ZodType;
  in?: z.ZodType;
  element?: z.ZodType;
  options?: readonly z.ZodType[];
  entries?: Record<string, string>;
  values?: readonly unknown[];
  checks?: readonly { _zod: { def: { format?: string; pattern?: RegExp } } }[];
}
const defOf = (schema: z.ZodType): Def => (schema as unknown as { _zod: { def: Def } })._zod.def;
const bare = (schema: z.ZodType): z.ZodType => {
  const { innerType, in: wire } = defOf(schema);
  return innerType ? bare(innerType) : wire ? bare(wire) : schema;
};
const fieldsOf = (schema: z.ZodType): Record<string, z.ZodType> => defOf(bare(schema)).shape ?? {};

/** The reading calls that answer a page; a new one is found by itself. */
export const listEndpoints = (): Endpoint[] =>
  servedCalls()
    .map(({ endpoint }) => endpoint)
    .filter((endpoint) => endpoint.options.reads && 'pagedRecords' in fieldsOf(endpoint.answer));

/** Reading calls that need no input: cards, counts, workbenches. */
export const cardEndpoints = (): Endpoint[] =>
  servedCalls()
    .filter(({ file }) => !file)
    .map(({ endpoint }) => endpoint)
    .filter((endpoint) => endpoint.options.reads && endpoint.access.kind !== 'anyone' && !('pagedRecords' in fieldsOf(endpoint.answer)))
    .filter((endpoint) => !/stream|health|openapi/i.test(endpoint.path) && endpoint.input.safeParse({}).success);

type Row = Record<string, unknown>;

/** Every filter with a common, a rare and an absent value of the data, every choice of a field of choices, every sort both ways. */
export async function casesOf(endpoint: Endpoint, me: Me, request: Request): Promise<ListCase[]> {
  const fields = Object.entries(fieldsOf(endpoint.input)).filter(([name]) => !(name in PageQuery.shape));
  const needed = await requiredOf(endpoint, fields, me);
  // The rows of one document, of which the data has none.
  if (!endpoint.input.safeDecode(needed as never).success) return [];
  const asked = async (query: object) => ((await answerAs(me, endpoint, { ...needed, ...query }, request)) as { pagedRecords: Row[] }).pagedRecords;
  const rows = [...(await asked({ pageSize: 200 })), ...(await asked({ pageSize: 200, pageNo: 40 }))];
  const valuesFor = async (name: string, schema: z.ZodType) => choicesOf(schema) ?? (await valuesOf(name, rows, me));
  const cases: ListCase[] = [{ endpoint, name: 'all', query: { ...needed, withTabs: 'true' } }];
  for (const [name, schema] of fields) {
    if (name in needed || name === 'withTabs') continue;
    for (const value of await valuesFor(name, schema)) {
      const query = { ...needed, [name]: value };
      if (endpoint.input.safeDecode(query as never).success) cases.push({ endpoint, name: `${name}=${value}`, query });
    }
  }
  for (const key of await sortKeysOf(asked))
    for (const way of ['ascs', 'descs']) cases.push({ endpoint, name: `${way === 'ascs' ? 'asc' : 'desc'} ${key}`, query: { ...needed, [way]: key } });
  return cases;
}

/** What the list says it can be ordered by, asked for an order it does not have. */
async function sortKeysOf(asked: (query: object) => Promise<Row[]>): Promise<string[]> {
  try {
    await asked({ ascs: 'nothing', pageSize: 1 });
    return [];
  } catch (error) {
    if (!(error instanceof Refusal && error.data['unfit'])) throw error;
    return [...error.message.matchAll(/“(\w+)”/g)].map(([, key]) => key as string);
  }
}

async function requiredOf(endpoint: Endpoint, fields: [string, z.ZodType][], me: Me): Promise<Row> {
  const needed: Row = {};
  for (const [name] of fields) {
    const parsed = endpoint.input.safeDecode(needed as never);
    if (parsed.success) break;
    if (parsed.error.issues.some((issue) => issue.path[0] === name)) needed[name] = (await idsOf(name, me))[0] ?? '';
  }
  return needed;
}

/** The values of a field of choices; undefined when anything may be typed. */
function choicesOf(schema: z.ZodType): unknown[] | undefined {
  const def = defOf(bare(schema));
  if (def.type === 'enum') return Object.values(def.entries ?? {}).filter(Boolean);
  if (def.type === 'literal') return [...(def.values ?? [])].filter(Boolean);
  if (def.type === 'boolean') return [true, false];
  if (def.type === 'union') {
    const each = (def.options ?? []).map(choicesOf);
    return each.some((one) => one === undefined) ? undefined : each.flatMap((one) => one as unknown[]);
  }
  return undefined;
}

const ABSENT = '零零甲乙';
const DAYS = [3, 30, 300];
const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);

async function valuesOf(name: string, rows: readonly Row[], me: Me): Promise<unknown[]> {
  if (/(start|time|from)$/i.test(name) && /start|from/i.test(name)) return [...DAYS.map(day), day(-30)];
  if (/end$|^endTime$|To$/i.test(name) || /^end/i.test(name)) return [day(300), day(-30), day(3000)];
  if (/Min$|Max$/.test(name)) return ['1', '100', '100000'];
  if (name === 'region') return ['330000', '330100', '510000', '650000'];
  if (/Id$/.test(name)) return [...(await idsOf(name, me)), '01999999-9999-7999-8999-999999999999'];
  const found = frequencies(name, rows);
  const words = found.length ? [found[0] as string, found.at(-1) as string] : [];
  const typed = [
    ...new Set([...words, ...words.map((word) => word.slice(-6)), ...words.map((word) => word.slice(0, 2)), ...words.map((word) => word.slice(0, 4))]),
  ];
  return [...typed.filter(Boolean), ABSENT, 'ZQXJ', 'QJ'];
}

const searched: Readonly<Record<string, readonly string[]>> = {
  word: ['name', 'productName', 'skuCode', 'code'],
  keyword: ['title', 'name', 'code'],
  product: ['name', 'productName', 'skuCode'],
  orderNo: ['no', 'orderNo'],
  subjectNo: ['subjectNo'],
  messageTitle: ['title'],
  sourceNo: ['sourceNo', 'orderNo', 'deliveryNo'],
};

/** The texts a filter may be after, most frequent first. */
function frequencies(name: string, rows: readonly Row[]): string[] {
  const counts = new Map<string, number>();
  const keys = [name, ...(searched[name] ?? [name.replace(/s?$/, 's'), name.replace(/^.*(?=No$)/, '').toLowerCase()])];
  for (const row of rows)
    for (const key of keys) for (const value of [row[key]].flat()) if (typeof value === 'string' && value) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]).map(([value]) => value);
}

const sources: readonly (readonly [RegExp, string])[] = [
  [/customerId/i, 'select customer_id::text as id, count(*) as n from sales_order where tenant_id = $t group by 1'],
  [/warehouseId/i, 'select warehouse_id::text as id, count(*) as n from stock_balance where tenant_id = $t group by 1'],
  [
    /salesMemberId|memberId/i,
    'select sales_member_id::text as id, count(*) as n from sales_order where tenant_id = $t and sales_member_id is not null group by 1',
  ],
  [/skuId/i, 'select sku_id::text as id, count(*) as n from stock_ledger where tenant_id = $t group by 1'],
  [/productId/i, 'select product_id::text as id, count(*) as n from sku where tenant_id = $t group by 1'],
  [/categoryId/i, 'select category_id::text as id, count(*) as n from product where tenant_id = $t group by 1'],
  [/projectId/i, 'select project_id::text as id, count(*) as n from sales_order where tenant_id = $t and project_id is not null group by 1'],
  [/accountId/i, 'select fund_account_id::text as id, count(*) as n from ledger_entry where tenant_id = $t and fund_account_id is not null group by 1'],
  [/bizId/i, 'select biz_id::text as id, 1 as n from stock_ledger where tenant_id = $t limit 1'],
  [/levelId/i, 'select level_id::text as id, count(*) as n from customer where tenant_id = $t and level_id is not null group by 1'],
];

/** The id most rows have and the one fewest have. */
async function idsOf(name: string, me: Me): Promise<string[]> {
  const source = sources.find(([pattern]) => pattern.test(name))?.[1];
  if (!source) return [];
  const found = await database().inSystem(async (tx) => {
    const all = await sql<{ id: string }>`select id from (${sql.raw(source.replace('$t', me.tenantId.toString()))}) x order by n desc, id`.execute(tx);
    return all.rows.map((row) => row.id);
  });
  return [...new Set([found[0], found.at(-1)].filter((id): id is string => id !== undefined))];
}
