import type { Tx } from '~/server/db.server';
import { type EventKind, eventOf } from './events';
import { render, type Wording } from './template';

export interface Worded extends Wording {
  event: EventKind | undefined;
}

/** The words of a notice: the tenant's over the product's, or those it brought itself. */
export async function wordsOf(
  tx: Tx,
  tenantId: bigint,
  notice: { kind: string; params?: Record<string, string> | undefined; title?: string | undefined; body?: string | undefined },
): Promise<Worded> {
  const event = eventOf(notice.kind);
  const said = notice.title !== undefined && notice.body !== undefined ? { title: notice.title, body: notice.body } : undefined;
  if (said && !(event && 'title' in event.params)) return { event, ...said };
  const params = notice.params ?? said;
  if (!event || !params) throw new Error(`the event ${notice.kind} has neither a template nor words`);
  const own = await tx
    .selectFrom('message_template')
    .select(['title', 'body'])
    .where('tenant_id', '=', tenantId)
    .where('kind', '=', event.kind)
    .executeTakeFirst();
  return { event, ...render(own ?? event, event, params) };
}
