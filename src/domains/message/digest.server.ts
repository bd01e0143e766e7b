import type { Opened, Tx } from '~/server/db.server';
import { sendInstead } from '~/server/outgoing/outgoing.server';
import { shanghaiDate, shanghaiTime } from '~/shared/dates';

const MOST = 500;
const LINES = 100;

/** Makes one mail a person of all that waited for their hour; answers how many mails. */
export async function mergeDigests(opened: Opened, now: Date): Promise<number> {
  return opened.inSystem((tx) => mergeOnce(tx, now));
}

async function mergeOnce(tx: Tx, now: Date): Promise<number> {
  const rows = await tx
    .selectFrom('outgoing')
    .selectAll()
    .where('state', '=', 'COLLECTED')
    .where('due_at', '<=', now)
    .orderBy('created_at')
    .limit(MOST)
    .forUpdate()
    .skipLocked()
    .execute();
  const people = new Map<string, typeof rows>();
  for (const row of rows) {
    const key = `${row.tenant_id} ${row.account_id} ${row.address}`;
    people.set(key, [...(people.get(key) ?? []), row]);
  }
  for (const own of people.values()) {
    const first = own[0] as (typeof own)[number];
    const lines = own.slice(0, LINES).map((row) => `${shanghaiTime(row.created_at).slice(5, 16)}  ${row.title}\n${row.body}`);
    const rest = own.length > LINES ? [`另有${own.length - LINES}条，请在消息中心查看`] : [];
    const digest = {
      channel: 'MAIL' as const,
      address: first.address,
      ...(first.account_id ? { accountId: first.account_id } : {}),
      kind: 'digest',
      title: `${shanghaiDate(now)}消息汇总（${own.length}条）`,
      body: [...lines, ...rest].join('\n\n'),
      link: '/portal/message/list',
    };
    await sendInstead(tx, { tenantId: first.tenant_id, ids: own.map(({ id }) => id) }, digest, now);
  }
  return people.size;
}
