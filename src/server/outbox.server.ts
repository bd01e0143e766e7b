import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import type { About } from './authority.server';
import { onCommit } from './db/transaction.server';
import type { Tx } from './db.server';
import { newId } from './ids.server';
import { wake } from './jobs.server';

/** What people are told after a change commits: at once in this process, at its next turn in another. */
export type Notice = Told & (Catalogued | Worded);
interface Catalogued {
  /** What the event's template is filled with. */
  params: Readonly<Record<string, string>>;
}
/** An event told in many ways brings its words; a template may frame them. */
interface Worded {
  title: string;
  body: string;
}
interface Told {
  /** Event key, e.g. `order.submitted`; the message domain's catalogue has its wording. */
  kind: string;
  link: string;
  /** Factory people who hold the code; with `about` those alone who may see a document of that customer or warehouse. */
  to: { side: 'factory'; code: string; about?: About } | { side: 'dealer'; customerId: string } | { side: 'account'; accountId: string };
}

/** Written in the same transaction as the change, so a rolled-back change tells nobody. */
export async function tell(tx: Tx, me: Pick<Me, 'tenantId'>, notice: Notice): Promise<void> {
  await tx
    .insertInto('outbox')
    .values({ tenant_id: me.tenantId, id: newId(), kind: 'notice', payload: sql`${JSON.stringify(notice)}::jsonb` })
    .execute();
  onCommit(() => wake('deliver-notices'));
}
