import { sql } from 'kysely';
import { eventOf } from '~/domains/events';
import type { EventKind } from '~/portal/event';
import type { Tx } from '~/server/db.server';
import { render, type Wording } from './template';

export interface Worded extends Wording {
  event: EventKind | undefined;
}

/** What words are made of, in a notice of a kind. */
interface Wordable {
  kind: string;
  params?: Record<string, string> | undefined;
  title?: string | undefined;
  body?: string | undefined;
}

/** Gives the words of these notices: the tenant's over the product's, or those a notice brought itself. */
export async function wordingFor(tx: Tx, tenantId: bigint, notices: readonly Wordable[]): Promise<(notice: Wordable) => Worded> {
  const kinds = new Set(notices.filter((one) => paramsOf(one)).map((one) => one.kind));
  const rows = kinds.size
    ? await tx
        .selectFrom('message_template')
        .select(['kind', 'title', 'body'])
        .where('tenant_id', '=', tenantId)
        .where('kind', '=', sql<string>`any(${[...kinds]}::text[])`)
        .execute()
    : [];
  const own = new Map(rows.map((row) => [row.kind, row]));
  return (notice) => {
    const event = eventOf(notice.kind);
    const params = paramsOf(notice);
    if (event && params) return { event, ...render(own.get(event.kind) ?? event, event, params) };
    const said = saidBy(notice);
    if (!said) throw new Error(`the event ${notice.kind} has neither a template nor words`);
    return { event, ...said };
  };
}

const saidBy = ({ title, body }: Wordable): Wording | undefined => (title !== undefined && body !== undefined ? { title, body } : undefined);

/** What fills the template of its kind; none when its own words are all there is. A template may frame the words a notice brings. */
function paramsOf(notice: Wordable): Record<string, string> | undefined {
  const event = eventOf(notice.kind);
  const said = saidBy(notice);
  if (!event || (said && !('title' in event.params))) return undefined;
  return notice.params ?? (said && { ...said });
}
