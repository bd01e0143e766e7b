import '~/domains/order/api.server';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  customerCreate,
  customerDelete,
  customerDuplicates,
  customerGet,
  customerList,
  customerTags,
  customerUpdate,
  levelSave,
} from '~/domains/customer/calls';
import { blankCustomer } from '~/domains/customer/customer';
import * as parts from '~/domains/customer/partCalls';
import type { Me } from '~/portal/me';
import { CUSTOMER_MANAGE } from '~/portal/permissions';
import { allPermissions } from '~/portal/permissionTree';
import { BAD_INPUT, NOT_FOUND, refusalCodes } from '~/shared/refusal';
import { makeMember, makeTenant, type Person, TENANT_A, TENANT_B } from '../../support/app';
import { ask, NOON, refusalOf } from '../../support/catalogue';
import { addCustomer, usccOf } from '../../support/customers';
import { testDatabase } from '../../support/database';
import { putFunds } from '../../support/stock';

const opened = await testDatabase();
let boss: Me;
let sales: Person;
let colleague: Person;
let stranger: Me;

beforeAll(async () => {
  await makeTenant(TENANT_A, '甲厂');
  await makeTenant(TENANT_B, '乙厂');
  boss = (await makeMember(TENANT_A, '管理员', 'admin')).me;
  sales = await makeMember(TENANT_A, '许立诚', [CUSTOMER_MANAGE]);
  colleague = await makeMember(TENANT_A, '何静秋', [CUSTOMER_MANAGE]);
  stranger = (await makeMember(TENANT_B, '外人', 'admin')).me;
});

const get = (id: string, me = boss) => ask(me, customerGet, { id }, NOON);
/** The same person, limited to customers of their own. */
const onlyOwn = ({ me }: Person): Me => ({
  ...me,
  permissions: allPermissions,
  scope: { customers: { member: me.memberId as string, owners: [me.memberId as string], regions: [] }, warehouses: null },
});

describe('contacts', () => {
  it('keeps the main one on the customer; another can take its place, numbers stay masked and unchanged', async () => {
    const id = await addCustomer(boss, '联系人公司', { contactName: '王东', contactMobile: '13911110001' });
    await ask(boss, parts.contactSave, { customerId: id, name: '李会计', role: '财务', mobile: '0571-88881234' });
    const [main, other] = (await get(id)).contacts;
    expect([main, other]).toMatchObject([
      { id: '', name: '王东', mobile: '139****001', isMain: true },
      { name: '李会计', role: '财务', mobile: '057****234', isMain: false },
    ]);
    await ask(boss, parts.contactSave, { ...(other as { id: string; name: string; mobile: string }), customerId: id, role: '采购', isMain: false });
    await ask(boss, parts.contactMain, { id: other?.id ?? '' });
    expect((await get(id)).contactName).toBe('李会计');
    const { contacts } = await ask(boss, parts.contactReveal, { customerId: id });
    expect(contacts.map((one) => one.mobile)).toEqual(['0571-88881234', '13911110001']);
    expect((await get(id)).log.map((one) => one.action).slice(0, 2)).toEqual(['查看联系人完整号码', '设为主联系人']);
    const half = await refusalOf(ask(boss, parts.contactSave, { customerId: id, name: '李会计', mobile: '139****999', isMain: true }));
    expect(half.message).toContain('完整号码');
  });
});

