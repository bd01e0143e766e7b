import { createHash, randomUUID } from 'node:crypto';
import { Agent, type ClientRequest, get } from 'node:http';
import { fire } from './load';
import { makePlenty, placing } from './orders';
import { startProduct } from './product';
import { record } from './report';
import { freePort, query, type World } from './world';

const STREAMS = 1000;
const ROUNDS = 10;
const TENANT = 1001;
/** Beyond this a message counts as lost. */
const PATIENCE_MS = 20_000;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Open message streams of as many people: what they cost in memory, and how soon a message is on every page. */
export async function measureStreams({ url }: World): Promise<void> {
  const goods = await makePlenty(url);
  const { accounts, cookies } = await makePeople(url);
  const product = await startProduct(await freePort(), { DATABASE_URL: url });
  const cookie = await product.cookie('13800000001');
  const shot = placing(cookie, goods, 'OFFLINE');
  for (let n = 0; n < 50; n++) await fire(undefined, product.port, shot(n));
  await pause(3000);
  const before = product.memoryMb();
  const page = new Pages(product.port);
  await page.open(cookies);
  await pause(3000);
  record(`memory of ${STREAMS} message streams`, product.memoryMb() - before, 'MB', { most: 150 });
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const arrived = page.everyoneHears();
    const started = performance.now();
    const placed = await fire(undefined, product.port, shot(1000 + round));
    if (!placed.body.startsWith('{"code":"0"')) throw new Error(placed.body.slice(0, 200));
    times.push(...(await arrived).map((at) => at - started));
    await pause(300);
  }
  times.sort((a, b) => a - b);
  record(`one message to ${STREAMS} open pages, p50`, Math.round(times[Math.floor(times.length / 2)] as number), 'ms');
  record(`one message to ${STREAMS} open pages, last page`, Math.round(times.at(-1) as number), 'ms', { most: 1000 });
  const stopping = performance.now();
  page.close();
  await product.stop();
  record('stop with open streams', Math.round(performance.now() - stopping), 'ms');
  await dismiss(url, accounts);
}

/** Else every order of a later piece on the same database would tell a thousand more people. */
async function dismiss(url: string, accounts: readonly string[]): Promise<void> {
  for (const table of ['session', 'message', 'message_counter', 'device', 'member'])
    await query(url, `delete from ${table} where account_id = any($1)`, [accounts]);
  await query(url, 'delete from account where id = any($1)', [accounts]);
}

/** Administrators of the first factory, each with a session. */
async function makePeople(url: string): Promise<{ accounts: string[]; cookies: string[] }> {
  const tokens = Array.from({ length: STREAMS }, () => randomUUID());
  const accounts = tokens.map(() => randomUUID());
  await query(
    url,
    `insert into account (id, login_account, mobile, name, user_type, password_hash)
     select id, no, no, '成员' || n, 1, 'none' from unnest($1::uuid[]) with ordinality as one (id, n),
       lateral (select '19' || lpad((n + (select count(*) from account))::text, 9, '0') as no) number`,
    [accounts],
  );
  await query(
    url,
    "insert into member (tenant_id, id, account_id, name, is_admin) select $1, gen_random_uuid(), id, '成员', true from unnest($2::uuid[]) as one (id)",
    [TENANT, accounts],
  );
  await query(
    url,
    `insert into session (token_hash, account_id, tenant_id, identity, expires_at)
     select hash, id, $1, '1', now() + interval '1 day' from unnest($2::text[], $3::uuid[]) as one (hash, id)`,
    [TENANT, tokens.map((token) => createHash('sha256').update(token).digest('hex')), accounts],
  );
  return { accounts, cookies: tokens.map((token) => `portal_session=${token}`) };
}

class Pages {
  readonly #agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY });
  readonly #requests: ClientRequest[] = [];
  #hear: (at: number) => void = () => {};
  readonly #port: number;

  constructor(port: number) {
    this.#port = port;
  }

  /** Resolves when every stream has told its first count. */
  async open(cookies: readonly string[]): Promise<void> {
    for (let at = 0; at < cookies.length; at += 50) await Promise.all(cookies.slice(at, at + 50).map((cookie) => this.#openOne(cookie)));
  }

  /** When each page heard of the next message; rejects when some never do. */
  everyoneHears(): Promise<number[]> {
    const heard: number[] = [];
    return new Promise((resolve, reject) => {
      const lost = setTimeout(() => reject(new Error(`${heard.length} of ${this.#requests.length} pages heard of the message`)), PATIENCE_MS);
      this.#hear = (at) => {
        if (heard.push(at) < this.#requests.length) return;
        clearTimeout(lost);
        resolve(heard);
      };
    });
  }

  close(): void {
    for (const request of this.#requests) request.destroy();
    this.#agent.destroy();
  }

  #openOne(cookie: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const request = get(
        { port: this.#port, host: '127.0.0.1', agent: this.#agent, path: '/web/message/inner/message/stream', headers: { cookie } },
        (answer) => {
          if (answer.statusCode !== 200) reject(new Error(`a stream was answered with ${answer.statusCode}`));
          answer.setEncoding('utf8').on('error', () => {});
          let rest = '';
          answer.on('data', (text: string) => {
            const events = (rest + text).split('\n\n');
            rest = events.pop() as string;
            for (const event of events) {
              if (event.includes('event: unread')) resolve();
              if (event.includes('"arrived":{')) this.#hear(performance.now());
            }
          });
        },
      );
      request.on('error', reject);
      this.#requests.push(request);
    });
  }
}
