import type { Page } from '@playwright/test';
import { contractDecide, contractList, contractPrefill, contractSave } from '~/domains/contract/calls';
import { accountDetail, accountList } from '~/domains/credit/calls';
import { applyDecide, applyForm, applyGet, applySave } from '~/domains/creditApply/calls';
import { addDays, shanghaiDate } from '~/shared/dates';
import { barriersOf } from './support/accessible';
import { goodsInStock, orderToAudit } from './support/orders';
import { ask, D, F, open, PASSWORD, personAt } from './support/people';
import { expect, test } from './support/test';
import { overflowOf } from './support/watch';

const signed = async (page: Page) => {
  await page.getByRole('button', { name: '签署', exact: true }).click();
  const dialog = page.getByRole('dialog');
  const shown = dialog.locator('b.figures');
  // Whoever signed a moment ago is given the next code a minute after the last.
  await expect(async () => {
    await dialog.getByRole('button', { name: '获取验证码' }).click();
    await expect(shown).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 75_000, intervals: [5_000] });
  const code = await shown.innerText();
  await dialog.getByLabel(/^短信验证码/).fill(code);
  await dialog.getByLabel(/^登录密码/).fill(PASSWORD);
  await dialog.getByRole('checkbox', { name: /我已阅读合同全文/ }).check();
  expect(await barriersOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: '确认签署' }).click();
  await expect(page.getByText(/合同HT\d+已签署/).first()).toBeVisible();
};

test('an order becomes a contract: the factory seals, the dealer signs on a phone, and a stranger verifies the file', async ({ browser }) => {
  test.setTimeout(180_000);
  const [clerk, finance, keeper, dealer] = await Promise.all([
    personAt(browser, 'clerk'),
    personAt(browser, 'finance'),
    personAt(browser, 'keeper'),
    personAt(browser, 'dealer'),
  ]);
  const order = await orderToAudit(dealer, await goodsInStock(dealer, keeper, 2));
  await open(clerk, `${F}/smartContract/create?kind=SALES&bizType=order&bizId=${order.id}`);
  await expect(clerk.getByLabel(/^合同名称/)).toHaveValue(new RegExp(order.no));
  await clerk.getByLabel(/^质量标准/).fill('现行国家标准的合格品');
  await clerk.getByRole('button', { name: '提交用印审批' }).click();
  await clerk.waitForURL(/smartContract\/detail/);
  const [row] = (await ask(clerk, contractList, { bizId: order.id })).pagedRecords;
  const id = row?.id as string;

  await open(finance, `${F}/smartContract/detail?id=${id}`);
  await finance.getByRole('button', { name: '通过用印' }).click();
  await finance.getByRole('dialog').getByRole('button', { name: '通过并发起签署' }).click();
  await expect(finance.getByText('待我方签署').first()).toBeVisible();
  await signed(finance);

  await dealer.setViewportSize({ width: 390, height: 844 });
  await open(dealer, `${D}/smartContract/detail?id=${id}`);
  await expect(dealer.getByText('请阅读全文后签署')).toBeVisible();
  const firstPage = dealer.getByRole('img', { name: /第1页/ });
  await expect(firstPage).toBeVisible();
  const fits = (await firstPage.boundingBox())?.width ?? 0;
  await dealer.getByRole('button', { name: '放大' }).click();
  await expect.poll(async () => ((await firstPage.boundingBox())?.width ?? 0) / fits).toBeGreaterThan(1.4);
  await dealer.getByRole('button', { name: '缩小' }).click();
  expect(await overflowOf(dealer)).toBe('');
  await signed(dealer);
  await open(dealer, `${D}/smartContract/detail?id=${id}`);
  await expect(dealer.getByText('已完成').first()).toBeVisible();

  const file = await dealer.request.get(`/web/saas-contract/contract/download?id=${id}&download=true`);
  const bytes = await file.body();
  const report = await dealer.request.get(`/web/saas-contract/contract/evidence?id=${id}`);
  expect((await report.body()).subarray(0, 5).toString()).toBe('%PDF-');
  const stranger = await (await browser.newContext()).newPage();
  await open(stranger, '/portal/verifyContract');
  await stranger.locator('input[type=file]').setInputFiles({ name: '合同.pdf', mimeType: 'application/pdf', buffer: bytes });
  await expect(stranger.getByText('共2个签名').first()).toBeVisible();
  await expect(stranger.getByText('验证通过')).toBeVisible();
  expect(await barriersOf(stranger)).toEqual([]);
  const changed = Buffer.from(bytes);
  changed[2000] = (changed[2000] as number) ^ 1;
  await stranger.locator('input[type=file]').setInputFiles({ name: '改过.pdf', mimeType: 'application/pdf', buffer: changed });
  await expect(stranger.getByText('验证通过')).toHaveCount(0);
});

test('a credit agreement makes the limit effective when both have signed it, and not before', async ({ browser }) => {
  test.setTimeout(240_000);
  const [clerk, finance, admin, dealer] = await Promise.all([
    personAt(browser, 'clerk'),
    personAt(browser, 'finance'),
    personAt(browser, 'admin'),
    personAt(browser, 'dealer'),
  ]);
  const { pagedRecords: accounts } = await ask(finance, accountList, { status: 'ACTIVE', pageSize: 100 });
  const account = accounts.find((one) => one.customerName === '杭州恒泽建材有限公司' && one.limit !== null);
  const { types } = await ask(finance, applyForm, {});
  const asked = await ask(finance, applySave, {
    kind: 'TEMP',
    customerId: account?.customerId ?? '',
    creditTypeId: types.find((one) => one.name === account?.typeName)?.id ?? '',
    requested: '1234.00',
    validTo: addDays(shanghaiDate(new Date()), 30),
    reason: '旺季备货',
    submit: true,
    confirm: true,
  });
  const about = { kind: 'CREDIT', bizType: 'credit_apply', bizId: asked.id } as const;
  const { templates, ...found } = await ask(clerk, contractPrefill, about);
  const party = (side: 'OURS' | 'THEIRS', roleName: string) => ({ side, roleName, sealKind: 'CONTRACT' }) as const;
  const made = await ask(clerk, contractSave, {
    ...about,
    source: 'TEMPLATE',
    templateId: templates[0]?.id ?? '',
    title: found.title,
    customerId: found.customerId,
    amount: found.amount ?? '',
    deadline: found.deadline,
    signers: [party('OURS', '甲方'), party('THEIRS', '乙方')],
    submit: true,
  });
  await ask(finance, contractDecide, { id: made.id, version: made.version, pass: true });
  await ask(admin, applyDecide, { id: asked.id, version: (await ask(admin, applyGet, { id: asked.id })).version, decision: 'PASS' });
  const limit = async () => (await ask(finance, accountDetail, { id: account?.id ?? '' })).limit;

  await open(finance, `${F}/smartContract/detail?id=${made.id}`);
  await signed(finance);
  expect([(await ask(finance, applyGet, { id: asked.id })).status, await limit()]).toEqual(['SIGNING', account?.limit]);
  await dealer.setViewportSize({ width: 390, height: 844 });
  await open(dealer, `${D}/smartContract/detail?id=${made.id}`);
  await signed(dealer);
  expect((await ask(finance, applyGet, { id: asked.id })).status).toBe('EFFECTIVE');
  expect(Number(await limit()) - Number(account?.limit)).toBe(1234);
});