describe('invoice titles', () => {
  it('checks the tax number, keeps one default, seals the bank account and shows it masked', async () => {
    const id = await addCustomer(boss, '开票公司');
    const wrong = await refusalOf(ask(boss, parts.titleSave, { customerId: id, title: '开票公司', taxNo: `${usccOf(9).slice(0, 17)}!` }));
    expect([wrong.code, wrong.data.fields?.['taxNo']]).toEqual([BAD_INPUT, expect.stringContaining('税号')]);
    const first = await ask(boss, parts.titleSave, {
      customerId: id,
      title: '开票公司',
      taxNo: usccOf(9),
      bank: '工商银行',
      bankAccount: '1202 0211 0990 0001 234',
    });
    const second = await ask(boss, parts.titleSave, { customerId: id, title: '开票公司二部', isDefault: true });
    expect((await get(id)).invoiceTitles.map((one) => [one.title, one.isDefault, one.bankAccount])).toEqual([
      ['开票公司二部', true, ''],
      ['开票公司', false, '1202***********1234'],
    ]);
    const { rows } = await opened.pool.query("select bank_account from customer_invoice_title where id = $1 and bank_account not like '%0990%'", [first.id]);
    expect(rows[0].bank_account).toMatch(/^v1\./);
    await ask(boss, parts.titleSave, {
      customerId: id,
      id: first.id,
      title: '开票公司',
      taxNo: usccOf(9),
      bank: '建设银行',
      bankAccount: '1202***********1234',
    });
    expect(await ask(boss, parts.titleReveal, { id: first.id })).toEqual({ bankAccount: '1202021109900001234' });
    await ask(boss, parts.titleDelete, { id: second.id });
    expect((await get(id)).invoiceTitles.map((one) => one.isDefault)).toEqual([true]);
    const twice = await refusalOf(ask(boss, parts.titleSave, { customerId: id, title: '开票公司', taxNo: usccOf(9) }));
    expect(twice.message).toContain('已登记');
    expect((await refusalOf(ask(stranger, parts.titleReveal, { id: first.id }))).code).toBe(NOT_FOUND);
  });
});

describe('sales areas', () => {
  it('are a tree: an area covers those below, its topmost name is the label and decides on membership', async () => {
    const { areas } = await ask(boss, parts.areaList, {});
    expect(areas.map((one) => one.name)).toEqual(['南区', '东区', '北区', '西区', '中区', '特区']);
    const [south, west] = [areas[0]?.id ?? '', areas[3]?.id ?? ''];
    const province = await ask(boss, parts.areaSave, { name: '广东', parentId: south });
    const city = await ask(boss, parts.areaSave, { name: '深圳', parentId: province.id });
    const id = await addCustomer(boss, '深圳公司', { salesAreaId: city.id });
    expect(await get(id)).toMatchObject({ salesArea: '南区 / 广东 / 深圳', regionLabel: '南区', isMember: 1 });
    const found = async (salesAreaId: string) => (await ask(boss, customerList, { salesAreaId })).pagedRecords.map((row) => row.id);
    expect(await found(south)).toContain(id);
    expect(await found(west)).not.toContain(id);
    for (const change of [
      ask(onlyOwn(sales), parts.areaSave, { id: province.id, name: '改名', parentId: south, version: 1 }),
      ask(onlyOwn(sales), parts.areaDelete, { id: city.id }),
      ask(onlyOwn(sales), levelSave, { code: 'X', name: '甲级', sort: '1' }),
    ])
      expect(await refusalOf(change)).toMatchObject({ code: refusalCodes.OUT_OF_SCOPE, message: expect.stringMatching(/由全公司共用，您只能查看部分客户/) });
    const loop = await refusalOf(ask(boss, parts.areaSave, { id: south, name: '南区', parentId: city.id, version: 1 }));
    expect(loop.message).toContain('下级');
    await ask(boss, parts.areaSave, { id: province.id, name: '广东', parentId: west, version: 1 });
    expect(await get(id)).toMatchObject({ salesArea: '西区 / 广东 / 深圳', regionLabel: '西区', isMember: 0 });
    expect((await refusalOf(ask(boss, parts.areaDelete, { id: city.id }))).code).toBe(refusalCodes.IN_USE);
    expect((await refusalOf(ask(boss, parts.areaDelete, { id: west }))).message).toContain('下级区域');
    expect((await refusalOf(ask(stranger, parts.areaDelete, { id: city.id }))).code).toBe(NOT_FOUND);
    const foreign = await refusalOf(ask(stranger, customerCreate, { ...blankCustomer, name: '外地公司', salesAreaId: city.id }));
    expect(foreign.data.fields?.['salesAreaId']).toContain('不存在');
  });
});

