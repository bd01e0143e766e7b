import { sql } from 'kysely';
import { hashToken, newToken } from '~/server/context.server';
import { jsonb, type Tx } from '~/server/db.server';
import { forgetRows } from '~/server/retention.server';

export type TicketPurpose = 'SECOND_FACTOR' | 'SCAN' | 'SCAN_UNBOUND' | 'PASSKEY_LOGIN' | 'PASSKEY_ADD' | 'SET_PASSWORD';

export interface Ticket<Data> {
  accountId: string | null;
  data: Data;
}

/** A token for the next step; the database keeps its hash. */
export async function issueTicket(
  tx: Tx,
  ticket: { purpose: TicketPurpose; accountId?: string | null; data?: unknown; lifeMs: number },
  now: Date,
): Promise<string> {
  const token = newToken();
  await tx
    .insertInto('account_ticket')
    .values({
      token_hash: hashToken(token),
      purpose: ticket.purpose,
      account_id: ticket.accountId ?? null,
      data: jsonb(ticket.data ?? {}),
      expires_at: new Date(now.getTime() + ticket.lifeMs),
    })
    .execute();
  return token;
}

/** Takes a ticket back for good: null when it was used, has run out, or never was. */
export async function takeTicket<Data>(tx: Tx, purpose: TicketPurpose, token: string, now: Date): Promise<Ticket<Data> | null> {
  const row = await tx
    .deleteFrom('account_ticket')
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .returning(['account_id', 'data', 'expires_at'])
    .executeTakeFirst();
  return row && row.expires_at > now ? { accountId: row.account_id, data: row.data as Data } : null;
}

/** Looks at a ticket for one more try; null when it is gone or was tried `most` times already. */
export async function tryTicket<Data>(tx: Tx, purpose: TicketPurpose, token: string, most: number, now: Date): Promise<Ticket<Data> | null> {
  const row = await tx
    .updateTable('account_ticket')
    .set({ attempts: sql<number>`attempts + 1` })
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .where('attempts', '<', most)
    .returning(['account_id', 'data'])
    .executeTakeFirst();
  return row ? { accountId: row.account_id, data: row.data as Data } : null;
}

export const forgetTickets = (tx: Tx, before: Date, most: number): Promise<number> =>
  forgetRows(tx, 'account_ticket', sql<boolean>`expires_at < ${before}`, most);

export const forgetProofCodes = (tx: Tx, before: Date, most: number): Promise<number> =>
  forgetRows(tx, 'proof_code', sql<boolean>`expires_at < ${before}`, most);
