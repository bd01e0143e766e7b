import type { Screen } from './screens';

/**
 * Process keys whose tasks have a page of their own in to-do and done (routes of the specification). A kind of business is registered by a line
 * here and the two pages it names, when it is built.
 */
export const processPages: Readonly<Record<string, string>> = {
  dataExport: '数据导出审批',
};

export const TODO_PAGE = '/portal/process/backLog';
export const DONE_PAGE = '/portal/process/handleEnd';

export const processScreens = (todo: string, done: string): Screen[] =>
  Object.entries(processPages).flatMap(([key, title]): Screen[] => [
    { path: `${TODO_PAGE}/${key}`, app: 'common', title: `待办·${title}`, who: 'factory', codes: [todo], parent: TODO_PAGE },
    { path: `${DONE_PAGE}/${key}`, app: 'common', title: `已办·${title}`, who: 'factory', codes: [done], parent: DONE_PAGE },
  ]);
