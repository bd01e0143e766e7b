import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { contractsOf, mineTurn } from './views.server';

/** Contracts that wait for this person's side, counted up to `most`. */
export async function countTurns(tx: Tx, me: Me, most: number): Promise<number> {
  const some = contractsOf(tx, me).where(mineTurn(me)).select(sql<number>`1`.as('one')).limit(most);
  const { n } = await tx.selectFrom(some.as('some')).select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow();
  return n;
}
