import pg from 'pg';
import type { Me } from '~/portal/me';
import { contextOf } from '~/server/db/transaction.server';
import { scopeOf } from '~/server/serve.server';

export interface Statement {
  text: string;
  values: unknown[];
}

/** The selects `run` sends, written down as they leave. */
export async function statementsOf(run: () => Promise<unknown>): Promise<Statement[]> {
  const send = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  const sent: Statement[] = [];
  pg.Client.prototype.query = function (this: unknown, ...args: unknown[]) {
    const [first] = args as [Partial<Statement> | string];
    if (typeof first === 'object' && /^\s*(\(|with|select)/i.test(first.text ?? '') && !/for (update|share)/i.test(first.text ?? ''))
      sent.push({ text: first.text as string, values: (first.values ?? []).map(plain) });
    return send.apply(this, args);
  } as never;
  try {
    await run();
  } finally {
    pg.Client.prototype.query = send as never;
  }
  return sent;
}
const plain = (value: unknown): unknown => (typeof value === 'bigint' ? value.toString() : value instanceof Date ? value.toISOString() : value);

export interface Cost {
  text: string;
  /** Rows the statement's scans looked at, thrown away or not. */
  read: number;
  returned: number;
  blocks: number;
  ms: number;
  /** The scan that looked at most, e.g. `Seq Scan sales_order 200000`. */
  worst: string;
  /** A scan looked at most of a long table: the statement grows with it. */
  whole: boolean;
}
/** Shorter tables are read whole at no cost worth speaking of. */
const LONG = 2_000;
const MOST = 0.6;

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  'Actual Total Time': number;
  Plans?: Node[];
}

/** What each statement really reads when `me` sends it. */
export async function costsOf(url: string, me: Me, statements: readonly Statement[], settings = ''): Promise<Cost[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const sizes = new Map(
      (await client.query<{ name: string; n: number }>("select relname as name, reltuples::int as n from pg_class where relkind = 'r'")).rows.map((row) => [
        row.name,
        row.n,
      ]),
    );
    const { role, settings: context } = contextOf(scopeOf(me));
    const costs: Cost[] = [];
    for (const { text, values } of statements) {
      const explain = async (as: string) => {
        await client.query(`begin read only; set local jit = off; ${settings}; ${as}`);
        return client.query({ text: `explain (analyze, buffers, format json) ${text}`, values: values as never[] }).finally(() => client.query('rollback'));
      };
      // What the system asks itself (sessions, accounts) no tenant's role may read.
      const { rows } = await explain(`set local role ${role}; ${context}`).catch(() => explain(''));
      costs.push(costOf(text, rows[0]['QUERY PLAN'][0].Plan, sizes));
    }
    return costs;
  } finally {
    await client.end();
  }
}

function costOf(text: string, plan: Node, sizes: ReadonlyMap<string, number>): Cost {
  const scans = [...nodesOf(plan)].filter(
    (node) => /Scan$/.test(node['Node Type']) && !/Bitmap Index|CTE|Subquery|Function|Values|WorkTable/.test(node['Node Type']),
  );
  const reads = scans.map((node) => ({
    size: sizes.get(node['Relation Name'] ?? '') ?? 0,
    name: [node['Node Type'], node['Index Name'] ?? node['Relation Name'] ?? ''].join(' '),
    rows: (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)) * node['Actual Loops'],
  }));
  const worst = reads.reduce((most, one) => (one.rows > most.rows ? one : most), { name: '', rows: 0, size: 0 });
  return {
    text,
    read: Math.round(reads.reduce((sum, one) => sum + one.rows, 0)),
    returned: plan['Actual Rows'],
    blocks: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'],
    ms: Math.round(plan['Actual Total Time'] * 10) / 10,
    worst: `${worst.name} ${Math.round(worst.rows)}`,
    whole: reads.some(({ rows, size }) => size > LONG && rows > MOST * size),
  };
}

function* nodesOf(node: Node): Generator<Node> {
  yield node;
  for (const inner of node.Plans ?? []) yield* nodesOf(inner);
}
