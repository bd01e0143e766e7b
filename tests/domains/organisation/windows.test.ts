import { beforeAll, describe, expect, it } from 'vitest';
import '~/domains/message/api.server';
import * as batchCalls from '~/domains/batch/calls';
import { previewImport, uploadImport } from '~/domains/batch/importJob.server';
import * as fundCalls from '~/domains/finance/calls';
import * as messageCalls from '~/domains/message/calls';
import * as people from '~/domains/organisation/calls';
import { CustomerPriceInput } from '~/domains/price/customerPrice.schema';
import { saveCustomerPrices } from '~/domains/price/customerPriceSave.server';
import { tellExpiringPrices } from '~/domains/price/expiry.server';
import type { Me } from '~/portal/me';
import { mayOpenFile } from '~/server/attachments.server';
import { newId } from '~/server/ids.server';
import { deliverEvents } from '~/server/outbox.server';
import { scopeOf } from '~/server/serve.server';
import { NOT_FOUND } from '~/shared/refusal';
import { ask, NOON, refusalOf } from '../../support/catalogue';
import { testDatabase } from '../../support/database';
import { openWorld, seenBy, type World } from '../../support/scopes';

let world: World;
let admin: Me;
/** Sees own customers alone. */
let seller: Me;

beforeAll(async () => {
  world = await openWorld(await testDatabase());
  const [account, member] = [newId(), newId()];
  const { pool } = world.opened;
  await pool.query("insert into account (id, login_account, mobile, name, user_type, password_hash) values ($1, $2, $2, '厂长', 1, 'x')", [account, 'BOSS']);
  await pool.query("insert into member (tenant_id, id, account_id, name, is_admin) values (1, $1, $2, '厂长', true)", [member, account]);
  admin = { ...world.depot.me, accountId: account, memberId: member };
  seller = await seenBy(world, { member: 1, roles: [{ dataScope: 'SELF', regions: [], warehouse: 0 }] });
});

const mineOf = (me: Me) => world.customers.filter((one) => one.ownerId === me.memberId || one.helperIds.includes(me.memberId as string)).map((one) => one.id);
const messagesOf = async (me: Me, kind: string) =>
  (await world.opened.pool.query<{ title: string; body: string }>('select title, body from message where account_id = $1 and kind = $2', [me.accountId, kind]))
    .rows;

function upload(me: Me, fileName: string): Promise<{ jobId: string }> {
  const sheet = { header: ['客户名称'], headerRow: 1, rows: [{ rowNumber: 2, cells: { 客户名称: '机密大客户' } }] };
  return world.opened.inTenant(scopeOf(me), (tx) => uploadImport(tx, me, { type: 'customer', fileName, sheet }, NOON));
}

