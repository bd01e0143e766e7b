import type { Screen } from './screens';

/**
 * Process keys whose tasks have a page of their own in to-do and done (routes of the specification). A kind of business is registered by a line
 * here and the two pages it names, when it is built.
 */
const named = {
  dataExport: '数据导出审批',
  creditStart: '授信申请审批',
  changeCredit: '额度变更审批',
  expiredCredit: '额度失效审批',
  creditRepay: '收款审批',
  stillMoney: '还款审批',
  creditPayCycle: '还款周期变更审批',
  collectionPayment: '催收审批',
} as const;
export const processPages: Readonly<Record<string, string>> = named;

export const TODO_PAGE = '/portal/process/backLog';
export const DONE_PAGE = '/portal/process/handleEnd';

type ProcessScreen = Screen & { path: `${typeof TODO_PAGE | typeof DONE_PAGE}/${keyof typeof named}` };
export const processScreens = (todo: string, done: string): ProcessScreen[] =>
  (Object.keys(named) as (keyof typeof named)[]).flatMap((key): ProcessScreen[] => [
    { path: `${TODO_PAGE}/${key}`, app: 'common', title: `待办·${named[key]}`, who: 'factory', codes: [todo], parent: TODO_PAGE },
    { path: `${DONE_PAGE}/${key}`, app: 'common', title: `已办·${named[key]}`, who: 'factory', codes: [done], parent: DONE_PAGE },
  ]);
