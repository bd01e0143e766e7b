import '~/domains/all.server';
import { beforeEach, expect, test } from 'vitest';
import * as calls from '~/domains/collection/calls';
import { builtInTemplates, unknownDunningWord, wordingFor } from '~/domains/collection/dunning';
import { newId } from '~/server/ids.server';
import { deliverEvents } from '~/server/outbox.server';
import { told } from '~/shared/told';
import { ask, openShop, refusalOf, type Shop } from '../../support/catalogue';
import { emptyDatabase, testDatabase } from '../../support/database';
import { withEnvironment } from '../../support/environment';

const opened = await testDatabase();
const NOW = new Date('2026-06-20T08:00:00Z');
let shop: Shop;
let late: string;
let unread: string;

beforeEach(async () => {
  await emptyDatabase();
  shop = await openShop(opened);
  [late, unread] = shop.customers;
});

const owe = (customerId: string, dueDate: string, amount: number) =>
  opened.pool.query(
    `insert into receivable (tenant_id, id, no, customer_id, customer_name, source, biz_date, due_date, amount)
     values (1, $1, $2, $3, '客户', 'OPENING', '2026-01-01', $4, $5)`,
    [newId(), newId(), customerId, dueDate, amount],
  );
async function reader(customerId: string): Promise<string> {
  const id = newId();
  await opened.pool.query(`insert into account (id, login_account, mobile, name, user_type, password_hash) values ($1, $2, $2, '经销商', 2, 'x')`, [
    id,
    `139${id.slice(-8).replace(/\D/g, '0')}`,
  ]);
  await opened.pool.query('insert into customer_member (tenant_id, id, customer_id, account_id) values (1, $1, $2, $3)', [newId(), customerId, id]);
  return id;
}
const send = (customerIds: string[], change = {}) =>
  ask(shop.me, calls.dunningSend, { customerIds, templateName: '逾期催款', body: builtInTemplates[1].body, ...change }, NOW);

test('a reminder reaches the dealer in the wording chosen, is kept, and names whom it could not reach', async () => {
  await owe(late, '2026-06-01', 1_234_500);
  await owe(late, '2026-06-30', 10_000);
  await owe(unread, '2026-06-10', 500);
  const accountId = await reader(late);
  const preview = await ask(shop.me, calls.dunningPreview, { customerIds: [late, unread] }, NOW);
  expect(preview.customers.find((one) => one.customerId === late)).toMatchObject({
    open: '12445.00',
    overdue: '12345.00',
    overdueDays: 19,
    receivables: 1,
    readers: 1,
  });
  const done = await send([late, unread]);
  expect(done.sent).toBe(1);
  expect(done.skipped).toEqual([{ customerId: unread, customerName: expect.any(String), reason: '尚未开通经销商账号，收不到站内消息' }]);
  await deliverEvents(opened, new Date());
  const { rows } = await opened.pool.query('select account_id, title, body from message');
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ account_id: accountId, title: '厂家1：应付货款12,345.00元已逾期' });
  expect(told(rows[0].body)).toContain('共12,445.00元，其中12,345.00元已逾期，最长逾期19天');
  const log = (await ask(shop.me, calls.dunningList, {}, NOW)).pagedRecords;
  expect(log).toMatchObject([{ customerId: late, overdue: '12345.00', templateName: '逾期催款', actor: expect.stringContaining('测试员') }]);
});

test('a second reminder within a day asks first; who owes nothing overdue is never reminded', async () => {
  await owe(late, '2026-06-01', 100);
  await reader(late);
  await send([late]);
  const again = await refusalOf(send([late]));
  expect([again.code, again.message]).toEqual(['W1', expect.stringContaining('已于2026-06-20 16:00:00催款')]);
  expect((await send([late], { confirm: true })).sent).toBe(1);
  await opened.pool.query(`update receivable set settled = amount, status = 'SETTLED'`);
  expect(await send([late])).toMatchObject({ sent: 0, skipped: [{ reason: '没有逾期应收' }] });
});

