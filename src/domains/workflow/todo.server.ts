import { FLOW_TODO } from '~/portal/permissions';
import { TODO_PAGE } from '~/portal/processPages';
import type { Todo } from '~/server/todo.server';
import { tasksWaiting } from './taskList.server';

export const todos: readonly Todo[] = [
  { key: 'tasks', title: '待办任务', side: 'factory', apps: ['order'], see: [FLOW_TODO], act: true, place: 10, href: TODO_PAGE, rows: tasksWaiting },
];
