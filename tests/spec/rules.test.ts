import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { customerTypes, isMemberRegion, withMember } from '~/domains/customer/customerNames';
import { fileDownload } from '~/domains/file/calls';
import { guard } from '~/portal/guard';
import type { Me } from '~/portal/me';
import { menuOf } from '~/portal/menu';
import { menuGroups } from '~/portal/menuGroups';
import { menuTags, pathOfTag } from '~/portal/menuTags';
import { FUND_MANAGE, ORDER_MANAGE } from '~/portal/permissions';
import { screens } from '~/portal/screens';
import { instantRange, shanghaiDate, shanghaiTime } from '~/shared/dates';
import { Mobile, RangeEnd } from '~/shared/fields.schema';
import { maskBankCard, maskIdCard, maskMobile, maskName } from '~/shared/mask';
import { PageQuery } from '~/shared/page.schema';
import { fileHref } from '~/shell/call';
import { normaliseNumber } from '~/ui/kit/number';
import { badgeText } from '~/ui/kit/Tag';
import { endOf, startOf } from '~/ui/list/filters';
import { addressOf, DEFAULT_PAGE_SIZE, searched } from '~/ui/list/query';
import { formatMoney } from '~/ui/values/format';

/** Sections 5 and 9 of the specification, line by line; what a browser must show of them stands in the browser tests. */

const member = (...codes: string[]) =>
  ({
    userType: 1,
    identity: '1',
    customerId: null,
    tenantId: 1n,
    permissions: new Set(codes),
    apps: ['order'],
    modules: ['order'],
    isAdmin: false,
  }) as unknown as Me;

describe('section 5', () => {
  test('a mobile number has 11 digits and begins with 1', () => {
    for (const good of ['13800000001', '19999999999']) expect(Mobile.safeParse(good).success).toBe(true);
    for (const bad of ['23800000001', '1380000000', '138000000011', '1380000000a', '']) expect(Mobile.safeParse(bad).success).toBe(false);
  });

  test('a figure begins with digits and holds nothing but them', () => {
    expect(['12', '1,200.50', '１２', '0.5'].map(normaliseNumber)).toEqual(['12', '1200.50', '12', '0.5']);
    expect(['a12', '元12', '12元', '1e3', '一百'].map(normaliseNumber)).toEqual(Array(5).fill(undefined));
  });

  test('a menu item shows with its code, its parent with any of its children', () => {
    const paths = (me: Me) => menuOf(me, 'order').flatMap(({ items }) => items.map(({ path }) => path));
    const none = paths(member());
    const orders = paths(member(ORDER_MANAGE));
    const list = '/portal/supplyChain/factory/order/list';
    expect([none.includes(list), orders.includes(list)]).toEqual([false, true]);
    const groups = (me: Me) => menuOf(me, 'order').map(({ name }) => name);
    expect(groups(member(FUND_MANAGE)).length).toBeGreaterThan(groups(member()).length);
  });

  test('a search omits empty values and starts at page 1, keeping the page size', () => {
    expect(searched({ pageNo: '3', pageSize: '50', orderNo: 'DD1' }, { orderNo: '', product: ' 瓷砖 ' })).toEqual({ pageSize: '50', product: '瓷砖' });
    expect(addressOf({ pageNo: '1', orderNo: '' })).toBe('?');
  });

  test('南区, 东区, 北区 and 特区 are member regions', () => {
    expect(['南区', '东区', '北区', '特区', '西区', ''].map(isMemberRegion)).toEqual([true, true, true, true, false, false]);
    expect(withMember({ regionLabel: '南区' })['isMember']).toBe('1');
  });

  test('a range of days begins at 00:00:00 and ends with 23:59:59, in Shanghai', () => {
    const { from, before } = instantRange('2026-11-01', '2026-11-02');
    expect([from?.toISOString(), before?.toISOString()]).toEqual(['2026-10-31T16:00:00.000Z', '2026-11-02T16:00:00.000Z']);
    expect(instantRange(null, '2026-11-02 23:59:59').before).toEqual(before);
    expect([startOf('2026-11-01'), endOf('2026-11-02')]).toEqual(['2026-11-01 00:00:00', '2026-11-02 23:59:59']);
    expect([startOf('2026-11-01', 'day'), endOf('', 'time')]).toEqual(['2026-11-01', '']);
  });

  test('masks keep what the specification says', () => {
    expect(maskMobile('13812345678')).toBe('138****678');
    expect([maskName('王芳'), maskName('欧阳建国'), maskName('王')]).toEqual(['王*', '欧**国', '王']);
    expect(maskIdCard('110101199001011234')).toBe('110101********1234');
    expect(maskBankCard('6222020200012345678')).toBe('6222***********5678');
  });

  test('amounts have two decimals and separators, and in 万 never vanish', () => {
    expect([formatMoney('1234567.5'), formatMoney('0'), formatMoney(null), formatMoney('')]).toEqual(['1,234,567.50', '0.00', '- -', '- -']);
    expect([formatMoney('0', { wan: true }), formatMoney('99', { wan: true }), formatMoney('12345678', { wan: true })]).toEqual(['0', '0.01', '1,234.57']);
  });
});

