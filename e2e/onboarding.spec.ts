import type { Page } from '@playwright/test';
import { usccCheckCharacter } from '~/shared/uscc';
import { customerWithAddress, goodsInStock } from './support/orders';
import { alive, D, F, open, personAt } from './support/people';
import { expect, test } from './support/test';

const PASSWORD = 'Qingchuan#2026';
/** Another number and company for every run against one server. */
const run = String(Date.now()).slice(-8);

/** Without a gateway the demo machine shows the code it would have sent. */
async function fillCode(page: Page): Promise<void> {
  await page.getByRole('button', { name: '获取验证码' }).click();
  const code = await page.getByRole('status').filter({ hasText: '本次验证码' }).locator('b').innerText();
  await page.getByLabel(/^验证码/).fill(code);
}

test('a company registers, sees its first steps, and places its first product', async ({ page }) => {
  const first17 = `91330110MA2${run.slice(-6)}`;
  await open(page, '/portal/register');
  await page.getByRole('button', { name: '注册并开通' }).click();
  await expect(page.getByText('请填写企业名称').first()).toBeVisible();
  await page.getByLabel(/^企业名称/).fill(`杭州晴川${run}防水材料有限公司`);
  await page.getByLabel(/^统一社会信用代码/).fill(first17 + (usccCheckCharacter(first17) === '0' ? '1' : '0'));
  await page.getByLabel(/^详细地址/).click();
  await expect(page.getByText('校验位不正确').first()).toBeVisible();
  await page.getByLabel(/^统一社会信用代码/).fill(first17 + usccCheckCharacter(first17));
  await page.getByRole('combobox', { name: '省' }).selectOption({ label: '浙江省' });
  await page.getByRole('combobox', { name: '市' }).selectOption({ label: '杭州市' });
  await page.getByRole('combobox', { name: /区/ }).selectOption({ label: '余杭区' });
  await page.getByLabel(/^姓名/).fill('王晴川');
  await page.getByLabel(/^手机号/).fill(`139${run}`);
  await fillCode(page);
  await page.getByLabel(/^登录密码/).fill('12345678');
  await expect(page.getByText(/强度弱/)).toBeVisible();
  await page.getByLabel(/^登录密码/).fill(PASSWORD);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: '注册并开通' }).click();
  await page.waitForURL(`**${F}/guide`);
  await alive(page);
  await expect(page.getByText('共8步，已完成0步')).toBeVisible();
  await addProduct(page);
  await open(page, '/portal/temphome');
  await expect(page.getByRole('heading', { name: '开始使用' })).toBeVisible();
  await expect(page.getByText('共8步，已完成3步')).toBeVisible();
});

async function addProduct(page: Page): Promise<void> {
  await open(page, `${F}/product/create`);
  await page.getByLabel(/^商品名称/).fill('聚氨酯防水涂料');
  await page.getByLabel(/^商品编码/).fill('TL-001');
  await page.getByRole('button', { name: '新建分类' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^分类编码/).fill('TL');
  await dialog.getByLabel(/^分类名称/).fill('防水涂料');
  await dialog.getByRole('button', { name: '确定' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByLabel(/^商品分类/)).toHaveValue('防水涂料');
  await page.getByRole('button', { name: '新建单位' }).click();
  await dialog.getByLabel(/^单位名称/).fill('吨桶');
  await dialog.getByRole('button', { name: '确定' }).click();
  await expect(page.getByLabel(/^基本单位/).locator('option:checked')).toHaveText('吨桶');
  await page.getByLabel('第1行SKU编码').fill('TL-001-20');
  await page.getByLabel('第1行标准价(元)').fill('268');
  await page.getByRole('button', { name: '保存' }).click();
  await page.waitForURL(`**${F}/product/detail?id=*`);
  await alive(page);
  await page.getByRole('button', { name: '上架' }).first().click();
  await expect(page.getByRole('button', { name: '下架' }).first()).toBeVisible();
  await open(page, `${F}/guide`);
  await expect(page.getByRole('listitem').filter({ hasText: '上架商品' })).toContainText('已完成');
}

test('a dealer invited by the factory joins by the link and orders; the link works once', async ({ browser }) => {
  const [admin, keeper, known] = await Promise.all([personAt(browser, 'admin'), personAt(browser, 'keeper'), personAt(browser, 'dealer')]);
  const goods = await goodsInStock(known, keeper, 1);
  const [customerId] = await customerWithAddress(admin);
  await open(admin, `/portal/customer/detail?id=${customerId}`);
  await admin.getByRole('tab', { name: /登录账号/ }).click();
  await admin.getByRole('button', { name: '邀请经销商' }).click();
  await admin.getByRole('button', { name: '生成链接' }).click();
  const link = /https?:\S+/.exec(await admin.getByLabel('邀请文字').inputValue())?.[0] ?? '';
  const dealer = await (await browser.newContext()).newPage();
  await open(dealer, link);
  await expect(dealer.getByText('加入在线订货')).toBeVisible();
  await dealer.getByLabel(/^手机号/).fill(`137${run}`);
  await fillCode(dealer);
  await dealer.getByLabel(/^姓名/).fill('陈晴');
  await dealer.getByLabel(/^设置登录密码/).fill(PASSWORD);
  await dealer.getByRole('button', { name: '加入并登录' }).click();
  await dealer.waitForURL(`**${D}/order/list**`);
  await open(dealer, `${D}/order/create`);
  await dealer.getByRole('button', { name: '粘贴录入' }).click();
  await dealer.getByLabel('粘贴内容').fill(`${goods[0]?.skuCode}\t10`);
  await dealer.getByRole('button', { name: '识别并添加' }).click();
  await dealer.getByLabel(/^支付方式/).selectOption({ label: '线下付款' });
  await dealer.getByRole('button', { name: '提交审核' }).click();
  await dealer.waitForURL(/order\/detail\?id=/);
  await expect(dealer.getByText('待审核').first()).toBeVisible();
  const late = await (await browser.newContext()).newPage();
  await open(late, link);
  await expect(late.getByText('邀请链接已使用')).toBeVisible();
});

test('a person adds a passkey and logs in with it alone', async ({ browser }) => {
  const page = await personAt(browser, 'finance');
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await open(page, '/portal/account/security');
  await page.getByRole('button', { name: '添加' }).click();
  await expect(page.getByText('尚未使用')).toBeVisible();
  // An open page that learns of the end of its session goes to the login page by itself.
  await page.goto('about:blank');
  await page.context().clearCookies();
  await open(page, '/portal/login');
  await page.getByRole('button', { name: '通行密钥' }).click();
  await page.waitForURL((url) => url.pathname !== '/portal/login');
  await expect(page.getByRole('button', { name: '方敏之' })).toBeVisible();
});
