import { Stat } from '~/ui/kit/Card';
import { EmptyState } from '~/ui/kit/Feedback';
import { shownCount, type Todo } from '../insight';

/** One card a kind of waiting work; each leads to the list it counts. */
export function TodoCards({ todos }: { todos: readonly Todo[] }) {
  if (todos.length === 0) return <EmptyState title="暂无待办" note="有需要处理的单据时会显示在这里" />;
  return (
    <div className="grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-[repeat(auto-fit,minmax(9.5rem,1fr))]">
      {todos.map((todo) => (
        <Stat key={todo.key} label={todo.title} value={shownCount(todo.count)} href={todo.href} tone={todo.count > 0 ? 'warn' : 'neutral'} />
      ))}
    </div>
  );
}