describe('section 8, the guard', () => {
  const list = screens.find(({ path }) => path === '/portal/supplyChain/factory/order/list');
  test('nobody goes to login, without the code is forbidden, an unknown address is missing', () => {
    expect([guard(null, list), guard(member(), list), guard(member(), undefined)]).toEqual(['login', 'forbidden', 'missing']);
  });
});

describe('section 9', () => {
  test('a page has ten rows unless the person chose otherwise', () => {
    expect([PageQuery.parse({}).pageSize, DEFAULT_PAGE_SIZE]).toEqual([10, 10]);
  });

  test('a badge counts to 99', () => {
    expect([badgeText(99), badgeText(100)]).toEqual(['99', '99+']);
  });

  test('a row of the menu is 40 px high', () => {
    const css = readFileSync('src/shell/shell.css', 'utf8');
    for (const row of ['.side-menu summary,\n.side-menu a.alone {', '.side-menu li a {'])
      expect(css.slice(css.indexOf(`\n${row}`) + 1).split('}')[0], row).toMatch(/ height: 40px;/);
  });

  test('days are yyyy-MM-dd, ranges yyyy-MM-dd HH:mm:ss, and an instant with Z is read eight hours on', () => {
    const instant = new Date('2026-11-01T16:30:05Z');
    expect([shanghaiDate(instant), shanghaiTime(instant)]).toEqual(['2026-11-02', '2026-11-02 00:30:05']);
    expect(['2026-11-01', '2026-11-01 00:00:00', '2026/11/01', '2026-11-01T00:00'].map((text) => RangeEnd.safeParse(text).success)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  test('calls stand under /web', () => {
    expect(fileHref(fileDownload, { fileKey: 'k' })).toMatch(/^\/web\/fs\/file\//);
  });

  test('customer type 1 is a person, the other a company', () => {
    expect(customerTypes).toEqual({ '1': '个人', '2': '企业' });
  });

  test('about 24 groups of the menu have a tag and an icon', () => {
    expect(menuGroups.length).toBeGreaterThanOrEqual(20);
    expect(menuGroups.length).toBeLessThanOrEqual(28);
    expect(new Set(menuGroups.map(({ tag }) => tag)).size).toBe(menuGroups.length);
  });

  test('a menu tag leads to one page that exists', () => {
    const tags = Object.keys(menuTags);
    expect(new Set(Object.values(menuTags)).size).toBe(tags.length);
    for (const tag of tags)
      expect(
        screens.some(({ path }) => path === pathOfTag(tag)),
        tag,
      ).toBe(true);
    expect(pathOfTag('toString')).toBeUndefined();
  });
});
