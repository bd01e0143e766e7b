import { sql } from 'kysely';
import type { Opened, Tx } from './db.server';
import { addChore } from './jobs.server';

/** What is kept for some time and then forgotten. */
export interface Kept {
  /** Its table, unless other rows or columns of that table are kept for another time. */
  key: string;
  /** Chinese: what it is, and why it is kept at all. */
  title: string;
  why: string;
  days: number;
  /** Forgets up to `most` rows older than `before`; answers how many. Called again while it answers `most`. */
  forget(tx: Tx, before: Date, most: number): Promise<number>;
}

const BATCH = 2000;
const DAY_MS = 86_400_000;
const shared = globalThis as { portalKept?: Map<string, Kept> };
shared.portalKept ??= new Map();
const table = shared.portalKept;

export const keep = (kept: Kept): void => void table.set(kept.key, kept);
export const allKept = (): Kept[] => [...table.values()].sort((a, b) => a.days - b.days || (a.key < b.key ? -1 : 1));

/** Forgets whatever is older than its days, in small transactions; one failure does not keep the rest. Answers how many rows. */
export async function forgetOld(opened: Opened, now: Date, stop?: AbortSignal): Promise<number> {
  let forgotten = 0;
  const failures: string[] = [];
  for (const kept of allKept()) {
    const before = new Date(now.getTime() - kept.days * DAY_MS);
    try {
      for (let some = BATCH; some === BATCH && !stop?.aborted; forgotten += some) some = await opened.inSystem((tx) => kept.forget(tx, before, BATCH));
    } catch (error) {
      failures.push(`${kept.title}：${error instanceof Error ? error.message : String(error)}`);
    }
  }
  if (failures.length) throw new Error(failures.join('；'));
  return forgotten;
}
addChore({ name: 'forget-old', title: '清理超过保留期限的数据', calendar: { at: '03:30', missed: 'LATEST' }, run: forgetOld });

/** Rows of `name` found by `which` (a condition on columns of the table), at most so many at once. */
export async function forgetRows(tx: Tx, name: string, which: ReturnType<typeof sql<boolean>>, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(name)} where ctid = any(array(select ctid from ${sql.table(name)} where ${which} limit ${most}))`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

keep({
  key: 'idempotency',
  title: '重复提交的标识与答复',
  why: '同一次提交重试时给出同一结果',
  days: 2,
  forget: (tx, before, most) => forgetRows(tx, 'idempotency', sql<boolean>`created_at < ${before}`, most),
});
keep({
  key: 'outbox',
  title: '已处理的业务事件',
  why: '核对消息为何发出',
  days: 7,
  forget: (tx, before, most) => forgetRows(tx, 'outbox', sql<boolean>`created_at < ${before} and done_at is not null`, most),
});
keep({
  key: 'session',
  title: '已过期的登录会话',
  why: '在账号安全中说明最近的登录',
  days: 30,
  forget: (tx, before, most) => forgetRows(tx, 'session', sql<boolean>`expires_at < ${before}`, most),
});
keep({
  key: 'chore_run',
  title: '后台任务的运行记录',
  why: '查看任务是否按时完成',
  days: 90,
  forget: (tx, before, most) => forgetRows(tx, 'chore_run', sql<boolean>`started_at < ${before} and ended_at is not null`, most),
});
keep({
  key: 'outgoing',
  title: '短信、邮件等发送记录',
  why: '查询通知是否送达',
  days: 180,
  forget: (tx, before, most) => forgetRows(tx, 'outgoing', sql<boolean>`created_at < ${before} and state not in ('WAITING', 'COLLECTED')`, most),
});
