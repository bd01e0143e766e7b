import { beforeEach, describe, expect, it } from 'vitest';
import '~/domains/customer/api.server';
import { commitImport, previewImport, undoImport, uploadImport } from '~/domains/batch/importJob.server';
import * as customers from '~/domains/customer/calls';
import { customerMove } from '~/domains/customer/partCalls';
import { newId } from '~/server/ids.server';
import type { Sheet } from '~/server/sheet/columns';
import { idCardCheckCharacter } from '~/shared/identifiers';
import { refusalCodes } from '~/shared/refusal';
import { ask, NOON, openShop, refusalOf, type Shop } from '../../support/catalogue';
import { addCustomer, usccOf } from '../../support/customers';
import { emptyDatabase, testDatabase } from '../../support/database';
import { as } from '../../support/stock';

let shop: Shop;
beforeEach(async () => {
  await emptyDatabase();
  shop = await openShop(await testDatabase());
});

const header = ['客户编码', '客户名称', '客户类型', '统一社会信用代码/身份证号', '省', '市', '区', '手机号', '账期天数', '备注'];
const sheetOf = (...rows: string[][]): Sheet => ({
  header,
  headerRow: 2,
  rows: rows.map((cells, index) => ({ rowNumber: index + 3, cells: Object.fromEntries(header.map((title, column) => [title, cells[column] ?? ''])) })),
});
const upload = async (sheet: Sheet, mode: 'MERGE' | 'INSERT' = 'MERGE') =>
  as(await testDatabase(), shop.me, (tx) => uploadImport(tx, shop.me, { type: 'customer', mode, fileName: '客户.xlsx', sheet }, NOON));
const commit = async (jobId: string, how: 'ALL' | 'GOOD_ONLY' = 'ALL') =>
  as(await testDatabase(), shop.me, (tx) => commitImport(tx, shop.me, { jobId, how }, NOON));
const undo = async (jobId: string) => as(await testDatabase(), shop.me, (tx) => undoImport(tx, shop.me, jobId, NOON));
const byName = async (keyword: string) => (await ask(shop.me, customers.customerList, { keyword })).pagedRecords.find((row) => row.name === keyword);

describe('importing customers as somebody who sees some of them', () => {
  it('gives new ones to the importer, refuses to hand them out of sight, and says nothing of customers of colleagues', async () => {
    const opened = await testDatabase();
    const colleague = newId();
    for (const [id, mobile] of [
      [shop.me.memberId, '13700000001'],
      [colleague, '13700000002'],
    ] as const) {
      const account = mobile === '13700000001' ? shop.me.accountId : newId();
      await opened.pool.query(
        "insert into account (id, login_account, mobile, name, user_type, password_hash) values ($1, $2, $2, '员', 1, 'x') on conflict (id) do update set mobile = $2",
        [account, mobile],
      );
      await opened.pool.query('insert into member (tenant_id, id, account_id, name) values (1, $1, $2, $3)', [id, account, mobile]);
    }
    await addCustomer(shop.me, '同事的客户', { salesMemberId: colleague, uscc: usccOf(8), contactMobile: '13911119999' });
    const memberId = shop.me.memberId as string;
    shop.me = { ...shop.me, isAdmin: false, scope: { customers: { member: memberId, owners: [memberId], regions: [] }, warehouses: null } };
    header.push('业务员账号');
    const cells = (name: string, uscc: string, sales: string) => ['', name, '企业', uscc, '', '', '', '13911112222', '', '', sales];
    const job = await upload(
      sheetOf(cells('同事的客户', '', ''), cells('新客户甲', usccOf(8), ''), cells('新客户乙', '', '13700000002'), cells('新客户丙', '', '')),
    );
    header.pop();
    expect(job.errors.map((one) => one.message)).toEqual([
      '第3行“客户名称”是其他同事负责的客户，不在您的数据范围内，请联系其业务员或管理员',
      '第4行“统一社会信用代码/身份证号”已属于其他同事负责的客户，不在您的数据范围内，请联系其业务员或管理员',
      '第5行“业务员账号”不在您的数据范围内：请填写您本人或您部门成员的手机号，新客户留空时归您本人',
    ]);
    expect([job.effects, job.sample.map((row) => row.effect)]).toEqual([{ NEW: 1, CHANGED: 0, SAME: 0, PASSED: 0 }, [null, null, null, 'NEW']]);
    await commit(job.jobId, 'GOOD_ONLY');
    const { pagedRecords } = await ask(shop.me, customers.customerList, { scene: 'MINE' });
    expect(pagedRecords.map((row) => row.name)).toEqual(['新客户丙']);
  });
});

