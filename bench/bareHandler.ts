import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import pg from 'pg';
import type { Statement } from './list';

/** The baseline: named statements through `pg`, a bare node:http handler, JSON.stringify; no session, no checks, no row-level security. */
const [file = '', port = '0'] = process.argv.slice(2);
const lists = JSON.parse(readFileSync(file, 'utf8')) as Statement[][];
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });
const names = new Map<string, string>();
const named = ({ text, values }: Statement) => {
  const name = names.get(text) ?? `s${names.size}`;
  names.set(text, name);
  return { name, text, values };
};

createServer(async (request, response) => {
  const list = lists[Number(new URL(request.url ?? '', 'http://bench').searchParams.get('n'))] ?? [];
  const client = await pool.connect();
  const answers: unknown[][] = [];
  for (const statement of list) answers.push((await client.query(named(statement))).rows);
  client.release();
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ code: '0', pagedRecords: answers[0], rest: answers.slice(1) }));
}).listen(Number(port), '127.0.0.1', () => process.send?.('ready'));