test('wordings of its own: unknown words and taken names are refused, two people do not overwrite each other', async () => {
  const save = (form: object) => ask(shop.me, calls.dunningTemplateSave, { id: '', name: '月底催款', body: '{客户}请付{逾期金额}元', ...form } as never);
  const bad = await refusalOf(ask(shop.me, calls.dunningTemplateSave, { id: '', name: '错', body: '{客户名}请付款' } as never));
  expect(bad.message + JSON.stringify(bad.data)).toContain('“{客户名}”无法识别');
  expect((await refusalOf(save({ name: '逾期催款' }))).message).toContain('催款模板“逾期催款”已存在');
  const { id } = await save({});
  await save({ id, version: 1, body: '{客户}欠{应收金额}元' });
  expect((await refusalOf(save({ id, version: 1 }))).message).toMatch(/已被他人修改|已在您的另一个页面修改/);
  expect((await ask(shop.me, calls.dunningTemplates, {})).templates.map((one) => [one.name, one.builtIn])).toEqual([
    ...builtInTemplates.map((one) => [one.name, true]),
    ['月底催款', false],
  ]);
  await ask(shop.me, calls.dunningTemplateRemove, { id });
  expect((await refusalOf(ask(shop.me, calls.dunningTemplateRemove, { id }))).message).toContain('该催款模板');
});

test('a customer without an account is reminded by phone, copied text, text message or invitation, each kept in the log', async () => {
  await owe(unread, '2026-06-10', 500);
  const other = (way: 'SMS' | 'COPY' | 'PHONE' | 'INVITE', change = {}) =>
    ask(shop.me, calls.dunningOther, { customerId: unread, way, templateName: '逾期催款', body: builtInTemplates[1].body, ...change }, NOW);
  expect((await refusalOf(other('PHONE'))).data.fields).toEqual({ note: '请填写通话记录' });
  await opened.pool.query("update customer set contact_mobile = '' where id = $1", [unread]);
  expect((await refusalOf(other('SMS'))).message).toContain('没有手机号');
  await opened.pool.query("update customer set contact_mobile = '13811112222' where id = $1", [unread]);
  expect((await refusalOf(other('SMS'))).message).toContain('没有配置短信网关');
  const preview = () => ask(shop.me, calls.dunningPreview, { customerIds: [unread] }, NOW);
  expect(await preview()).toMatchObject({ smsReady: false, customers: [{ mobile: '138****222', readers: 0 }] });
  withEnvironment({ SMS_URL: 'http://127.0.0.1:9/send' });
  expect((await preview()).smsReady).toBe(true);
  await other('SMS');
  expect((await refusalOf(other('SMS'))).code).toBe('W1');
  await other('COPY');
  await other('PHONE', { note: '对方答应周五付款' });
  await other('INVITE');
  const log = (await ask(shop.me, calls.dunningList, {}, NOW)).pagedRecords;
  expect(log.map(({ way, note }) => `${way}${note}`).sort()).toEqual(['COPY', 'INVITE', 'PHONE对方答应周五付款', 'SMS']);
  const { rows } = await opened.pool.query("select address, body from outgoing where channel = 'SMS'");
  expect(rows).toEqual([{ address: '13811112222', body: expect.stringContaining('5.00元已逾期') }]);
  await opened.pool.query(`update receivable set settled = amount, status = 'SETTLED'`);
  expect((await refusalOf(other('COPY'))).message).toContain('没有逾期应收');
});

test('the built-in wordings use known words only', () => {
  const one = { customerName: '甲', factoryName: '乙', open: '2.00', overdue: '1.00', overdueDays: 3, receivables: 1, firstDue: '2026-06-01' };
  for (const { body } of builtInTemplates) {
    expect(unknownDunningWord(body)).toBeUndefined();
    expect(wordingFor(body, one)).not.toMatch(/[{}]/);
  }
});
