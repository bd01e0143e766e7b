import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CUSTOMER_MANAGE, ORDER_EDIT, ORDER_MANAGE } from '~/portal/permissions';
import { defineSubject } from '~/portal/subject';
import { defineAttachments, setAttachments } from '~/server/attachments.server';
import { database } from '~/server/db.server';
import { localFileStore } from '~/server/files/fileStore.server';
import { useFileStore } from '~/server/files.server';
import { newId } from '~/server/ids.server';
import { scopeOf } from '~/server/serve.server';
import { makeDealer, makeMember, makeTenant, type Person, post, send, TENANT_A, TENANT_B } from '../../support/app';
import { addCustomer } from '../../support/customers';
import { testDatabase } from '../../support/database';

let folder: string;
let manager: Person;
let clerk: Person;
let sales: Person;
let dealer: Person;
let other: Person;
let stranger: Person;
let customer: string;
const picture = sharp({ create: { width: 64, height: 64, channels: 3, background: '#336699' } })
  .png()
  .toBuffer();

/** A document type of the test's own, which stands for orders. */
const documents = new Map<string, string>();
const paper = defineSubject({ type: 'paper', name: '单据', log: 'author' });
defineAttachments({
  subject: paper,
  title: '单据',
  see: [ORDER_MANAGE],
  edit: [ORDER_EDIT],
  dealer: 'see',
  find: async (_, me, id) => {
    const customerId = documents.get(id);
    return customerId && (me.customerId === null || me.customerId === customerId) ? { no: 'P1', customerId } : null;
  },
});

beforeAll(async () => {
  await testDatabase();
  folder = await mkdtemp(join(tmpdir(), 'portal-attachments-'));
  useFileStore(localFileStore(folder));
  await makeTenant(TENANT_A, '甲厂');
  await makeTenant(TENANT_B, '乙厂');
  manager = await makeMember(TENANT_A, '客户经理', [CUSTOMER_MANAGE]);
  clerk = await makeMember(TENANT_A, '订单员', [ORDER_MANAGE, ORDER_EDIT]);
  sales = await makeMember(TENANT_A, '无权限', []);
  dealer = await makeDealer(TENANT_A, '经销商');
  other = await makeDealer(TENANT_A, '别的经销商');
  stranger = await makeMember(TENANT_B, '外人', 'admin');
  customer = await addCustomer(manager.me, '杭州晴川建材有限公司');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function uploaded(who: Person, name = '营业执照.png'): Promise<string> {
  const form = new FormData();
  form.set('file', new File([new Uint8Array(await picture)], name));
  form.set('biz', 'ATTACHMENT');
  return (await send('POST', '/fs/file/upload', form, who)).data.fileKey;
}
const opens = async (who: Person, fileKey: string) => (await send('GET', '/fs/file/download', { fileKey }, who)).headers.get('content-type') === 'image/png';
const list = (who: Person, type = 'customer', id = customer) => post('/fs/attachment/list', { type, id }, who);
const add = (who: Person, fileKey: string, type = 'customer', id = customer) => post('/fs/attachment/add', { type, id, fileKey }, who);

describe('files of a customer', () => {
  test('whoever may see the customer opens them, nobody else does, and each change is in the log', async () => {
    const key = await uploaded(manager);
    expect(await add(manager, key)).toMatchObject({ code: '0' });
    const seen = await list(manager);
    expect(seen.data).toMatchObject({ mayEdit: true, attachments: [{ key, name: '营业执照.png', addedBy: '客户经理' }] });
    expect(await Promise.all([manager, clerk, sales, dealer, other, stranger].map((who) => opens(who, key)))).toEqual([
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
    expect([(await list(clerk)).code, (await list(dealer)).code]).toEqual(['100000005', '100000005']);
    expect((await list(stranger)).message).toBe('该客户不存在或已删除');
    const foreign = await post('/fs/attachment/remove', { id: seen.data.attachments[0].id }, stranger);
    expect(foreign.message).toBe('该附件不存在或已删除');
    expect(await post('/fs/attachment/remove', { id: seen.data.attachments[0].id }, manager)).toMatchObject({ code: '0' });
    const { data } = await post('/saas-boss/customer/get', { id: customer }, manager);
    expect(data.log.slice(0, 2).map((one: { action: string; changes: string[] }) => [one.action, one.changes])).toEqual([
      ['删除附件', ['附件：营业执照.png']],
      ['上传附件', ['附件：营业执照.png']],
    ]);
  });

  test('nobody attaches a file they cannot open, an unknown kind, or more than twenty', async () => {
    const theirs = await uploaded(dealer);
    documents.set(customer, dealer.me.customerId as string);
    const secret = await uploaded(clerk);
    await database().inTenant(scopeOf(clerk.me), (tx) => setAttachments(tx, clerk.me, { subject: paper, id: customer, customerId: null }, [{ key: secret }]));
    expect(await add(manager, secret)).toMatchObject({ code: '100000007', message: '该文件不存在或已删除' });
    expect(await add(manager, await uploaded(stranger))).toMatchObject({ code: '100000007' });
    expect(await add(manager, theirs)).toMatchObject({ code: '100000007' });
    expect((await list(manager, 'nothing')).code).toBe('100000007');
    for (let n = 0; n < 20; n += 1) expect((await add(manager, await uploaded(manager, `${n}.png`))).code).toBe('0');
    expect(await add(manager, await uploaded(manager))).toMatchObject({ message: '客户的附件最多20个，现有21个' });
  });
});

describe('a file that hangs on nothing', () => {
  test('is its uploader’s alone: no administrator, colleague or other dealer opens it, nor makes a link to it', async () => {
    const admin = await makeMember(TENANT_A, '管理员', 'admin');
    for (const owner of [clerk, dealer]) {
      const key = await uploaded(owner);
      for (const who of [admin, manager, clerk, dealer, other, stranger]) {
        expect(await opens(who, key), who.me.name).toBe(who === owner);
        expect((await send('GET', '/fs/file/link', { fileKey: key }, who)).code === '0', who.me.name).toBe(who === owner);
      }
    }
  });
});

describe('files of a document dealers see', () => {
  test("what the factory attaches is open to that customer's dealers, and follows the document to another customer", async () => {
    const id = newId();
    const mine = dealer.me.customerId as string;
    documents.set(id, mine);
    const key = await uploaded(clerk, '送货要求.png');
    const save = (customerId: string, keys: string[]) =>
      database().inTenant(scopeOf(clerk.me), (tx) =>
        setAttachments(
          tx,
          clerk.me,
          { subject: paper, id, customerId },
          keys.map((one) => ({ key: one })),
        ),
      );
    await save(mine, [key]);
    expect(await Promise.all([dealer, other, sales, clerk].map((who) => opens(who, key)))).toEqual([true, false, false, true]);
    expect((await list(dealer, 'paper', id)).data).toMatchObject({ mayEdit: false, attachments: [{ key }] });
    expect((await list(other, 'paper', id)).message).toBe('该单据不存在或已删除');
    expect((await add(dealer, await uploaded(dealer), 'paper', id)).code).toBe('100000005');
    documents.set(id, other.me.customerId as string);
    await save(other.me.customerId as string, [key]);
    expect(await Promise.all([dealer, other].map((who) => opens(who, key)))).toEqual([false, true]);
    await save(other.me.customerId as string, []);
    expect(await opens(other, key)).toBe(false);
  });
});
