import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { countTodos, type Todo as Said } from '~/server/todo.server';
import { shanghaiDate } from '~/shared/dates';
import { TAB_CAP } from '~/shared/tabCap';
import type { Todo } from './insight.schema';

/** What each domain says waits; a new domain needs no line here. */
const said: readonly Said[] = Object.values(
  import.meta.glob<{ todos: readonly Said[] }>(['../*/todo.server.ts', '!./todo.server.ts'], { eager: true }),
).flatMap(({ todos }) => todos);

/** What waits for this person, as far as they may see it; first what they do something about themselves. */
export async function todosOf(tx: Tx, me: Me, now = new Date()): Promise<Todo[]> {
  const todos = await countTodos(tx, me, said, shanghaiDate(now), TAB_CAP);
  return todos.sort((a, b) => Number(b.own) - Number(a.own));
}
