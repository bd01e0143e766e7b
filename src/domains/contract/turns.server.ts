import type { Expression } from 'kysely';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { contractsOf, mineTurn } from './views.server';

/** Contracts that wait for this person's side, to be counted. */
export const turnsOf = (tx: Tx, me: Me): Expression<unknown> => contractsOf(tx, me).where(mineTurn(me)).select('ct_contract.id');
