import { D, F, open, personAt } from './support/people';
import { expect, test } from './support/test';

const PDF = Buffer.from('%PDF-1.4\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');

test('a dealer asks for an invoice, somebody audits it, the clerk issues it by hand and attaches the file, the dealer downloads it', async ({ browser }) => {
  const [dealer, admin, finance] = await Promise.all([personAt(browser, 'dealer'), personAt(browser, 'admin'), personAt(browser, 'finance')]);
  await open(dealer, `${D}/billing/create`);
  const quantity = dealer.getByLabel('第1行本次数量');
  await quantity.fill('999999');
  await dealer.getByRole('button', { name: '提交申请' }).click();
  await expect(dealer.getByText(/超过可开票/).first()).toBeVisible();
  await quantity.fill('1');
  await dealer.getByRole('button', { name: '提交申请' }).click();
  await dealer.waitForURL(/billing\/detail/);
  await expect(dealer.getByText('待审核').first()).toBeVisible();
  const id = new URL(dealer.url()).searchParams.get('id');

  await open(admin, `${F}/billing/detail?id=${id}`);
  await admin.getByRole('button', { name: '审核通过' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: '审核通过' }).click();
  await expect(admin.getByText('待开票').first()).toBeVisible();

  await open(finance, `${F}/billing/detail?id=${id}`);
  await finance.getByRole('button', { name: '登记发票' }).click();
  const number = `26${String(Date.now()).padStart(18, '7')}`;
  await finance
    .getByRole('dialog')
    .getByLabel(/发票号码/)
    .fill(number);
  await finance.getByRole('dialog').getByRole('button', { name: '登记', exact: true }).click();
  await expect(finance.getByText('已开票').first()).toBeVisible();
  await open(finance, `${F}/billing/detail?id=${id}`);
  await finance.locator('input[type=file]').setInputFiles({ name: '发票.pdf', mimeType: 'application/pdf', buffer: PDF });
  await expect(finance.getByText('发票.pdf').first()).toBeVisible();

  // The file's name stands there while it is still on its way.
  const link = dealer.getByRole('link', { name: '下载发票.pdf' });
  await expect(async () => {
    await open(dealer, `${D}/billing/detail?id=${id}`);
    await expect(link).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(dealer.getByText(number).first()).toBeVisible();
  const file = await link.getAttribute('href');
  const got = await dealer.request.get(file as string);
  expect(got.status()).toBe(200);
  expect(await got.body()).toEqual(PDF);
});
