import { afterEach, expect, test } from 'vitest';
import { mayFollow } from '~/ui/kit/closed';

const shared = globalThis as { portalMe?: () => { closed: string[] } | null };
afterEach(() => {
  delete shared.portalMe;
});

test('a page of one record is as closed as its address says, whichever the record', () => {
  shared.portalMe = () => ({ closed: ['/portal/order/list', '/portal/quota/list/{id}'] });
  expect(mayFollow('/portal/order/list?status=DONE')).toBe(false);
  expect(mayFollow('/portal/order/detail?id=1')).toBe(true);
  expect(mayFollow('/portal/quota/list')).toBe(true);
  expect(mayFollow('/portal/quota/list/01a20bb4-a659-700b-9800-001675d07729#limits')).toBe(false);
  expect(mayFollow('/portal/plan/list/01a20bb4-a659-700b-9800-001675d07729')).toBe(true);
});
