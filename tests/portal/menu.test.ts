import { describe, expect, it } from 'vitest';
import { customerList } from '~/domains/customer/calls';
import { projectList, projectSearch } from '~/domains/project/calls';
import { type AppKey, appAt, apps } from '~/portal/apps';
import { guard } from '~/portal/guard';
import type { Me } from '~/portal/me';
import { firstOf, menuOf, openerOf, railOf } from '~/portal/menu';
import { menuGroups } from '~/portal/menuGroups';
import { menuTags, pathOfTag } from '~/portal/menuTags';
import { CREDIT_REPAY, STOCK_COUNT } from '~/portal/permissions';
import { allPermissions } from '~/portal/permissionTree';
import { screenOf, screens } from '~/portal/screens';
import { admit } from '~/server/serve.server';

const person = (codes: readonly string[]) =>
  ({ userType: 1, customerId: null, memberId: 'm', identity: '1', apps: ['order'], permissions: new Set(codes) }) as unknown as Me;

it('系统设置 opens the developer page, and the first page of its menu for whoever may not see that one', () => {
  const admin = person([...allPermissions]);
  expect(firstOf(admin, 'open')).toBe('/portal/openPlatform/developer');
  expect(railOf(admin).find(({ key }) => key === 'open')?.path).toBe('/portal/openPlatform/developer');
  const keeper = person([...allPermissions].filter((code) => code !== 'PTN:SUPPLIER:FLOW_UPLOAD:MANAGE'));
  expect(firstOf(keeper, 'open')).toMatch(/^\/portal\//);
  expect(firstOf(keeper, 'open')).not.toBe('/portal/openPlatform/developer');
  expect(firstOf(person([]), 'open')).toBeUndefined();
});

describe('an app', () => {
  const everything = (codes: readonly string[] = [...allPermissions]) => ({ ...person(codes), apps: apps.map(({ key }) => key) }) as Me;
  const led = (me: Me, path: string) => {
    const app = appAt(path);
    return app && firstOf(me, app);
  };

  it('has an address of its own that leads to its first page one may open, in any case of letters', () => {
    const admin = everything();
    expect(led(admin, '/portal/creditSystem')).toBe('/portal/creditSystem/guide');
    expect(led(admin, '/portal/creditsystem/')).toBe('/portal/creditSystem/guide');
    expect(led(admin, '/portal/receiveAdmin')).toBe('/portal/receiveAdmin/infoSearch');
    expect(led(admin, '/portal/factoryService')).toBe('/portal/factoryService/home/smartContract');
    expect(led(admin, '/portal/supplyChain')).toBe('/portal/supplyChain/factory/workbench');
    expect(led(admin, '/portal/openPlatform')).toBe('/portal/openPlatform/developer');
    expect(led({ ...admin, userType: 2, customerId: 'c' } as Me, '/portal/supplyChain')).toBe('/portal/supplyChain/dealer/order/list');
    expect(led(everything([CREDIT_REPAY]), '/portal/creditSystem')).toBe('/portal/creditSystem/repayment/list');
    for (const me of [everything([]), { ...admin, apps: [] } as Me]) expect(led(me, '/portal/creditSystem')).toBeUndefined();
    for (const path of ['/portal', '/portal/creditSystem/guide', '/portal/nobody']) expect(appAt(path)).toBeUndefined();
  });

  it('has that address, and stands on the rail, exactly where it has pages', () => {
    const admin = everything();
    for (const { key, root } of apps.filter((one) => one.key !== 'home')) {
      const paged = screens.some((screen) => screen.app === key);
      expect([key, root !== undefined, railOf(admin).some((item) => item.key === key), menuOf(admin, key).length > 0]).toEqual([key, paged, paged, paged]);
      if (root) expect(screens.some((screen) => screen.app === key && screen.path.startsWith(`${root}/`))).toBe(true);
      if (root) expect(screenOf(root)).toBeUndefined();
    }
  });
});

it('groups no menu uses are not in the table', () => {
  expect(menuGroups.map(({ name }) => name).toSorted()).toEqual([...new Set(screens.flatMap(({ menu }) => menu ?? []))].toSorted());
});

describe('menu tags', () => {
  it('name every menu entry once, by a route that exists', () => {
    const entries = screens.filter(({ menu }) => menu).map(({ path }) => path);
    expect(Object.values(menuTags).toSorted()).toEqual(entries.toSorted());
    for (const app of apps) expect(app.tag).toMatch(/^[a-z_]+$/);
    expect(new Set(apps.map(({ tag }) => tag)).size).toBe(apps.length);
  });

  it('name an entry, a group or an app, never two of them; only 首页 is an app and its one entry', () => {
    const tags = [...Object.keys(menuTags), ...[...menuGroups, ...apps].map(({ tag }) => tag)];
    expect(tags.filter((tag, at) => tags.indexOf(tag) !== at)).toEqual(['home']);
  });

  it('of a group or an app lead to its first page this person may open', () => {
    const admin = person([...allPermissions]);
    expect(openerOf('stock_group')?.(admin)).toBe('/portal/supplyChain/factory/warehouse/realTimeList');
    expect(openerOf('supply_chain')?.(admin)).toBe('/portal/supplyChain/factory/workbench');
    expect(openerOf('stock_group')?.(person([STOCK_COUNT]))).toBe('/portal/supplyChain/factory/warehouse/inventory');
    expect(openerOf('stock_group')?.(person([]))).toBeUndefined();
    for (const unknown of ['', 'nobody', 'constructor', 'order_manage']) expect(openerOf(unknown)).toBeUndefined();
  });

  it('lead to their route, and an unknown one nowhere', () => {
    expect(pathOfTag('order_manage')).toBe('/portal/supplyChain/factory/order/list');
    for (const unknown of ['', 'nobody', 'constructor', '__proto__', 'toString']) expect(pathOfTag(unknown)).toBeUndefined();
  });
});

describe('customers and projects', () => {
  const paths = (me: Me, app: AppKey) => menuOf(me, app).flatMap(({ items }) => items.map(({ path }) => path));
  const shared = ['/portal/customer/list', '/portal/project/list'];

  it('stand in the order app, where the tenant has it', () => {
    const admin = person([...allPermissions]);
    expect(paths(admin, 'order')).toEqual(expect.arrayContaining(shared));
    expect(paths(admin, 'open')).not.toEqual(expect.arrayContaining(shared));
    expect(railOf(admin, screenOf('/portal/customer/edit')).find(({ current }) => current)?.key).toBe('order');
  });

  it('open for a tenant without the order app, beside its settings, with their calls', () => {
    const bare = { ...person([...allPermissions]), apps: [] } as Me;
    expect(paths(bare, 'open')).toEqual(expect.arrayContaining(shared));
    expect(railOf(bare, screenOf('/portal/project/detail')).find(({ current }) => current)?.key).toBe('open');
    for (const path of [...shared, '/portal/customer/import']) expect(guard(bare, screenOf(path))).toBe('open');
    for (const call of [customerList, projectList, projectSearch]) expect(() => admit(bare, call)).not.toThrow();
    expect(guard(bare, screenOf('/portal/supplyChain/factory/order/list'))).toBe('forbidden');
  });

  it('have no rail entry lit on pages that belong to no app', () => {
    expect(railOf(person([...allPermissions]), screenOf('/portal/message/list')).filter(({ current }) => current)).toEqual([]);
  });
});
