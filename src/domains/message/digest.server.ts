import type { Opened, Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { wake } from '~/server/jobs.server';
import { shanghaiDate, shanghaiTime } from '~/shared/dates';

const MOST = 500;
const LINES = 100;

/** Makes one mail a person of all that waited for their hour; answers how many mails. */
export async function mergeDigests(opened: Opened, now: Date): Promise<number> {
  const made = await opened.inSystem((tx) => mergeOnce(tx, now));
  if (made > 0) wake('send-outgoing');
  return made;
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
    await tx
      .insertInto('outgoing')
      .values({
        tenant_id: first.tenant_id,
        id: newId(),
        channel: 'MAIL',
        address: first.address,
        account_id: first.account_id,
        kind: 'digest',
        title: `${shanghaiDate(now)}消息汇总（${own.length}条）`,
        body: [...lines, ...rest].join('\n\n'),
        link: '/portal/message/list',
        created_at: now,
        due_at: now,
      })
      .execute();
    for (const row of own) await tx.updateTable('outgoing').set({ state: 'MERGED' }).where('tenant_id', '=', row.tenant_id).where('id', '=', row.id).execute();
  }
  return people.size;
}
