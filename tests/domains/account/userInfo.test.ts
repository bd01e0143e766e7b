import { beforeEach, expect, it } from 'vitest';
import { makeDealer, makeMember, makeTenant, type Person, send, TENANT_A } from '../../support/app';
import { emptyDatabase, testDatabase } from '../../support/database';

beforeEach(async () => {
  await testDatabase();
  await emptyDatabase();
  await makeTenant(TENANT_A, '甲厂');
});
interface Node {
  name: string;
  menuTag: string;
  path: string;
  permissionCode: string;
}
const menuOf = async (who: Person) =>
  (await send('GET', '/saas-boss/user/menuTreeList', {}, who)).data as (Node & { subMenu: (Node & { icon: string; subMenu: Node[] })[] })[];
const info = async (who: Person) => (await send('GET', '/partner/user/info', {}, who)).data;

it('tells a member which company they act for, and a dealer which customer they are there', async () => {
  const member = await makeMember(TENANT_A, '苏晓禾', 'admin');
  expect(await info(member)).toMatchObject({ memberId: member.me.memberId, corporationId: TENANT_A.toString(), company: '甲厂', sysCustomerId: null });
  const dealer = await makeDealer(TENANT_A, '晴川建材');
  expect(await info(dealer)).toMatchObject({ memberId: null, corporationId: dealer.me.customerId, company: '晴川建材', sysCustomerId: dealer.me.customerId });
});

it('gives the dealer’s order pages the permission code their menu goes by', async () => {
  const dealer = await makeDealer(TENANT_A, '晴川建材');
  const orders = (await menuOf(dealer))
    .flatMap(({ subMenu }) => subMenu.flatMap((group) => group.subMenu))
    .filter(({ path }) => path.includes('/dealer/order/'));
  expect(orders.length).toBeGreaterThan(0);
  for (const one of orders) expect(one.permissionCode, one.path).toBe('PTN:SUPPLIER:CHAIN_ORDER:MANAGE');
});

it('gives apps, groups and entries of the menu with a tag each, groups with their icon', async () => {
  const tree = await menuOf(await makeMember(TENANT_A, '苏晓禾', 'admin'));
  const groups = tree.flatMap(({ subMenu }) => subMenu);
  expect(groups).toContainEqual(expect.objectContaining({ name: '发货', menuTag: 'delivery_group', icon: 'Truck' }));
  const delivery = groups.find(({ menuTag }) => menuTag === 'delivery_group');
  expect(delivery?.subMenu.map(({ menuTag }) => menuTag)).toEqual(['deliver_order', 'deliver_manage', 'reverse_order']);
  expect(delivery?.path).toBe(delivery?.subMenu[0]?.path);
  for (const group of groups) for (const node of [group, ...group.subMenu]) expect(node.menuTag, node.name).not.toBe('');
});
