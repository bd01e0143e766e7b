import { expect, it } from 'vitest';
import '~/domains/all.server';
import type { Me } from '~/portal/me';
import { columnsFor, definedExports } from '~/server/export.server';

const dealer = { customerId: 'a', memberId: null, permissions: new Set<string>(), hiddenFields: new Set<string>() } as unknown as Me;

it('gives a dealer no column that only names the dealer, or that is the factory’s', () => {
  const theirs = definedExports()
    .filter((definition) => definition.dealers)
    .flatMap((definition) => columnsFor(dealer, definition, []).map(({ title }) => `${definition.title} ${title}`));
  expect(theirs.length).toBeGreaterThan(50);
  expect(theirs.filter((one) => / (客户|客户名称|客户编码|经销商|业务员|部门|销售区域)$/.test(one))).toEqual([]);
});
