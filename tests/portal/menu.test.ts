import { expect, it } from 'vitest';
import type { Me } from '~/portal/me';
import { firstOf, railOf } from '~/portal/menu';
import { allPermissions } from '~/portal/permissionTree';

const person = (codes: readonly string[]) => ({ userType: 1, customerId: null, identity: '1', apps: ['order'], permissions: new Set(codes) }) as unknown as Me;

it('系统设置 opens the developer page, and the first page of its menu for whoever may not see that one', () => {
  const admin = person([...allPermissions]);
  expect(firstOf(admin, 'open')).toBe('/portal/openPlatform/developer');
  expect(railOf(admin).find(({ key }) => key === 'open')?.path).toBe('/portal/openPlatform/developer');
  const keeper = person([...allPermissions].filter((code) => code !== 'PTN:SUPPLIER:FLOW_UPLOAD:MANAGE'));
  expect(firstOf(keeper, 'open')).toMatch(/^\/portal\//);
  expect(firstOf(keeper, 'open')).not.toBe('/portal/openPlatform/developer');
  expect(firstOf(person([]), 'open')).toBeUndefined();
});
