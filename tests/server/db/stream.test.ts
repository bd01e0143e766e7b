import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Engine, startEngine } from '~/server/db/engine.server';
import { engineStream, lastBoundary, type Session } from '~/server/db/stream.server';

let engine: Engine;
beforeAll(async () => {
  engine = await startEngine({ folder: null, statementLimit: 60_000, onRestart: () => {} });
});
afterAll(() => engine.close());

function message(letter: string, body: string): Buffer {
  const bytes = Buffer.alloc(5 + body.length);
  bytes.write(letter);
  bytes.writeUInt32BE(4 + body.length, 1);
  bytes.write(body, 5);
  return bytes;
}

async function client(openSession: () => Promise<Session> = engine.openSession): Promise<pg.Client> {
  const made = new pg.Client({ user: 'postgres', database: 'postgres', password: '', stream: () => engineStream(openSession) as never });
  await made.connect();
  return made;
}

test('a batch is everything up to the last message the server answers', () => {
  const parse = message('P', 'select');
  const batch = Buffer.concat([parse, message('B', 'x'), message('S', '')]);
  expect(lastBoundary(parse, true)).toEqual({ end: 0, terminate: false });
  expect(lastBoundary(Buffer.concat([batch, parse]), true).end).toBe(batch.length);
  for (let cut = 0; cut < batch.length; cut++) expect(lastBoundary(batch.subarray(0, cut), true).end).toBe(0);
  expect(lastBoundary(message('X', ''), true)).toEqual({ end: 5, terminate: true });
});

test('the start-up packet has no letter', () => {
  const startup = Buffer.from([0, 0, 0, 9, 0, 3, 0, 0, 0]);
  expect(lastBoundary(startup.subarray(0, 8), false).end).toBe(0);
  expect(lastBoundary(startup, false).end).toBe(9);
});

test('packets split at every byte make the same conversation', async () => {
  const sent: Uint8Array[] = [];
  const recording = async (): Promise<Session> => {
    const session = await engine.openSession();
    return {
      send(bytes, onData) {
        sent.push(bytes);
        return session.send(bytes, onData);
      },
    };
  };
  const whole = await client(recording);
  await whole.query('select $1::text as word', ['整批']);
  await whole.end();
  const all = Buffer.concat(sent);
  const stream = engineStream(engine.openSession);
  const answers: Buffer[] = [];
  stream.on('data', (bytes: Buffer) => answers.push(bytes));
  await new Promise((resolve) => stream.once('connect', resolve) && (stream as unknown as { connect: () => void }).connect());
  const ended = new Promise((resolve) => stream.once('end', resolve));
  for (const byte of all) stream.write(Buffer.from([byte]));
  await ended;
  expect(Buffer.concat(answers).toString()).toContain('整批');
});

test('an error inside a batch leaves the connection usable', async () => {
  const one = await client();
  await expect(one.query('select 1/$1::int', [0])).rejects.toMatchObject({ code: '22012' });
  await expect(one.query('select 1; select nonsense; select 2')).rejects.toMatchObject({ code: '42703' });
  expect((await one.query('select $1::int as n', [7])).rows).toEqual([{ n: 7 }]);
  await one.end();
});

test('answers and parameters of many megabytes arrive whole', async () => {
  const one = await client();
  const big = '砼'.repeat(2_000_000);
  const { rows } = await one.query('select $1::text as text, length($1::text) as n', [big]);
  expect(rows[0].n).toBe(2_000_000);
  expect(rows[0].text === big).toBe(true);
  const many = await one.query("select i, repeat('x', 100) as pad from generate_series(1, 50000) as i");
  expect(many.rows.length).toBe(50_000);
  expect(many.rows.at(-1).i).toBe(50_000);
  await one.end();
});

test('the next client finds no transaction, setting or prepared statement of the one before', async () => {
  const first = await client();
  await first.query('begin');
  await first.query("select set_config('app.tenant_id', '1', false)");
  await first.query({ name: 'same', text: 'select 1 as n' });
  await first.end();
  const second = await client();
  expect((await second.query("select coalesce(current_setting('app.tenant_id', true), '') as tenant")).rows).toEqual([{ tenant: '' }]);
  expect((await second.query({ name: 'same', text: 'select 2 as n' })).rows).toEqual([{ n: 2 }]);
  await second.query('vacuum');
  await second.end();
});
