import { sql } from 'kysely';
import { database } from '~/server/db.server';
import { Refusal, refusalCodes } from '~/shared/refusal';

const WINDOW_MS = 15 * 60_000;
/** An address serves many people, so it is given more room than one account. */
const limitOf = (key: string): number => (key.startsWith('account:') ? 5 : key.startsWith('sms-address:') ? 30 : 50);
const FIRST_WAIT_MS = 60_000;
const LONGEST_WAIT_MS = 30 * 60_000;

export async function refuseWhenBlocked(keys: readonly string[], now: Date): Promise<void> {
  const blocked = await database().inSystem((tx) =>
    tx
      .selectFrom('login_attempt')
      .select('blocked_until')
      .where('key', 'in', keys)
      .where('blocked_until', '>', now)
      .orderBy('blocked_until', 'desc')
      .executeTakeFirst(),
  );
  if (!blocked?.blocked_until) return;
  const minutes = Math.ceil((blocked.blocked_until.getTime() - now.getTime()) / 60_000);
  throw new Refusal(refusalCodes.LOGIN_LOCKED, `尝试次数过多，请${minutes}分钟后再试`, { reason: 'LOGIN_LOCKED', minutes });
}

/** Each failure past the limit doubles the wait. */
export async function countFailure(keys: readonly string[], now: Date): Promise<void> {
  await database().inSystem(async (tx) => {
    for (const key of [...keys].sort()) {
      const row = await tx
        .insertInto('login_attempt')
        .values({ key, failures: 1, window_start: now })
        .onConflict((on) =>
          on.column('key').doUpdateSet({
            failures: sql<number>`case when login_attempt.window_start < ${new Date(now.getTime() - WINDOW_MS)} then 1 else login_attempt.failures + 1 end`,
            window_start: sql<Date>`case when login_attempt.window_start < ${new Date(now.getTime() - WINDOW_MS)} then ${now} else login_attempt.window_start end`,
          }),
        )
        .returning('failures')
        .executeTakeFirstOrThrow();
      const over = row.failures - limitOf(key);
      if (over < 0) continue;
      const wait = Math.min(FIRST_WAIT_MS * 2 ** over, LONGEST_WAIT_MS);
      await tx
        .updateTable('login_attempt')
        .set({ blocked_until: new Date(now.getTime() + wait) })
        .where('key', '=', key)
        .execute();
    }
  });
}

export async function succeeded(keys: readonly string[]): Promise<void> {
  const own = keys.filter((key) => key.startsWith('account:'));
  if (own.length) await database().inSystem((tx) => tx.deleteFrom('login_attempt').where('key', 'in', own).execute());
}