describe('importing customers', () => {
  it('names every wrong cell of every row', async () => {
    const job = await upload(
      sheetOf(
        ['', '', '企业', '', '', '', '', '13911112222', '30', ''],
        ['K1', '甲建材', '公司', usccOf(1).slice(0, 10), '浙江', '南京', '', '1391111', '400', ''],
        ['K2', '乙建材', '', '', '', '', '', '13911113333', '', ''],
        ['K2', '乙建材', '', '', '', '', '', '13911113333', '', ''],
      ),
    );
    const said = job.errors.map((one) => one.message).join('\n');
    for (const part of [
      '第3行“客户名称”不能为空',
      '第4行“客户类型”只能填',
      '第4行“统一社会信用代码/身份证号”应为18位',
      '第4行“手机号”',
      '第4行“账期天数”不能大于365',
      '第4行“省”',
      '第6行“客户编码”与第5行重复',
    ])
      expect(said).toContain(part);
    expect(job.bad).toBe(3);
    expect(job.good).toBe(1);
  });

  it('adds new customers with leading zeros and whole regions kept, and takes them back', async () => {
    const job = await upload(
      sheetOf(
        ['007', '晴川建材', '企业', usccOf(7), '浙江', '杭州', '余杭', '139-1111-2222', '45', ''],
        ['', '李四', '个人', '', '', '', '', '13911113333', '', ''],
      ),
    );
    expect(job.errors).toEqual([]);
    const done = await commit(job.jobId);
    expect([done.created, done.updated]).toEqual([2, 0]);
    const row = await byName('晴川建材');
    expect(row).toMatchObject({ code: '007', province: '浙江省', city: '杭州市', district: '余杭区', paymentDays: 45, contactMobile: '139****222' });
    expect((await byName('李四'))?.customerType).toBe(1);
    await undo(job.jobId);
    expect(await byName('晴川建材')).toBeUndefined();
  });

  it('updates by code, keeps what the file leaves empty, and undo restores it', async () => {
    const id = await addCustomer(shop.me, '旧名建材', { code: 'K1', uscc: usccOf(1), paymentDays: '60', remark: '老客户' });
    const job = await upload(sheetOf(['K1', '新名建材', '', '', '', '', '', '13911112222', '', '']));
    expect([(await commit(job.jobId)).updated]).toEqual([1]);
    expect(await ask(shop.me, customers.customerGet, { id })).toMatchObject({ name: '新名建材', paymentDays: 60, remark: '老客户', uscc: usccOf(1) });
    await undo(job.jobId);
    expect(await ask(shop.me, customers.customerGet, { id })).toMatchObject({ name: '旧名建材', paymentDays: 60 });
  });

  it('keeps identity card numbers sealed, in the batch too, and refuses one that another customer holds', async () => {
    const number = `33010619900101123${idCardCheckCharacter('33010619900101123')}`;
    const job = await upload(sheetOf(['P1', '李四', '个人', number, '', '', '', '13911113333', '', '']));
    await commit(job.jobId);
    const { pool } = await testDatabase();
    const { rows } = await pool.query('select (select json_agg(j) from import_job j)::text || (select json_agg(c) from customer c)::text as stored');
    expect(rows[0].stored).not.toContain(number);
    expect((await byName('李四'))?.customerType).toBe(1);
    const twice = await upload(sheetOf(['P2', '李四二', '个人', number, '', '', '', '13911113334', '', '']));
    expect(twice.errors.map((one) => one.message).join()).toContain('已属于客户“李四”');
    await undo(job.jobId);
    expect(await byName('李四')).toBeUndefined();
  });

  it('refuses to take back what was changed since', async () => {
    const job = await upload(sheetOf(['K1', '甲建材', '', '', '', '', '', '13911112222', '', '']));
    await commit(job.jobId);
    const row = await byName('甲建材');
    await ask(shop.me, customerMove, { items: [{ id: row?.id ?? '', version: 1 }], status: 'DISABLED', reason: '测试' });
    expect((await refusalOf(undo(job.jobId))).code).toBe(refusalCodes.IMPORT_STATE);
  });

  it('in INSERT mode reports what exists, and a code of another customer is named', async () => {
    await addCustomer(shop.me, '甲建材', { code: 'K1', uscc: usccOf(1) });
    const only = await upload(sheetOf(['K1', '甲建材', '', '', '', '', '', '13911112222', '', '']), 'INSERT');
    expect(only.errors[0]?.message).toContain('已存在');
    const taken = await upload(sheetOf(['K9', '别家', '', usccOf(1), '', '', '', '13911112222', '', '']));
    expect(taken.errors[0]?.message).toContain('已属于客户“甲建材”（K1）');
  });

  it('imported again changes nothing but versions', async () => {
    const file = sheetOf(['K1', '甲建材', '企业', usccOf(1), '浙江省', '杭州市', '余杭区', '13911112222', '30', '备注']);
    await commit((await upload(file)).jobId);
    const before = await byName('甲建材');
    const again = await commit((await upload(file)).jobId);
    expect([again.created, again.updated, again.effects]).toEqual([0, 1, { NEW: 0, CHANGED: 0, SAME: 1, PASSED: 0 }]);
    const other = await upload(
      sheetOf(['K1', '甲建材', '', '', '', '', '', '13911112223', '', ''], ['', '全新建材', '', '', '', '', '', '13911112224', '', '']),
    );
    expect([other.effects, other.sample.map((row) => row.effect)]).toEqual([{ NEW: 1, CHANGED: 1, SAME: 0, PASSED: 0 }, ['CHANGED', 'NEW']]);
    expect({ ...(await byName('甲建材')), version: 1 }).toEqual({ ...before, version: 1 });
  });

  it('never says that a row changes nothing to somebody from whom a field of it is kept', async () => {
    await addCustomer(shop.me, '甲建材', { code: 'K1', contactMobile: '13911112222' });
    const guess = () => upload(sheetOf(['K1', '甲建材', '', '', '', '', '', '139 1111 2222', '', '']));
    const seen = await guess();
    expect([seen.effects?.SAME, seen.sample[0]?.cells[7]]).toEqual([1, '13911112222']);
    const { me } = shop;
    shop.me = { ...me, hidden: ['mobile'] };
    expect((await guess()).effects).toMatchObject({ SAME: 0, CHANGED: 1 });
    const colleague = { ...shop.me, accountId: newId() };
    const theirs = await as(await testDatabase(), colleague, (tx) => previewImport(tx, colleague, seen.jobId));
    expect([theirs.effects, theirs.sample[0]?.effect]).toEqual([null, null]);
  });

  it('writes invoice titles and sales areas, asks about near names, and takes a title back with the row', async () => {
    const id = await addCustomer(shop.me, '杭州晴川建材有限公司', { code: 'K1' });
    const sheet = (...rows: Record<string, string>[]): Sheet => {
      const titles = ['客户编码', '客户名称', '手机号', '销售区域', '开票抬头', '税号', '开户行', '银行账号'];
      return {
        header: titles,
        headerRow: 2,
        rows: rows.map((cells, index) => ({ rowNumber: index + 3, cells: Object.fromEntries(titles.map((title) => [title, cells[title] ?? ''])) })),
      };
    };
    const base = { 客户编码: 'K1', 客户名称: '杭州晴川建材有限公司', 手机号: '13911112222' };
    const bad = await upload(sheet({ ...base, 销售区域: '月球区', 税号: '123', 银行账号: '12' }, { 客户名称: '杭州晴川建材经营部', 手机号: '13911113333' }));
    const said = bad.errors.map((one) => one.message).join('\n');
    for (const part of [
      '“销售区域”“月球区”不存在',
      '“税号”应为15、18或20位',
      '“银行账号”应为6到30位数字',
      '“开票抬头”不能为空',
      '与已有客户“杭州晴川建材有限公司”（K1）疑似重复',
    ])
      expect(said).toContain(part);
    const good = await upload(sheet({ ...base, 销售区域: '东区', 开票抬头: '晴川建材', 税号: usccOf(3), 开户行: '工商银行', 银行账号: '1202 0211 0990 0001' }));
    expect(good.errors).toEqual([]);
    await commit(good.jobId);
    const detail = () => ask(shop.me, customers.customerGet, { id });
    expect(await detail()).toMatchObject({
      regionLabel: '东区',
      isMember: 1,
      invoiceTitles: [{ title: '晴川建材', taxNo: usccOf(3), isDefault: true, bankAccount: '1202********0001' }],
    });
    await undo(good.jobId);
    expect(await detail()).toMatchObject({ regionLabel: '', invoiceTitles: [] });
  });
});
