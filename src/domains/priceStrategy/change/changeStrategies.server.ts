import { pricePolicyOf } from '~/domains/price/pricePolicy.server';
import { submitDocument } from '~/domains/workflow/approval.server';
import { actorName, type Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import { jsonb, type Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { oneNumber } from '~/server/numbers.server';
import { triedOut } from '~/server/triedOut.server';
import { knownStrategies, strategiesWrittenSince } from '../strategyVersions.server';
import * as subjects from '../subjects';
import { priceStrategyChangeApproval } from './approval.server';
import { docs } from './changeDoc.server';
import { type ChangedStrategy, type StrategyChangeKind, strategyChangeKinds } from './strategyChange';
import type { PendingStrategy } from './strategyChange.schema';
import type { Writer } from './writers.server';

/** Writes strategies at once, or, where the company asks for approval, finds out what would be written and submits that. */
export async function changeStrategies<Asked, Done extends object>(
  tx: Tx,
  me: Me,
  { kind, write }: Writer<Asked, Done>,
  asked: Asked,
  now: Date,
): Promise<Done & { change: PendingStrategy }> {
  const { strategy } = await pricePolicyOf(tx, me);
  if (strategy === 'DIRECT') return { ...(await write(tx, me, asked, now)), change: null };
  const known = await knownStrategies(tx, me);
  const { done, lines } = await triedOut(
    tx,
    () => write(tx, me, asked, now),
    (since) => strategiesWrittenSince(tx, me, since, known),
  );
  return { ...done, change: lines.length ? await submit(tx, me, kind, asked, lines, now) : null };
}

const NAMED = 3;
const namesOf = (lines: readonly ChangedStrategy[]): string => {
  const all = [...new Set(lines.map((line) => line.name))];
  return all.slice(0, NAMED).join('、') + (all.length > NAMED ? `等${all.length}条` : '');
};

async function submit(tx: Tx, me: Me, kind: StrategyChangeKind, asked: unknown, lines: readonly ChangedStrategy[], now: Date): Promise<PendingStrategy> {
  const [id, no] = [newId(), await oneNumber(tx, me, subjects.priceStrategyChange, now)];
  await tx
    .insertInto('price_strategy_change')
    .values({
      tenant_id: me.tenantId,
      id,
      no,
      kind,
      asked: jsonb(asked) as never,
      lines: jsonb(lines) as never,
      line_count: lines.length,
      names: namesOf(lines),
      created_by: me.accountId,
      creator: actorName(me),
      created_at: now,
    })
    .execute();
  await audit(tx, me, {
    action: '提交价格策略变更',
    subject: subjects.priceStrategyChange,
    id,
    no,
    after: { note: `${strategyChangeKinds[kind]}：${namesOf(lines)}` },
  });
  await submitDocument(tx, me, priceStrategyChangeApproval, await docs.lock(tx, me, { id }), now);
  return { id, no };
}
