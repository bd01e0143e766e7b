import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { open, personAt } from './support/people';
import { expect, test } from './support/test';

const AUTH = '/portal/account/authReal';
const COMPANY = '云岭工程材料有限公司';

/** A picture as a phone takes it. */
const photo = async (name: string, colour: string) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 900, height: 640, channels: 3, background: colour } })
    .jpeg()
    .toBuffer(),
});

async function attach(page: Page): Promise<void> {
  const files = [await photo('营业执照.jpg', '#f4efe2'), await photo('法人身份证.jpg', '#dfe8ee')];
  await page.locator('input[type=file]').setInputFiles(files);
  await expect(page.getByRole('list', { name: '附件' }).getByRole('listitem')).toHaveCount(2);
  await expect(page.getByRole('progressbar')).toHaveCount(0);
}

/** What the papers say, on top of what the form knows from the last application. */
async function apply(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(开始企业认证|修改后重新提交|申请变更)$/ }).click();
  await expect(page.getByLabel(/^企业名称/)).toHaveValue(COMPANY);
  await page.getByLabel(/^姓名/).fill('沈嘉木');
  await page.getByLabel(/^身份证号/).fill('530102198607151031');
  await page.getByLabel(/^手机号/).fill('13800000003');
  await page.getByLabel(/^开户行/).fill('中国建设银行昆明城东支行');
  await page.getByLabel(/^对公账号/).fill('5300 1875 1360 5021 2');
}

const submit = (page: Page) => page.getByRole('button', { name: '提交审核' }).click();

/** Opens the waiting application of the company; gives the drawer. */
async function review(operator: Page) {
  await open(operator, `${AUTH}?status=PENDING`);
  await operator.getByRole('row').filter({ hasText: COMPANY }).getByRole('button', { name: '审核' }).click();
  const drawer = operator.getByRole('dialog');
  await expect(drawer.getByText('待审核')).toBeVisible();
  return drawer;
}

test('a company applies with its papers, learns why it was turned down, applies again and is certified', async ({ browser }) => {
  const [admin, operator] = await Promise.all([personAt(browser, 'both'), personAt(browser, 'operator')]);
  await open(admin, AUTH);
  await apply(admin);
  await admin.getByLabel(/^身份证号/).fill('530102198607151030');
  await submit(admin);
  await expect(admin.getByText(/身份证号.*校验/).first()).toBeVisible();
  await expect(admin.getByText('请上传营业执照').first()).toBeVisible();
  await expect(admin.getByLabel(/^对公账号/)).toHaveValue('5300 1875 1360 5021 2');
  await admin.getByLabel(/^身份证号/).fill('530102198607151031');
  await attach(admin);
  await submit(admin);
  await expect(admin.getByText('申请已提交，平台将在1个工作日内审核')).toBeVisible();
  await expect(admin.getByText('530102********1031')).toBeVisible();
  await expect(admin.getByText('5300*********0212')).toBeVisible();
  await expect(admin.getByRole('button', { name: '撤回申请' })).toBeVisible();

  const refusing = await review(operator);
  const picture = refusing.getByRole('img', { name: '营业执照.jpg' });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(900);
  await expect(refusing.getByText('530102********1031')).toBeVisible();
  await refusing.getByRole('button', { name: '查看完整号码' }).click();
  await expect(refusing.getByText('530102198607151031')).toBeVisible();
  await refusing.getByRole('button', { name: '驳回' }).click();
  const reason = operator.getByRole('dialog', { name: '驳回该认证申请？' });
  await reason.getByLabel(/驳回原因/).fill('身份证照片缺少反面');
  await reason.getByRole('button', { name: '驳回' }).click();
  await expect(operator.getByText('已驳回，申请人会收到通知')).toBeVisible();
  await expect(operator.getByRole('row').filter({ hasText: COMPANY })).toHaveCount(0);

  await open(admin, '/portal/message/list?messageTitle=认证');
  await expect(admin.getByRole('row').filter({ hasText: '身份证照片缺少反面' }).first()).toBeVisible();
  await admin.getByRole('link', { name: '企业认证被驳回' }).first().click();
  await admin.waitForURL(`**${AUTH}*`);
  await open(admin, AUTH);
  await expect(admin.getByRole('alert').filter({ hasText: '身份证照片缺少反面' })).toBeVisible();
  await apply(admin);
  await attach(admin);
  await submit(admin);
  await expect(admin.getByText('申请已提交，平台将在1个工作日内审核')).toBeVisible();

  await (await review(operator)).getByRole('button', { name: '通过' }).click();
  await operator.getByRole('dialog', { name: '通过该认证申请？' }).getByRole('button', { name: '通过' }).click();
  await expect(operator.getByText('已通过', { exact: true })).toBeVisible();
  await open(admin, AUTH);
  await expect(admin.getByText('认证信息已生效')).toBeVisible();
  await open(admin, '/portal/account/accountOpenInfo');
  await expect(admin.getByText('已认证').first()).toBeVisible();
});
