import type { z } from 'zod';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { Refusal } from '~/shared/refusal';
import type { CardCell, CardFact, CardTable, TaskCard } from './task.schema';

export type Cell = z.output<typeof CardCell>;
export type Fact = Cell & { key: string; label: string; tone?: z.output<typeof CardFact>['tone'] };
type Table = Pick<z.output<typeof CardTable>, 'title' | 'rows'> & { columns: { key: string; title: string; numeric?: boolean }[]; more?: number };

/** What whoever decides must see of a document. Keys of facts and columns are those of the form's fields, where they are one: a step may hide them. */
export interface Card {
  facts: readonly (Fact | false)[];
  changes?: readonly { label: string; before: string; after: string }[];
  tables?: readonly Table[];
  warnings?: readonly (string | false)[];
}
type ReadCard = (tx: Tx, me: Me, id: string, now: Date) => Promise<Card>;

/** Lines beyond these are counted and read on the document's own page. */
export const MOST_LINES = 100;

const shared = globalThis as { portalCards?: Map<string, ReadCard> };
shared.portalCards ??= new Map();
const cards = shared.portalCards;

/** The business card of a kind of approval, made where its domain registers its calls; `type` is the approval's. */
export const defineTaskCard = (type: string, read: ReadCard): void => void cards.set(type, read);

/** The card as the step shows it; of a document the person does not see, only what the process carries. */
export async function taskCardOf(
  tx: Tx,
  me: Me,
  subject: { type: string; id: string; summary: readonly { label: string; value: string }[] },
  hidden: ReadonlySet<string>,
  now: Date,
): Promise<TaskCard> {
  const card = await readCard(tx, me, subject, now);
  return {
    facts: card.facts.flatMap((fact) => (fact && !hidden.has(fact.key) ? [{ tone: '' as const, ...fact }] : [])),
    changes: [...(card.changes ?? [])],
    tables: (card.tables ?? []).map((table) => withoutColumns(table, hidden)),
    warnings: (card.warnings ?? []).filter((one): one is string => Boolean(one)),
  };
}

async function readCard(tx: Tx, me: Me, { type, id, summary }: Parameters<typeof taskCardOf>[2], now: Date): Promise<Card> {
  const plain: Card = { facts: summary.map(({ label, value }) => ({ key: label, label, text: value })) };
  const read = cards.get(type);
  if (!read) return plain;
  try {
    return await read(tx, me, id, now);
  } catch (error) {
    if (error instanceof Refusal) return plain;
    throw error;
  }
}

function withoutColumns({ title, columns, rows, more = 0 }: Table, hidden: ReadonlySet<string>): z.output<typeof CardTable> {
  const kept = columns.flatMap((column, at) => (hidden.has(column.key) ? [] : [at]));
  return {
    title,
    more,
    columns: kept.map((at) => ({ numeric: false, ...(columns[at] as (typeof columns)[number]) })),
    rows: rows.map((row) => kept.map((at) => row[at] ?? {})),
  };
}