describe('what else could tell a limited person of rows outside', () => {
  it('uploaded files: their own alone, also behind the number of a batch', async () => {
    const [theirs, own] = [await upload(admin, '总部客户.xlsx'), await upload(seller, '我的客户.xlsx')];
    const names = (page: { pagedRecords: { fileName: string }[] }) => page.pagedRecords.map((row) => row.fileName).sort();
    expect(names(await ask(seller, batchCalls.importPage, {}))).toEqual(['我的客户.xlsx']);
    expect(names(await ask(admin, batchCalls.importPage, {}))).toEqual(['我的客户.xlsx', '总部客户.xlsx'].sort());
    for (const call of [batchCalls.importPreview, batchCalls.importErrorFile, batchCalls.importUndo, batchCalls.importCancel])
      expect((await refusalOf(ask(seller, call, { jobId: theirs.jobId }))).code).toBe(NOT_FOUND);
    expect((await refusalOf(ask(seller, batchCalls.importCommit, { jobId: theirs.jobId, how: 'GOOD_ONLY' }))).code).toBe(NOT_FOUND);
    expect((await ask(seller, batchCalls.importPreview, { jobId: own.jobId })).fileName).toBe('我的客户.xlsx');
    expect((await world.opened.inTenant(scopeOf(admin), (tx) => previewImport(tx, admin, own.jobId))).fileName).toBe('我的客户.xlsx');
  });

  it('what others were sent: the record of letters holds their own', async () => {
    const message = async (me: Me, title: string) => {
      const id = newId();
      await world.opened.pool.query(
        "insert into outgoing (tenant_id, id, channel, address, account_id, kind, title, body, state, created_at) values (1, $1, 'MAIL', 'a@b.cn', $2, 'order.submitted', $3, '客户机密', 'KEPT', now())",
        [id, me.accountId, title],
      );
      return id;
    };
    const [theirs] = [await message(admin, '给厂长'), await message(seller, '给业务员')];
    const titles = async (me: Me) => (await ask(me, messageCalls.outboxList, { channel: 'MAIL' })).pagedRecords.map((row) => row.title).sort();
    expect(await titles(seller)).toEqual(['给业务员']);
    expect(await titles(admin)).toEqual(['给业务员', '给厂长'].sort());
    expect((await refusalOf(ask(seller, messageCalls.outboxRetry, { id: theirs }))).code).toBe(NOT_FOUND);
  });

  it('a colleague’s work: counted whole, named as far as they see it', async () => {
    const colleague = world.members[0] as string;
    const work = async (me: Me) => (await ask(me, people.memberWork, { id: colleague })).work.find((one) => one.key === 'customer');
    const theirs = world.customers.filter((one) => one.ownerId === colleague);
    expect(await work(admin)).toMatchObject({ count: theirs.length });
    expect((await work(admin))?.examples.length).toBe(Math.min(3, theirs.length));
    const seen = theirs.filter((one) => one.helperIds.includes(seller.memberId as string)).length;
    expect(await work(seller)).toMatchObject({ count: theirs.length });
    expect((await work(seller))?.examples.length).toBe(seen);
  });

  it('a notice that counts several customers: whoever sees all of them, or each with what they see', async () => {
    const { me } = world.depot;
    const mine = mineOf(seller);
    const foreign = world.customers.map((one) => one.id).find((id) => !mine.includes(id)) as string;
    const line = { skuId: world.depot.skus[0], unitId: world.depot.units.piece, minQty: '', price: '9.00' };
    for (const customerId of [mine[0] as string, foreign]) {
      const form = CustomerPriceInput.parse({ customerId, validFrom: '2026-06-01', validTo: '2026-06-18', lines: [line], confirm: true });
      await world.opened.inTenant({ tenantId: 1n }, (tx) => saveCustomerPrices(tx, me, form));
    }
    await tellExpiringPrices(world.opened, NOON);
    await deliverEvents(world.opened, new Date());
    expect((await messagesOf(admin, 'price.expiring')).map((one) => one.title)).toEqual(['2条客户价即将到期']);
    expect((await messagesOf(seller, 'price.expiring')).map((one) => one.body)).toEqual([expect.stringContaining('1个客户的1条客户价')]);
  });

  it('a payment entered for a customer outside', async () => {
    const mine = mineOf(seller);
    const foreign = world.customers.map((one) => one.id).find((id) => !mine.includes(id)) as string;
    const enter = (customerId: string, bankFlowNo: string) =>
      ask(world.depot.me, fundCalls.depositSave, {
        ...{ customerId, amount: '9.00', payWay: 'BANK', bankFlowNo, paidAt: NOON.toISOString() },
        voucher: ['0'.repeat(36)],
      });
    await enter(mine[0] as string, 'W1');
    await enter(foreign, 'W2');
    await deliverEvents(world.opened, new Date());
    expect((await messagesOf(admin, 'fund.registered')).length).toBe(2);
    expect((await messagesOf(seller, 'fund.registered')).length).toBe(1);
  });

  it('the voucher of such a payment, with its key at hand', async () => {
    const mine = mineOf(seller);
    const foreign = world.customers.map((one) => one.id).find((id) => !mine.includes(id)) as string;
    const paid = async (customerId: string, owner = world.depot.me.accountId) => {
      const key = `${newId()}.jpg`;
      await world.opened.pool.query(
        "insert into stored_file (tenant_id, id, key, name, mime, size, sha256, owner_user, biz, public_in_tenant) values (1, $1, $2, '回单.jpg', 'image/jpeg', 1, $2, $3, 'VOUCHER', false)",
        [newId(), key, owner],
      );
      const form = { customerId, amount: '9.00', payWay: 'BANK' as const, bankFlowNo: key.slice(0, 20) + key.slice(-8), paidAt: NOON.toISOString() };
      await ask(world.depot.me, fundCalls.depositSave, { ...form, voucher: [key] });
      return key;
    };
    await expect(paid(mine[0] as string, newId())).rejects.toThrow('该文件不存在');
    const opens = (me: Me, key: string) => world.opened.inTenant(scopeOf(me), (tx) => mayOpenFile(tx, me, key));
    const [own, other] = [await paid(mine[0] as string), await paid(foreign)];
    const clerk: Me = { ...admin, isAdmin: false, permissions: new Set() };
    expect([await opens(seller, own), await opens(seller, other)]).toEqual([true, false]);
    expect([await opens(admin, own), await opens(admin, other)]).toEqual([true, true]);
    expect([await opens(clerk, own), await opens(clerk, other)]).toEqual([false, false]);
  });
});
