import type { Expression } from 'kysely';
import { type AppKey, mayUseApp } from '~/portal/apps';
import type { Side } from '~/portal/event';
import { holdsAny, isDealer, type Me } from '~/portal/me';
import type { Tx } from './db.server';
import { countsOf } from './tally.server';

/** Work that waits: `todo.server.ts` of a domain exports its `todos`, and the workbench finds them by that name. The count is that of the list it leads to. */
export interface Todo {
  /** In calls: never changed. */
  key: string;
  title: string;
  side: Side;
  /** It is there for whoever may use all of them. */
  apps: readonly AppKey[];
  /** Whoever holds one of these sees the list; everybody of the side where none is named. */
  see?: readonly string[];
  /** What whoever may do something about it holds; others only look. */
  act: readonly string[] | true;
  /** Where it stands among the others of its side. */
  place: number;
  href: string | ((me: Me, today: string) => string);
  /** Selects the ids of what waits, as this person sees it. */
  rows(tx: Tx, me: Me, today: string): Expression<unknown>;
}

const meets = (me: Me, { side, apps, see }: Todo): boolean =>
  isDealer(me) === (side === 'dealer') && apps.every((app) => mayUseApp(me, app)) && (see === undefined || holdsAny(me, ...see));

/** How much waits of each of these that is for the person, up to `cap` if one is given. */
export async function countTodos(tx: Tx, me: Me, todos: readonly Todo[], today: string, cap?: number) {
  const mine = todos.filter((one) => meets(me, one)).sort((a, b) => a.place - b.place);
  const counts = await countsOf(
    tx,
    mine.map(({ rows }) => rows(tx, me, today)),
    cap,
  );
  return mine.map(({ key, title, href, act }, at) => ({
    ...{ key, title, href: typeof href === 'string' ? href : href(me, today) },
    ...{ own: act === true || holdsAny(me, ...act), count: counts[at] ?? 0 },
  }));
}
