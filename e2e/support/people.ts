import { type Browser, expect, type Page } from '@playwright/test';
import { login } from '~/domains/account/calls';
import type { AnswerOf, Endpoint, InputOf } from '~/shared/endpoint';

export const people = {
  admin: '13800000001',
  dealer: '13800000002',
  both: '13800000003',
  clerk: '13800000004',
  finance: '13800000005',
  keeper: '13800000006',
  /** Sees the own customers only. */
  seller: '13800000007',
  /** Sees the department and below. */
  manager: '13800000009',
  other: '13800000011',
  /** Decides real-name applications of all companies. */
  operator: '13800000099',
} as const;
export type Who = keyof typeof people;
export const PASSWORD = 'Demo#2026';

export const F = '/portal/supplyChain/factory';
export const D = '/portal/supplyChain/dealer';

/** A call as the page's own session makes it; fails the test with the server's sentence when it is refused. */
export async function ask<E extends Endpoint>(page: Page, endpoint: E, input: InputOf<E>, key?: string): Promise<AnswerOf<E>> {
  const address = `/web${endpoint.path}`;
  const response =
    endpoint.method === 'GET'
      ? await page.request.get(address, { params: input as Record<string, string> })
      : await page.request.post(address, { data: input, ...(key ? { headers: { 'Idempotency-Key': key } } : {}) });
  const envelope = (await response.json()) as { code: string; data: AnswerOf<E>; message?: string };
  expect(envelope.code, `${endpoint.path}: ${envelope.message ?? ''}`).toBe('0');
  return envelope.data;
}

export async function logIn(page: Page, who: Who): Promise<void> {
  await ask(page, login, { account: people[who], password: PASSWORD });
}

/** A person at a machine of their own. */
export async function personAt(browser: Browser, who: Who): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await logIn(page, who);
  return page;
}

export async function logInByForm(page: Page, who: Who, password = PASSWORD): Promise<void> {
  await alive(page);
  await page.getByLabel('账号', { exact: true }).fill(people[who]);
  await page.getByLabel('密码', { exact: true }).fill(password);
  await page.getByRole('button', { name: '登录', exact: true }).click();
}

/** Opens a page and waits until its islands answer. */
export async function open(page: Page, path: string): Promise<void> {
  // What was pressed before may still lead on to a page of its own, in the place of this one.
  for (let tries = 3; tries > 0; tries -= 1)
    try {
      await page.goto(path);
      break;
    } catch (error) {
      if (tries === 1 || !(error as Error).message.includes('interrupted by another navigation')) throw error;
    }
  await alive(page);
}

/** Until every island answers, with what it listens to beyond its own elements: what is typed earlier would be typed into bare HTML. */
export async function alive(page: Page): Promise<void> {
  await page.waitForFunction(() => !document.querySelector('astro-island[ssr]'));
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
}
