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
  if (notice.title !== undefined && notice.body !== undefined) return { event, title: notice.title, body: notice.body };
  if (!event || !notice.params) throw new Error(`the event ${notice.kind} has neither a template nor words`);
  const own = await tx
    .selectFrom('message_template')
    .select(['title', 'body'])
    .where('tenant_id', '=', tenantId)
    .where('kind', '=', event.kind)
    .executeTakeFirst();
  return { event, ...render(own ?? event, event, notice.params) };
}
