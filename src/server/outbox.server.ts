import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import type { About } from './authority.server';
import type { Tx } from './db.server';
import { newId } from './ids.server';

/** What happens after a change commits. `notice` becomes in-app messages; each kind is delivered at least once. */
export interface Notice {
  /** Event key, e.g. `order.submitted`. */
  kind: string;
  title: string;
  body: string;
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
}
