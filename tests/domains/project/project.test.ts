import '~/domains/order/api.server';
import '~/domains/project/api.server';
import { beforeEach, describe, expect, it } from 'vitest';
import { commitImport, undoImport, uploadImport } from '~/domains/batch/importJob.server';
import * as calls from '~/domains/project/calls';
import { projectFields } from '~/domains/project/project';
import type { ProjectForm } from '~/domains/project/project.schema';
import { projectForOrder } from '~/domains/project/project.server';
import type { Sheet } from '~/server/sheet/columns';
import { blankOf } from '~/shared/documentFields';
import { NOT_FOUND, refusalCodes, WARNING } from '~/shared/refusal';
import { ask, NOON, openShop, refusalOf, type Shop } from '../../support/catalogue';
import { emptyDatabase, testDatabase } from '../../support/database';
import { as } from '../../support/stock';

const opened = await testDatabase();
let shop: Shop;
beforeEach(async () => {
  await emptyDatabase();
  shop = await openShop(opened);
});

const create = (change: Partial<ProjectForm>) =>
  ask(shop.me, calls.projectCreate, { ...blankOf(projectFields), name: '西溪云庐二期', customerId: shop.customers[0], ...change });
const get = (id: string) => ask(shop.me, calls.projectGet, { id });
const form = async (id: string) => {
  const { code, name, customerId, developer, contractor, province, city, district, address, expectedUnit, remark, contacts, version } = await get(id);
  return {
    ...blankOf(projectFields),
    code,
    name,
    customerId,
    developer,
    contractor,
    province,
    city,
    district,
    address,
    expectedUnit,
    remark,
    contacts,
    id,
    version,
  };
};

