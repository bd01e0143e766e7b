import { eventOf, events } from '~/domains/events';
import type { EventKind } from '~/portal/event';
import type { Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { mustHaveWritten, nextVersion, raised } from '~/server/versioned.server';
import { BAD_INPUT, notFound, Refusal } from '~/shared/refusal';
import * as subjects from './subjects';
import { problemsOf, type Wording } from './template';

export async function listTemplates(tx: Tx, me: Me) {
  const own = new Map((await tx.selectFrom('message_template').selectAll().where('tenant_id', '=', me.tenantId).execute()).map((row) => [row.kind, row]));
  return {
    templates: events.map(({ kind, title, body }) => {
      const row = own.get(kind);
      return { kind, title: row?.title ?? title, body: row?.body ?? body, version: row?.version ?? 0 };
    }),
  };
}

/** The tenant's wording, from the next message on. Only parameters the event has may be named. */
export async function saveTemplate(tx: Tx, me: Me, input: Wording & { kind: string; version: number }, now: Date): Promise<{ version: number }> {
  const event = eventOf(input.kind) ?? notFound('该事件');
  const fields = problemsOf(input, event);
  const [problem] = Object.values(fields);
  if (problem) throw new Refusal(BAD_INPUT, problem, { reason: 'BAD_INPUT', fields });
  const before = await ownOf(tx, me, event);
  const values = { title: input.title, body: input.body };
  const saved = before
    ? await tx
        .updateTable('message_template')
        .set({ ...values, version: raised(), updated_at: now })
        .where('tenant_id', '=', me.tenantId)
        .where('kind', '=', event.kind)
        .where('version', '=', input.version)
        .executeTakeFirst()
    : await tx
        .insertInto('message_template')
        .values({ tenant_id: me.tenantId, kind: event.kind, ...values })
        .onConflict((on) => on.doNothing())
        .executeTakeFirst();
  mustHaveWritten(saved);
  await record(tx, me, '编辑消息模板', event, before ?? { title: event.title, body: event.body }, values);
  return { version: nextVersion(input) };
}

export async function restoreTemplate(tx: Tx, me: Me, input: { kind: string; version: number }): Promise<Record<string, never>> {
  const event = eventOf(input.kind) ?? notFound('该事件');
  const before = (await ownOf(tx, me, event)) ?? notFound('该模板');
  const gone = await tx
    .deleteFrom('message_template')
    .where('tenant_id', '=', me.tenantId)
    .where('kind', '=', event.kind)
    .where('version', '=', input.version)
    .executeTakeFirst();
  mustHaveWritten(gone);
  await record(tx, me, '恢复消息模板', event, before, { title: event.title, body: event.body });
  return {};
}

const ownOf = (tx: Tx, me: Me, event: EventKind): Promise<Wording | undefined> =>
  tx.selectFrom('message_template').select(['title', 'body']).where('tenant_id', '=', me.tenantId).where('kind', '=', event.kind).executeTakeFirst();

const record = (tx: Tx, me: Me, action: string, event: EventKind, before: Wording, after: Wording) =>
  audit(tx, me, { action, subject: subjects.messageTemplate, id: event.kind, no: event.name, before, after });