describe('states', () => {
  it('go 潜在 → 合作 ↔ 暂停 → 终止, with reasons, and never end while money is open', async () => {
    const id = (await ask(boss, customerCreate, { ...blankCustomer, name: '潜在公司', status: 'POTENTIAL' })).id;
    const move = async (status: 'ACTIVE' | 'DISABLED' | 'ENDED', reason = '') =>
      ask(boss, parts.customerMove, { items: [{ id, version: (await get(id)).version }], status, reason });
    expect((await refusalOf(move('DISABLED', '试'))).message).toBe('客户“潜在公司”当前为“潜在”，不能改为“暂停”');
    await move('ACTIVE');
    expect((await refusalOf(move('ENDED', '试'))).message).toContain('不能改为“终止”');
    expect((await refusalOf(move('DISABLED'))).data.fields).toEqual({ reason: '请填写暂停合作的原因' });
    await putFunds(opened, boss, id, 12_345n);
    await move('DISABLED', '长期不下单');
    expect((await refusalOf(move('ENDED', '结束'))).message).toBe('客户“潜在公司”还有资金余额123.45元，结清后才能终止合作');
    await opened.pool.query('update fund_account set posted = 0 where customer_id = $1', [id]);
    await move('ENDED', '结束');
    expect(await get(id)).toMatchObject({ status: 'ENDED', stateReason: '结束' });
    expect((await refusalOf(move('ACTIVE'))).code).toBe(refusalCodes.CUSTOMER_STATE);
  });
});

describe('settings of many', () => {
  it('set one thing of each, written down; who changed meanwhile is named and left', async () => {
    const [one, two] = [await addCustomer(boss, '设置一号'), await addCustomer(boss, '设置二号')];
    const { id: levelId } = await ask(boss, levelSave, { code: 'VIP', name: '贵宾' });
    const items = [
      { id: one, version: 1 },
      { id: two, version: 5 },
    ];
    const { results } = await ask(boss, parts.customerSet, { items, what: 'levelId', value: levelId });
    expect(Object.fromEntries(results.map((row) => [row.id, row.message]))).toEqual({ [one]: '', [two]: '客户已被他人修改或删除，请刷新后重试' });
    expect((await get(one)).levelName).toBe('贵宾');
    await ask(boss, parts.customerSet, { items: [{ id: one, version: 2 }], what: 'paymentDays', value: '60' });
    const after = await get(one);
    expect([after.paymentDays, after.version, (await get(two)).version]).toEqual([60, 3, 1]);
    expect(after.log.slice(0, 2).map((row) => row.changes.join())).toEqual(['账期天数：30 → 60', '客户级别：空 → 贵宾']);
    await ask(boss, parts.customerSet, { items: [{ id: one, version: 3 }], what: 'levelId', value: '' });
    expect((await get(one)).levelId).toBeNull();
    const bad = await refusalOf(ask(boss, parts.customerSet, { items: [{ id: one, version: 4 }], what: 'paymentDays', value: '400' }));
    expect(bad.data.fields).toEqual({ value: '账期天数应为0到365的整数' });
    const foreign = await refusalOf(ask(stranger, parts.customerSet, { items: [{ id: one, version: 4 }], what: 'paymentDays', value: '1' }));
    expect(foreign.code).toBe(refusalCodes.VERSION);
    expect((await refusalOf(ask(boss, parts.customerSet, { items: [{ id: one, version: 4 }], what: 'salesAreaId', value: stranger.accountId }))).code).toBe(
      BAD_INPUT,
    );
  });
});