describe('projects', () => {
  it('are numbered, found by words and pinyin, and keep masked numbers as they were', async () => {
    const made = await create({ contacts: [{ id: '', name: '赵工', role: '项目经理', mobile: '13911112222' }], expectedQty: '12000', expectedUnit: '平方米' });
    expect(made.code).toBe('GC000001');
    for (const keyword of ['云庐', 'xxyl', 'GC0000']) expect((await ask(shop.me, calls.projectList, { keyword })).totalCount).toBe(1);
    expect((await get(made.id)).contacts[0]?.mobile).toBe('139****222');
    await ask(shop.me, calls.projectUpdate, { ...(await form(made.id)), name: '西溪云庐三期' });
    expect((await ask(shop.me, calls.projectReveal, { id: made.id })).contacts[0]?.mobile).toBe('13911112222');
    const changed = (await get(made.id)).log.find((one) => one.action === '编辑');
    expect(changed?.changes).toContain('项目名称：西溪云庐二期 → 西溪云庐三期');
    const stale = await refusalOf(ask(shop.me, calls.projectUpdate, { ...(await form(made.id)), version: 1 }));
    expect(stale.code).toBe(refusalCodes.VERSION);
  });

  it('warns of the same building site with another dealer, and checks its dates and place', async () => {
    await create({ city: '杭州市', province: '浙江省', district: '余杭区' });
    const duplicate = await refusalOf(
      create({ customerId: shop.customers[1], name: '西溪云庐二期项目', city: '杭州市', province: '浙江省', district: '西湖区' }),
    );
    expect([duplicate.code, duplicate.message]).toEqual([WARNING, expect.stringContaining('东湖建材')]);
    const unread = await refusalOf(create({ contractor: 5 as never }));
    expect(unread.message).toContain('“总包单位”');
    const dates = await refusalOf(create({ name: '另一个', startDate: '2026-05-01', endDate: '2026-04-01' }));
    expect(dates.data.fields?.['endDate']).toContain('不能早于');
    expect((await refusalOf(create({ name: '第三个', province: '浙江省', city: '南京市' }))).data.fields?.['province']).toContain('浙江省南京市');
  });

  it('move as the table says and never end with open orders; orders name running projects of their own customer only', async () => {
    const { id } = await create({});
    const move = (version: number, to: 'ACTIVE' | 'PAUSED' | 'DONE' | 'CLOSED', reason = '') => ask(shop.me, calls.projectMove, { id, version, to, reason });
    expect((await refusalOf(move(1, 'PAUSED'))).data.fields?.['reason']).toContain('原因');
    const named = (customerId: string, kept?: string) =>
      as(opened, shop.me, (tx) => projectForOrder(tx, shop.me, { projectId: id, customerId, kept: kept ?? null }));
    expect(await named(shop.customers[0])).toMatchObject({ code: 'GC000001' });
    expect((await refusalOf(named(shop.customers[1]))).data.fields?.['projectId']).toContain('不属于所选客户');
    await move(1, 'PAUSED', '停工');
    expect((await refusalOf(named(shop.customers[0]))).code).toBe(refusalCodes.PROJECT_STATE);
    expect(await named(shop.customers[0], id)).toMatchObject({ id });
    await move(2, 'ACTIVE');
    await opened.pool.query("insert into warehouse (tenant_id, id, code, name, is_default) values (1, gen_random_uuid(), 'CK01', '仓', true)");
    await opened.pool.query(
      `insert into sales_order (tenant_id, id, customer_id, customer_name, source, warehouse_id, pay_method, status, project_id)
       select 1, gen_random_uuid(), $1, 'x', 'FACTORY', id, 'OFFLINE', 'PENDING_DELIVERY', $2 from warehouse limit 1`,
      [shop.customers[0], id],
    );
    await create({ name: '别家的工地', expectedAmount: '1200.5', customerId: shop.customers[1] });
    await create({ name: '又一个工地', expectedAmount: '0.25' });
    await opened.pool.query('update sales_order set payable = 4200');
    expect((await ask(shop.me, calls.projectList, { pageSize: 1 })).totals).toEqual({ expectedAmount: '1,200.75', orderAmount: '42.00', orderCount: '1' });
    expect((await ask(shop.me, calls.projectList, { customerId: shop.customers[1] })).totals).toMatchObject({
      expectedAmount: '1,200.50',
      orderAmount: '0.00',
    });
    expect((await refusalOf(move(3, 'DONE'))).message).toContain('还有1张未完成的订单');
    expect((await refusalOf(ask(shop.me, calls.projectDelete, { id, version: 3 }))).code).toBe(refusalCodes.IN_USE);
    expect((await refusalOf(move(3, 'ACTIVE'))).code).toBe(refusalCodes.PROJECT_STATE);
  });

  it("are the tenant's own, and a dealer's own in its order form", async () => {
    const { id } = await create({});
    await create({ name: '别家的工地', customerId: shop.customers[1] });
    const stranger = await openShop(opened, 2n);
    for (const one of [ask(stranger.me, calls.projectGet, { id }), ask(stranger.me, calls.projectDelete, { id, version: 1 })])
      expect((await refusalOf(one)).code).toBe(NOT_FOUND);
    const dealer = shop.dealer(shop.customers[0]);
    const found = await ask(dealer, calls.projectSearch, { customerId: shop.customers[1] });
    expect(found.projects.map((one) => one.id)).toEqual([id]);
  });

  it('are imported with all errors at once, updated by code, and taken back', async () => {
    const titles = ['项目编号', '项目名称', '客户编码', '项目阶段', '预计金额(元)', '计划开工', '计划完工', '联系人', '联系电话', '预计用量'];
    const sheet = (...rows: string[][]): Sheet => ({
      header: titles,
      headerRow: 2,
      rows: rows.map((cells, index) => ({ rowNumber: index + 3, cells: Object.fromEntries(titles.map((title, column) => [title, cells[column] ?? ''])) })),
    });
    const upload = (file: Sheet) =>
      as(opened, shop.me, (tx) => uploadImport(tx, shop.me, { type: 'project', mode: 'MERGE', fileName: '项目.xlsx', sheet: file }, NOON));
    const bad = await upload(sheet(['', '', 'KH0001'], ['P1', '甲工地', 'KH9999', '随便', '1.234', '2026-05-01', '2026-04-01', '', '13911112222']));
    const said = bad.errors.map((one) => one.message).join('\n');
    for (const part of [
      '第3行“项目名称”不能为空',
      '“客户编码”“KH9999”不存在',
      '第4行“项目阶段”只能填',
      '第4行“预计金额(元)”最多允许2位小数',
      '早于计划开工',
      '第4行“联系人”不能为空',
    ])
      expect(said).toContain(part);
    const { id } = await create({ code: 'P1', name: '甲工地', remark: '老项目', expectedQty: '12.5' });
    const good = await upload(
      sheet(['P1', '甲工地一期', 'KH0001', '施工供货', '360000', '', '', '', ''], ['', '乙工地', 'KH0002', '', '', '', '', '赵工', '13911112222']),
    );
    expect(good.errors).toEqual([]);
    expect(good.sample.map((row) => [row.effect, row.cells[4]])).toEqual([
      ['CHANGED', '360,000.00'],
      ['NEW', ''],
    ]);
    expect((await upload(sheet(['P1', '甲工地', 'KH0001', '', '', '', '', '', '', '12.50']))).effects).toMatchObject({ NEW: 0, CHANGED: 0, SAME: 1 });
    const done = await as(opened, shop.me, (tx) => commitImport(tx, shop.me, { jobId: good.jobId, how: 'ALL' }, NOON));
    expect([done.created, done.updated]).toEqual([1, 1]);
    expect(await get(id)).toMatchObject({ name: '甲工地一期', stage: 'BUILDING', expectedAmount: '360000.00', remark: '老项目' });
    await as(opened, shop.me, (tx) => undoImport(tx, shop.me, good.jobId, NOON));
    expect(await get(id)).toMatchObject({ name: '甲工地', stage: 'LEAD', expectedAmount: null });
    expect((await ask(shop.me, calls.projectList, {})).totalCount).toBe(1);
  });
});
