import { sql } from 'kysely';
import { database, type Tx } from '~/server/db.server';
import { forgetRows } from '~/server/retention.server';
import { Refusal, refusalCodes } from '~/shared/refusal';

const MINUTE_MS = 60_000;
const FIRST_WAIT_MS = MINUTE_MS;
const LONGEST_WAIT_MS = 30 * MINUTE_MS;

/** How many tries within the window before each further one waits. An address serves many people, so it is given more room than one account. */
const limits: Record<string, { most: number; windowMs: number }> = {
  account: { most: 5, windowMs: 15 * MINUTE_MS },
  everywhere: { most: 30, windowMs: 15 * MINUTE_MS },
  second: { most: 5, windowMs: 15 * MINUTE_MS },
  address: { most: 50, windowMs: 15 * MINUTE_MS },
  code: { most: 10, windowMs: 24 * 60 * MINUTE_MS },
  'code-address': { most: 30, windowMs: 15 * MINUTE_MS },
  lookup: { most: 60, windowMs: 15 * MINUTE_MS },
  phone: { most: 10, windowMs: 60 * MINUTE_MS },
  visit: { most: 20, windowMs: 60 * MINUTE_MS },
  register: { most: 10, windowMs: 60 * MINUTE_MS },
};
const limitOf = (key: string) => limits[key.slice(0, key.indexOf(':'))] ?? { most: 5, windowMs: 15 * MINUTE_MS };

/**
 * Counts one try against each key before it is made, so a burst of parallel guesses cannot slip past the check; refuses while one is blocked.
 * The try that reaches the limit blocks the key at once, each later one doubles the wait. `succeeded` gives the try back.
 */
export async function consumeAttempt(keys: readonly string[], now: Date): Promise<{ lastAttempt: boolean }> {
  return database().inSystem(async (tx) => {
    let lastAttempt = false;
    for (const key of [...keys].sort()) lastAttempt = (await takeOne(tx, key, now)) || lastAttempt;
    return { lastAttempt: lastAttempt };
  });
}

async function takeOne(tx: Tx, key: string, now: Date): Promise<boolean> {
  const { most, windowMs } = limitOf(key);
  const since = new Date(now.getTime() - windowMs);
  const row = await tx
    .insertInto('login_attempt')
    .values({ key, failures: 1, window_start: now })
    .onConflict((on) =>
      on.column('key').doUpdateSet({
        failures: sql<number>`case when login_attempt.window_start < ${since} then 1 else login_attempt.failures + 1 end`,
        window_start: sql<Date>`case when login_attempt.window_start < ${since} then ${now} else login_attempt.window_start end`,
      }),
    )
    .returning(['failures', 'blocked_until'])
    .executeTakeFirstOrThrow();
  if (row.blocked_until && row.blocked_until > now) refuseUntil(key, row.blocked_until, now);
  const over = row.failures - most;
  if (over < 0) return false;
  const wait = Math.min(FIRST_WAIT_MS * 2 ** Math.min(over, 10), LONGEST_WAIT_MS);
  await tx
    .updateTable('login_attempt')
    .set({ blocked_until: new Date(now.getTime() + wait) })
    .where('key', '=', key)
    .execute();
  return true;
}

function refuseUntil(key: string, until: Date, now: Date): never {
  const minutes = Math.ceil((until.getTime() - now.getTime()) / MINUTE_MS);
  const said = key.startsWith('everywhere:')
    ? `该账号在多处连续登录失败，请${minutes}分钟后再试，或改用短信验证码、常用设备登录`
    : `尝试次数过多，请${minutes}分钟后再试`;
  throw new Refusal(refusalCodes.LOGIN_LOCKED, said, { reason: 'LOGIN_LOCKED', minutes });
}

/** Counters that others fill too: a right try of one person must not wipe out the wrong ones of the rest. */
const isShared = (key: string): boolean => /^(address|everywhere):/.test(key);

/** The try was right: what counted against the person alone is forgotten, what counts against many is given back. */
export async function succeeded(keys: readonly string[]): Promise<void> {
  const own = keys.filter((key) => !isShared(key));
  await database().inSystem(async (tx) => {
    if (own.length) await tx.deleteFrom('login_attempt').where('key', 'in', own).execute();
    for (const key of keys.filter(isShared))
      await tx
        .updateTable('login_attempt')
        .set({
          failures: sql<number>`greatest(failures - 1, 0)`,
          blocked_until: sql<Date | null>`case when failures - 1 < ${limitOf(key).most} then null else blocked_until end`,
        })
        .where('key', '=', key)
        .execute();
  });
}

/** A block that still holds is kept however old its count. */
export const forgetTries = (tx: Tx, before: Date, most: number): Promise<number> =>
  forgetRows(tx, 'login_attempt', sql<boolean>`window_start < ${before} and (blocked_until is null or blocked_until < ${before})`, most);
