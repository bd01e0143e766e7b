import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { taskList } from '~/domains/workflow/taskCalls';
import type { MeView } from '~/portal/me.schema';
import { FLOW_DONE, FLOW_TODO } from '~/portal/permissions';
import { DONE_PAGE, TODO_PAGE } from '~/portal/processPages';
import { onNextPage } from '~/ui/kit/page';
import { badgeText } from '~/ui/kit/Tag';
import type { Action } from '~/ui/kit/types';
import { CHANGED, call } from './call';
import { $arrived, $tasks } from './session';

/** After a change of one's own; the list is asked once for several that follow each other. */
const SETTLE_MS = 400;

/** How many tasks wait: what the to-do list counts, of which one row is asked since none is shown. Asked again with each page, each change and each message. */
export function useTaskEntries(me: MeView | null): { count: number; entries: Action[] } {
  const count = useStore($tasks, { ssr: 'initial' });
  const holds = (code: string): boolean => me?.customerId === null && me.permissions.includes(code);
  const todo = holds(FLOW_TODO);
  useEffect(() => {
    if (!todo) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = () =>
      void call(taskList, { pageNo: 1, pageSize: 1 }, { stays: true }).then(
        ({ totalCount }) => $tasks.set(totalCount),
        () => undefined,
      );
    const soon = () => {
      clearTimeout(timer);
      timer = setTimeout(ask, SETTLE_MS);
    };
    ask();
    const stops = [onNextPage(ask), $arrived.listen(soon)];
    addEventListener(CHANGED, soon);
    return () => {
      clearTimeout(timer);
      removeEventListener(CHANGED, soon);
      for (const stop of stops) stop();
    };
  }, [todo]);
  return {
    count: todo ? count : 0,
    entries: [
      ...(todo ? [{ key: 'todo', label: count > 0 ? `待办（${badgeText(count)}）` : '待办', href: TODO_PAGE }] : []),
      ...(holds(FLOW_DONE) ? [{ key: 'done', label: '已办', href: DONE_PAGE }] : []),
    ],
  };
}
