import { describe, expect, test } from 'vitest';
import { inFrame } from '~/shell/navigate';

const HERE = 'https://portal.example.com';
const leads = (to: string): boolean => inFrame(new URL(to, HERE), HERE);

describe('which addresses are pages of the frame', () => {
  test.each([
    '/portal/customer/list',
    '/portal/supplyChain/factory/order/detail?id=1#lines',
    '/portal/temphome',
    '/portal/account/security',
    '/portal/helpers',
  ])('%s is', (to) => {
    expect(leads(to)).toBe(true);
  });
  test.each([
    '/portal/login?redirect=%2Fportal',
    '/portal/register',
    '/portal/help/orderMaster',
    '/portal/legal/privacy',
    '/portal/introduce/orderMaster',
    '/web/batch/download?id=1',
    '/',
    '/test/menu',
    'https://other.example.com/portal/customer/list',
  ])('%s is not', (to) => {
    expect(leads(to)).toBe(false);
  });
});