describe('tags', () => {
  it('are kept once each in one line, found whole, and counted', async () => {
    const id = await addCustomer(boss, '标签一号公司', { tags: '重点客户，月结;月结、 工程 ' });
    await addCustomer(boss, '标签二号公司', { tags: '月结客户' });
    expect((await get(id)).tags).toBe('重点客户、月结、工程');
    const found = async (tag: string) => (await ask(boss, customerList, { tag }, NOON)).pagedRecords.map((row) => row.name);
    expect(await found('月结')).toEqual(['标签一号公司']);
    expect(await found('月')).toEqual([]);
    expect((await ask(boss, customerTags, {})).tags).toContainEqual({ name: '月结', customers: 1 });
    expect((await ask(stranger, customerTags, {})).tags).toEqual([]);
  });

  it('are refused by name when too long or too many', async () => {
    const long = await refusalOf(addCustomer(boss, '标签三号公司', { tags: '一二三四五六七八九十一二三' }));
    expect(long.data.fields).toEqual({ tags: '标签“一二三四五六七八九十一二三”有13个字，每个最多12个字' });
    const many = await refusalOf(addCustomer(boss, '标签四号公司', { tags: 'abcdefghijk'.split('').join('、') }));
    expect(many.data.fields).toEqual({ tags: '标签有11个，最多10个' });
  });

  it('are added to and taken from many customers, each keeping its others', async () => {
    const [one, two] = [
      await addCustomer(boss, '标签五号公司', { tags: '月结' }),
      await addCustomer(boss, '标签六号公司', { tags: '甲、乙、丙、丁、戊、己、庚、辛、壬' }),
    ];
    const items = [one, two].map((id) => ({ id, version: 1 }));
    const { results } = await ask(boss, parts.customerSet, { items, what: 'addTags', value: '工程、重点' });
    expect(Object.fromEntries(results.map((row) => [row.id, row.message]))).toEqual({ [one]: '', [two]: '标签有11个，最多10个' });
    expect((await get(one)).tags).toBe('月结、工程、重点');
    await ask(boss, parts.customerSet, { items: [{ id: one, version: 2 }], what: 'removeTags', value: '月结、没有的' });
    const after = await get(one);
    expect([after.tags, after.log[0]?.changes.join()]).toEqual(['工程、重点', '去标签：月结、工程、重点 → 工程、重点']);
    const none = await refusalOf(ask(boss, parts.customerSet, { items: [{ id: one, version: 3 }], what: 'addTags', value: ' 、' }));
    expect(none.data.fields).toEqual({ value: '请填写标签' });
  });
});

describe('the list', () => {
  it('adds up what its customers owe, for whoever may see it, and finds those who have not ordered for long', async () => {
    const [late, fresh] = [await addCustomer(boss, '久未下单公司'), await addCustomer(boss, '刚刚下单公司')];
    await opened.pool.query(`insert into warehouse (tenant_id, id, code, name, is_default) values ($1, gen_random_uuid(), 'CK77', '仓', false)`, [TENANT_A]);
    const order = (customerId: string, at: string) =>
      opened.pool.query(
        `insert into sales_order (tenant_id, id, customer_id, customer_name, source, warehouse_id, pay_method, status, created_at)
         select $1, gen_random_uuid(), $2, 'x', 'FACTORY', w.id, 'OFFLINE', 'PENDING_AUDIT', $3 from warehouse w where w.tenant_id = $1 and w.code = 'CK77'`,
        [TENANT_A, customerId, at],
      );
    await order(late, '2026-03-01T00:00:00Z');
    await order(fresh, '2026-06-10T00:00:00Z');
    const names = async (query: object) => (await ask(boss, customerList, { keyword: '下单公司', ...query }, NOON)).pagedRecords.map((row) => row.name);
    expect(await names({ idleDays: '90' })).toEqual(['久未下单公司']);
    expect((await names({})).length).toBe(2);
    const page = await ask(boss, customerList, { keyword: '下单公司' }, NOON);
    expect(page.totals).toEqual({ openReceivable: '0.00', overdue: '0.00' });
    expect((await ask(sales.me, customerList, {}, NOON)).totals).toBeUndefined();
  });
});

