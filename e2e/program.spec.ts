import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { customerSearch } from '~/domains/customer/calls';
import { orderBuyer, orderPlace } from '~/domains/order/calls';
import { skuSearch } from '~/domains/product/calls';
import type { AnswerOf, Endpoint, InputOf } from '~/shared/endpoint';
import { signedHeaders } from '../tests/support/signing';
import { alive, open, personAt } from './support/people';
import { expect, test } from './support/test';

type App = { appKey: string; secret: string };
interface Told {
  headers: IncomingHttpHeaders;
  body: string;
}

/** A receiver somewhere else, as an ERP has one. */
async function receiver(): Promise<{ url: string; told: Told[]; server: Server }> {
  const told: Told[] = [];
  const server = createServer(async (asked, answer) => {
    let body = '';
    for await (const part of asked) body += part;
    told.push({ headers: asked.headers, body });
    answer.end('ok');
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, told, server };
}

/** A signed call of the program: no browser, no session. */
async function signed<E extends Endpoint>(origin: string, app: App, endpoint: E, input: InputOf<E>): Promise<AnswerOf<E>> {
  const path = `/web${endpoint.path}`;
  const body = JSON.stringify(input);
  const headers = { ...signedHeaders(app, { path, body }), 'content-type': 'application/json', 'Idempotency-Key': randomUUID() };
  const answer = await (await fetch(`${origin}${path}`, { method: 'POST', headers, body })).json();
  expect(answer.code, `${path}: ${answer.message}`).toBe('0');
  return answer.data;
}

/** What the dialog shows once. */
async function secretOf(page: Page, title: string): Promise<string[]> {
  const dialog = page.getByRole('dialog', { name: title });
  await expect(dialog).toBeVisible();
  const shown = await dialog.locator('dd code').allInnerTexts();
  await dialog.getByRole('button', { name: '我已保存' }).click();
  return shown.map((text) => text.trim());
}

test('an administrator registers an outside program, which signs its calls, places an order as itself and hears of it by a signed webhook', async ({
  browser,
  baseURL,
}) => {
  const origin = baseURL ?? '';
  const { url, told, server } = await receiver();
  const page = await personAt(browser, 'admin');
  await open(page, '/portal/openPlatform/api/edit');
  await page.getByLabel(/^应用名称/).fill(`ERP对接${randomUUID().slice(0, 6)}`);
  for (const name of ['订单管理', '新建订单', '客户管理']) await page.getByRole('checkbox', { name, exact: true }).first().check();
  await page.getByRole('button', { name: '全选' }).last().click();
  await page.getByRole('button', { name: '保存' }).click();
  const [appKey = '', secret = ''] = await secretOf(page, '应用已建立');
  await page.waitForURL(/api\/detail/);

  await open(page, `${page.url().replace(/[?].*/, '')}?id=${new URL(page.url()).searchParams.get('id')}&tab=webhook`);
  await page.getByRole('button', { name: '新建推送地址' }).click();
  const dialog = page.getByRole('dialog', { name: '新建推送地址' });
  await dialog.getByLabel(/^推送地址/).fill(url);
  await dialog
    .getByRole('checkbox', { name: /待审核/ })
    .first()
    .check();
  await dialog.getByRole('button', { name: '保存' }).click();
  const [hookSecret = ''] = await secretOf(page, '推送密钥');

  const app = { appKey, secret };
  const { customers } = await signed(origin, app, customerSearch, { keyword: '', activeOnly: true });
  const placed = await firstOrder(origin, app, customers);
  expect(placed.no).toMatch(/^DD/);

  await expect.poll(() => told.map(({ headers }) => headers['x-webhook-event']), { timeout: 30_000 }).toContain('order.submitted');
  const news = told.find(({ headers, body }) => headers['x-webhook-event'] === 'order.submitted' && body.includes(placed.no));
  const { 'x-webhook-timestamp': time, 'x-webhook-signature': signature } = news?.headers ?? {};
  expect(signature).toBe(createHmac('sha256', hookSecret).update(`${time}.${news?.body}`).digest('hex'));
  server.close();

  await page.reload();
  await alive(page);
  await page.getByRole('button', { name: '推送记录' }).first().click();
  await expect(page.getByRole('cell', { name: '已送达' }).first()).toBeVisible();
  await open(page, `/portal/supplyChain/factory/order/detail?id=${placed.id}`);
  await expect(page.locator('#main')).toContainText('ERP对接');
});

async function firstOrder(origin: string, app: App, customers: readonly { id: string }[]) {
  for (const { id } of customers) {
    const [to] = (await signed(origin, app, orderBuyer, { customerId: id })).addresses;
    if (!to) continue;
    const { pagedRecords } = await signed(origin, app, skuSearch, { pageSize: 20, customerId: id });
    const sku = pagedRecords.find((one) => one.price !== null && Number(one.moq) <= 1 && Number(one.multiple) <= 1);
    if (!sku) continue;
    const { receiver, phone, province, city, district, address } = to;
    const lines = [{ skuId: sku.skuId, unitId: sku.baseUnitId, qty: '2' }];
    return signed(origin, app, orderPlace, {
      ...{ customerId: id, receiver, receiverPhone: phone, province, city, district, address, payMethod: 'OFFLINE', lines },
    });
  }
  throw new Error('no customer of the demo factory can be ordered for');
}
