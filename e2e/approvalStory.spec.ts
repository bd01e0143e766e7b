import type { Browser, Page } from '@playwright/test';
import { userInfo } from '~/domains/account/calls';
import { orderPage, orderSubmit } from '~/domains/order/calls';
import type { TaskNode } from '~/domains/workflow/process';
import {
  processCreate,
  processDisable,
  processEnable,
  processGet,
  processList,
  processPublish,
  processTestRun,
  processUpdate,
} from '~/domains/workflow/processCalls';
import { TODO_PAGE } from '~/portal/processPages';
import { factoryDraft } from './support/orders';
import { alive, ask, F, logIn, open, personAt } from './support/people';
import { expect, test } from './support/test';

const NAME = `分级审批${crypto.randomUUID().slice(0, 6)}`;
const LARGE = '10.00';
let process = '';
let before = '';

/** What was in force before is in force again, whatever came of the test. */
test.afterAll(async ({ browser }) => {
  if (!process) return;
  const admin = await personAt(browser, 'admin');
  await ask(admin, before ? processEnable : processDisable, { id: before || process, confirm: true });
});

const memberOf = async (page: Page): Promise<string> => {
  const { memberId } = (await (await page.request.get(`/web${userInfo.path}`)).json()).data as { memberId: string };
  return memberId;
};

/** The manager first; from LARGE yuan on the director, too. */
async function publishGraded(admin: Page, managerId: string, directorId: string): Promise<void> {
  before = (await ask(admin, processList, {})).processes.find((one) => one.key === 'orderProcess' && one.status === 'ENABLED')?.id ?? '';
  const made = await ask(admin, processCreate, { key: 'orderProcess', name: NAME }, crypto.randomUUID());
  process = made.id;
  const { tree, version } = await ask(admin, processGet, { id: process });
  const plain = tree.nodes.find((node): node is TaskNode => node.kind === 'APPROVE');
  const [first, last] = [tree.nodes[0], tree.nodes.at(-1)];
  if (!plain || !first || !last) throw new Error('a new process has no step');
  const step = (id: string, name: string, memberId: string): TaskNode => ({ ...plain, id, name, candidates: [{ kind: 'MEMBERS', memberIds: [memberId] }] });
  const graded = {
    kind: 'CONDITION' as const,
    id: 'graded',
    name: '按金额',
    branches: [
      { id: 'large', name: '大额', when: { field: 'amount', op: 'GE' as const, value: LARGE }, nodes: [step('director', '总监审批', directorId)] },
      { id: 'small', name: '默认', when: null, nodes: [] },
    ],
  };
  const designed = { ...tree, nodes: [first, step('manager', '经理审批', managerId), graded, last] };
  const tried = async (amount: string) =>
    (await ask(admin, processTestRun, { key: 'orderProcess', tree: designed, values: { amount }, starterId: '' })).steps.map((one) => one.name);
  expect(await tried('9.99')).not.toContain('总监审批');
  expect(await tried(LARGE)).toContain('总监审批');
  const saved = await ask(admin, processUpdate, { id: process, name: NAME, tree: designed, version });
  await ask(admin, processPublish, { id: process, version: saved.version, notes: '大额订单加总监审批' }, crypto.randomUUID());
  await ask(admin, processEnable, { id: process, confirm: true });
}

async function onPhone(browser: Browser, who: 'manager'): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })).newPage();
  await logIn(page, who);
  return page;
}

/** Opens the task of the order in 待办 and says `words` with the action `label`. */
async function decide(page: Page, no: string, label: '同意' | '退回', words: string): Promise<void> {
  await open(page, TODO_PAGE);
  await page
    .getByRole('link', { name: new RegExp(no) })
    .first()
    .click();
  await page.waitForURL(/backLog\/handle/);
  await alive(page);
  await page.getByRole('button', { name: label, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: `${label} · 订单审核 ${no}` });
  await dialog.getByLabel(label === '同意' ? /^审批意见/ : /^退回原因/).fill(words);
  await dialog.getByRole('button', { name: `确认${label}` }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('list', { name: '审批过程' })).toContainText(words);
}

test('a large order takes the long branch: the manager approves on a phone, the director returns it, the clerk changes it and submits again, and it passes', async ({
  browser,
}) => {
  const [admin, clerk, phone] = [await personAt(browser, 'admin'), await personAt(browser, 'clerk'), await onPhone(browser, 'manager')];
  await publishGraded(admin, await memberOf(phone), await memberOf(admin));

  const { id } = await factoryDraft(clerk);
  const [draft] = (await ask(clerk, orderPage, { pageSize: 200, status: 'DRAFT' })).pagedRecords.filter((order) => order.id === id);
  const { no } = await ask(clerk, orderSubmit, { id, rowVersion: draft?.rowVersion ?? 1 }, crypto.randomUUID());

  await decide(phone, no, '同意', '客户信用良好');
  await decide(admin, no, '退回', '数量请与客户再确认');

  await open(clerk, `${F}/order/detail?id=${id}`);
  await expect(clerk.locator('#main')).toContainText('数量请与客户再确认');
  await clerk.getByRole('link', { name: '编辑' }).click();
  await clerk.waitForURL(/order\/edit/);
  await alive(clerk);
  await clerk.getByLabel('第1行数量').fill('2');
  await clerk.getByRole('button', { name: '提交审核' }).click();
  await clerk.waitForURL(/order\/(detail|success|submitSuccess|list)/);

  await decide(phone, no, '同意', '数量已与客户确认');
  await decide(admin, no, '同意', '同意发货');
  await open(clerk, `${F}/order/detail?id=${id}`);
  await expect(clerk.locator('#main')).toContainText('待发货');
});
