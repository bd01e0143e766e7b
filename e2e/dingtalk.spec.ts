import { createServer } from 'node:http';
import { memberList } from '~/domains/organisation/calls';
import { dingtalkAnswer, type There } from '../tests/support/dingtalkProtocol';
import { ask, open, personAt } from './support/people';
import { expect, test } from './support/test';

const PORT = Number(process.env['E2E_PORT'] ?? 4399) + 60;
const app = { appKey: 'dinge2e001', secret: 'secret-of-the-browser-test', token: 'token', mobiles: true, hidden: new Set<string>() };
const there: There = {
  departments: [
    { id: 10, parent: 1, name: '渠道发展部' },
    { id: 11, parent: 10, name: '华南渠道组' },
  ],
  people: [
    { userid: 'ding-1', name: '骆一舟', mobile: '13877770001', title: '渠道经理', departments: [10, 11] },
    { userid: 'ding-2', name: '戚明远', mobile: '13877770002', title: '渠道专员', departments: [11] },
    { userid: 'ding-3', name: '无号先生', title: '顾问', departments: [11] },
  ],
};

const server = createServer((request, response) => {
  let text = '';
  request.on('data', (part) => {
    text += part;
  });
  request.on('end', () => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://local');
    const answer = dingtalkAnswer(there, { path: pathname, query: searchParams, body: text ? JSON.parse(text) : null }, app);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
});
test.beforeAll(() => new Promise<void>((done) => server.listen(PORT, '127.0.0.1', done)));
test.afterAll(() => void server.close());

test('an administrator connects DingTalk, looks at the preview, decides a conflict and brings departments and people over', async ({ browser }) => {
  const admin = await personAt(browser, 'admin');
  await open(admin, '/portal/openPlatform/setBase');
  await admin.getByRole('link', { name: '钉钉同步' }).click();
  await admin.getByLabel(/^AppKey/).fill(app.appKey);
  await admin.getByLabel(/^AppSecret/).fill('another-secret-than-its');
  await admin.getByRole('button', { name: '测试连接' }).click();
  await expect(admin.getByText('连接钉钉失败：未取得访问凭证')).toBeVisible();
  await admin.getByLabel(/^AppSecret/).fill(app.secret);
  await admin.getByRole('button', { name: '测试连接' }).click();
  await expect(admin.getByText('连接成功')).toBeVisible();
  await admin.getByRole('button', { name: '保存' }).click();
  await expect(admin.getByText('钉钉同步的配置已保存')).toBeVisible();
  await expect(admin.getByLabel(/^AppSecret/)).toHaveValue('');

  await admin.getByRole('button', { name: '同步预览' }).click();
  const row = (name: string) => admin.getByRole('row').filter({ hasText: name });
  await expect(row('戚明远')).toContainText('新增', { timeout: 40_000 });
  await expect(row('戚明远')).toContainText('138****002');
  await expect(row('无号先生')).toContainText('没有给出大陆手机号');
  await row('无号先生').getByRole('button', { name: '不同步' }).click();
  await expect(row('无号先生')).toContainText('已决定：不同步');

  await admin.getByRole('button', { name: '重新预览' }).click();
  await expect(admin.getByRole('button', { name: '执行同步' })).toBeVisible({ timeout: 40_000 });
  await expect(row('无号先生')).toHaveCount(0);
  await admin.getByRole('button', { name: '执行同步' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: '执行' }).click();
  await expect(row('骆一舟')).toContainText('完成', { timeout: 40_000 });
  const [member] = (await ask(admin, memberList, { keyword: '骆一舟' })).pagedRecords;
  expect(member?.departments.map((one) => one.name)).toEqual(['渠道发展部', '华南渠道组']);
});
