import { beforeEach, expect, it } from 'vitest';
import { makeDealer, makeMember, makeTenant, type Person, send, TENANT_A } from '../../support/app';
import { emptyDatabase, testDatabase } from '../../support/database';

beforeEach(async () => {
  await testDatabase();
  await emptyDatabase();
  await makeTenant(TENANT_A, '甲厂');
});
const info = async (who: Person) => (await send('GET', '/partner/user/info', {}, who)).data;

it('tells a member which company they act for, and a dealer which customer they are there', async () => {
  const member = await makeMember(TENANT_A, '苏晓禾', 'admin');
  expect(await info(member)).toMatchObject({ memberId: member.me.memberId, corporationId: TENANT_A.toString(), company: '甲厂', sysCustomerId: null });
  const dealer = await makeDealer(TENANT_A, '晴川建材');
  expect(await info(dealer)).toMatchObject({ memberId: null, corporationId: dealer.me.customerId, company: '晴川建材', sysCustomerId: dealer.me.customerId });
});

it('gives the dealer’s order pages the permission code their menu goes by', async () => {
  const dealer = await makeDealer(TENANT_A, '晴川建材');
  const tree = (await send('GET', '/saas-boss/user/menuTreeList', {}, dealer)).data as { subMenu: { path: string; permissionCode: string }[] }[];
  const orders = tree.flatMap(({ subMenu }) => subMenu).filter(({ path }) => path.includes('/supplyChain/dealer/order/'));
  expect(orders.length).toBeGreaterThan(0);
  for (const one of orders) expect(one.permissionCode, one.path).toBe('PTN:SUPPLIER:CHAIN_ORDER:MANAGE');
});