describe('hand-over and helpers', () => {
  it('gives customers with their open orders to another salesperson, all or none, and tells them', async () => {
    const ids = [await addCustomer(boss, '转移一号', { salesMemberId: sales.me.memberId ?? '' }), await addCustomer(boss, '转移二号')];
    const order = (status: string, n: number) =>
      opened.pool.query(
        `insert into sales_order (tenant_id, id, customer_id, customer_name, source, warehouse_id, pay_method, status, sales_member_id)
         select $1, gen_random_uuid(), $2, 'x', 'FACTORY', w.id, 'OFFLINE', $3, $4 from warehouse w where w.tenant_id = $1 limit 1 /* ${n} */`,
        [TENANT_A, ids[0], status, sales.me.memberId],
      );
    await opened.pool.query(
      "insert into warehouse (tenant_id, id, code, name, is_default) values ($1, gen_random_uuid(), 'CK01', '仓', true) on conflict do nothing",
      [TENANT_A],
    );
    await order('PENDING_AUDIT', 1);
    await order('COMPLETED', 2);
    expect(await ask(boss, parts.transferCount, { ids })).toEqual({ customers: 2, orders: 1, projects: 0 });
    const missing = await refusalOf(
      ask(boss, parts.customerTransfer, { ids: [ids[0] as string, stranger.memberId as string], toMemberId: colleague.me.memberId as string }),
    );
    expect(missing.code).toBe(NOT_FOUND);
    expect((await get(ids[0] as string)).salesName).toBe('许立诚');
    const done = await ask(boss, parts.customerTransfer, { ids, toMemberId: colleague.me.memberId as string, reason: '离职' });
    expect(done).toEqual({ customers: 2, orders: 1, projects: 0 });
    expect((await get(ids[0] as string)).log[0]).toMatchObject({
      action: '转移',
      changes: expect.arrayContaining(['业务员：许立诚 → 何静秋', '原因：空 → 离职']),
    });
    const { rows } = await opened.pool.query('select status, sales_member_id = $2 as moved from sales_order where customer_id = $1 order by status', [
      ids[0],
      colleague.me.memberId,
    ]);
    expect(rows).toEqual([
      { status: 'COMPLETED', moved: false },
      { status: 'PENDING_AUDIT', moved: true },
    ]);
    const told = await opened.pool.query("select payload->>'body' as body from outbox where payload->>'kind' = 'customer.transferred'");
    expect(told.rows[0].body).toContain('等2个客户');
    const foreign = await refusalOf(ask(boss, parts.customerTransfer, { ids, toMemberId: stranger.memberId as string }));
    expect(foreign.data.fields?.['toMemberId']).toContain('不存在');
  });

  it('shows scenes: mine, those I help with, my departments’', async () => {
    const mine = await addCustomer(boss, '场景甲', { salesMemberId: sales.me.memberId ?? '' });
    const theirs = await addCustomer(boss, '场景乙丙', { salesMemberId: colleague.me.memberId ?? '' });
    await ask(boss, parts.helpersSet, { customerId: theirs, memberIds: [sales.me.memberId as string] });
    const full = { ...sales.me, permissions: allPermissions };
    const scene = async (me: Me, name: 'MINE' | 'JOINED' | 'TEAM') =>
      (await ask(me, customerList, { scene: name, keyword: '场景' })).pagedRecords.map((row) => row.id);
    expect([await scene(full, 'MINE'), await scene(full, 'JOINED'), await scene(full, 'TEAM')]).toEqual([[mine], [theirs], []]);
    await opened.pool.query("insert into department (tenant_id, id, name, leader_id) values ($1, '00000000-0000-7000-8000-000000000001', '华南部', $2)", [
      TENANT_A,
      sales.me.memberId,
    ]);
    await opened.pool.query("insert into member_department (tenant_id, member_id, department_id) values ($1, $2, '00000000-0000-7000-8000-000000000001')", [
      TENANT_A,
      colleague.me.memberId,
    ]);
    expect(await scene(full, 'TEAM')).toEqual([theirs]);
  });

  it('lets a limited helper work on the customer, but not give it away, choose its helpers or delete it', async () => {
    const id = await addCustomer(boss, '协作客户', { salesMemberId: colleague.me.memberId ?? '', contactMobile: '13611110001' });
    const me = onlyOwn(sales);
    expect((await refusalOf(get(id, me))).code).toBe(NOT_FOUND);
    await ask(boss, parts.helpersSet, { customerId: id, memberIds: [sales.me.memberId as string] });
    const seen = await get(id, me);
    expect([seen.helping, seen.helpers.map((one) => one.name)]).toEqual([true, ['许立诚']]);
    await ask(me, parts.contactSave, { customerId: id, name: '新联系人', mobile: '13611110002' });
    const typed = {
      ...blankCustomer,
      id,
      version: seen.version,
      code: seen.code,
      name: seen.name,
      contactMobile: seen.contactMobile,
      salesMemberId: seen.salesMemberId ?? '',
    };
    const refused = await Promise.all([
      refusalOf(ask(me, parts.customerTransfer, { ids: [id], toMemberId: sales.me.memberId as string })),
      refusalOf(ask(me, parts.helpersSet, { customerId: id, memberIds: [] })),
      refusalOf(ask(me, customerUpdate, { ...typed, salesMemberId: sales.me.memberId as string })),
      refusalOf(ask(me, customerDelete, { id, version: seen.version })),
    ]);
    for (const one of refused) expect(one.message).toMatch(/^您是客户“协作客户”的协作人，不能(转移|调整协作人|更换业务员|删除)，请联系负责的业务员或管理员$/);
    await ask(me, customerUpdate, { ...typed, remark: '由协作人补充' });
    await ask(boss, parts.helpersSet, { customerId: id, memberIds: [] });
    expect((await refusalOf(get(id, me))).code).toBe(NOT_FOUND);
  });
});

