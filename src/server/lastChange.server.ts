import { sql } from 'kysely';
import { actorName, type Me } from '~/portal/me';
import { shanghaiTime } from '~/shared/dates';
import { Refusal } from '~/shared/refusal';
import type { Tx } from './db.server';

interface LastChange {
  actor: string;
  at: Date;
}

/** Who changed the document last. What a page was opened before is young: the logs are read from their end, a week at most. */
async function lastChange(tx: Tx, me: Me, id: string): Promise<LastChange | null> {
  const { rows } = await sql<LastChange>`
    select actor, at from (
      (select actor, at from audit_log where tenant_id = ${me.tenantId} and subject_id = ${id} and at > now() - interval '7 days' order by at desc, id desc limit 1)
      union all (select actor, at from order_event where tenant_id = ${me.tenantId} and order_id = ${id}::uuid ${me.customerId === null ? sql`` : sql`and payload->>'internal' is null`} order by at desc limit 1)
      union all (select actor, at from delivery_event where tenant_id = ${me.tenantId} and delivery_id = ${id}::uuid order by at desc limit 1)
    ) changes order by at desc limit 1`.execute(tx);
  return rows[0] ?? null;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const idOf = (input: unknown): string | null => {
  const id = (input as { id?: unknown } | null)?.id;
  return typeof id === 'string' && UUID.test(id) ? id : null;
};

/** A conflict of versions says who was first and when; any other refusal passes through. */
export async function namingWho(error: unknown, me: Me, input: unknown, read: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>): Promise<never> {
  const id = idOf(input);
  if (!(error instanceof Refusal) || error.data.reason !== 'VERSION' || !id) throw error;
  const last = await read((tx) => lastChange(tx, me, id));
  if (!last) throw error;
  const at = shanghaiTime(last.at).slice(0, 16);
  const message = last.actor === actorName(me) ? `单据已在您的另一个页面修改（${at}），请刷新后重试` : `单据已被他人修改（${last.actor}，${at}），请刷新后重试`;
  throw new Refusal(error.code, message, { ...error.data, by: last.actor, at: last.at.toISOString() });
}
