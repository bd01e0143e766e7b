import { Stat } from '~/ui/kit/Card';
import { EmptyState } from '~/ui/kit/Feedback';
import { Link } from '~/ui/kit/Link';
import { shownCount } from '../insight';
import type { Todo } from '../insight.schema';

/** One card a kind of waiting work, the person's own first; each leads to the list it counts. What has nothing waiting takes one line together. */
export function TodoCards({ todos }: { todos: readonly Todo[] }) {
  if (todos.length === 0) return <EmptyState title="暂无待办" note="有需要处理的单据时会显示在这里" />;
  const waiting = todos.filter((todo) => todo.count > 0);
  const done = todos.filter((todo) => todo.count === 0);
  return (
    <div className="flex flex-col gap-3">
      {waiting.length > 0 && (
        <div className="grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-[repeat(auto-fit,minmax(11rem,1fr))]">
          {waiting.map((todo) => (
            <Stat
              key={todo.key}
              label={todo.title}
              value={shownCount(todo.count)}
              note={todo.own ? '等您处理' : '供您了解'}
              href={todo.href}
              tone={todo.own ? 'warn' : 'neutral'}
            />
          ))}
        </div>
      )}
      {done.length > 0 && (
        <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-3">
          <span>没有等待：</span>
          {done.map((todo) => (
            <Link key={todo.key} href={todo.href} className="text-ink-2">
              {`${todo.title} 0`}
            </Link>
          ))}
        </p>
      )}
    </div>
  );
}
