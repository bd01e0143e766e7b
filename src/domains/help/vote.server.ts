import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { database } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import type { Request } from '~/server/serve.server';
import { Refusal, TOO_MANY } from '~/shared/refusal';
import type { VoteInput } from './help.schema';

const HOUR_MS = 3_600_000;
/** One address may serve an office: far more than people cast, far less than a program would. */
const MOST_AN_HOUR = 60;

/** One vote a question and browser; again replaces it. Addresses are kept only as a hash of the day, to count by. */
export async function castVote(input: VoteInput, { address, now }: Pick<Request, 'address' | 'now'>): Promise<Record<string, never>> {
  const addressHash = createHash('sha256')
    .update(`${now.toISOString().slice(0, 10)} ${address}`)
    .digest('hex')
    .slice(0, 32);
  await database().inSystem(async (tx) => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from help_vote where address_hash = ${addressHash} and changed_at > ${new Date(now.getTime() - HOUR_MS)}`.execute(tx);
    if ((rows[0]?.n ?? 0) >= MOST_AN_HOUR) throw new Refusal(TOO_MANY, '评价太频繁，请一小时后再试', { reason: 'TOO_MANY', limit: MOST_AN_HOUR });
    await tx
      .insertInto('help_vote')
      .values({
        id: newId(),
        centre: input.centre,
        question: input.question,
        voter: input.voter,
        helpful: input.helpful,
        reason: input.reason,
        address_hash: addressHash,
        changed_at: now,
      })
      .onConflict((on) =>
        on.columns(['centre', 'question', 'voter']).doUpdateSet({ helpful: input.helpful, reason: input.reason, address_hash: addressHash, changed_at: now }),
      )
      .execute();
  });
  return {};
}

export interface VoteCount {
  centre: string;
  question: string;
  helpful: number;
  unhelpful: number;
  reasons: string[];
}

/** What readers said of each question, the least helpful first; for editors. */
export async function voteCounts(): Promise<VoteCount[]> {
  return database().inSystem(
    async (tx) => {
      const { rows } = await sql<VoteCount>`
        select centre, question, count(*) filter (where helpful)::int as helpful, count(*) filter (where not helpful)::int as unhelpful,
          coalesce(array_agg(reason order by changed_at desc) filter (where reason <> ''), '{}') as reasons
        from help_vote group by centre, question order by unhelpful desc, helpful desc, centre, question`.execute(tx);
      return rows;
    },
    { readOnly: true },
  );
}