describe('duplicates', () => {
  it("names a colleague's customer without id and code, its salesperson masked; and the check cannot be confirmed away", async () => {
    await addCustomer(boss, '杭州晴川建材有限公司', { uscc: usccOf(77), salesMemberId: colleague.me.memberId ?? '', contactMobile: '13755550001' });
    const me = onlyOwn(sales);
    const { duplicates } = await ask(me, customerDuplicates, { id: '', name: '杭州晴川建材经营部', uscc: '', mobile: '' });
    expect(duplicates).toEqual([{ id: '', code: '', name: '杭州晴川建材有限公司', why: '名称相近', sales: '何*秋' }]);
    const open = await ask(boss, customerDuplicates, { id: '', name: '', uscc: '', mobile: '13755550001' });
    expect(open.duplicates[0]).toMatchObject({ why: '手机号相同', sales: '何静秋' });
    expect(open.duplicates[0]?.code).not.toBe('');
    const refused = await refusalOf(ask(me, customerCreate, { ...blankCustomer, name: '别的名字', uscc: usccOf(77), confirm: true }));
    expect(refused.message).toBe(`统一社会信用代码“${usccOf(77)}”已属于客户“杭州晴川建材有限公司”（由何*秋负责）`);
    const withoutNumbers = { ...boss, hidden: ['mobile'] };
    expect((await ask(withoutNumbers, customerDuplicates, { id: '', name: '', uscc: '', mobile: '13755550001' })).duplicates).toEqual([]);
    const warned = await refusalOf(
      ask(withoutNumbers, customerCreate, { ...blankCustomer, name: '别处的行', contactName: '王东', contactMobile: '13755550001' }),
    );
    expect(warned.message).toContain('手机号相同');
    expect((await ask(stranger, customerDuplicates, { id: '', name: '杭州晴川建材有限公司', uscc: usccOf(77), mobile: '' })).duplicates).toEqual([]);
  });
});
