import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Path } from '~/domains/account/accountFields.schema';
import { ownPath } from '~/shared/ownPath';

const SITE = 'https://portal.example.com';

describe('where a redirect may lead', () => {
  it.each([
    '//evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r\n/evil.example',
    '\t//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\\/evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    '/%2e//evil.example',
    'https://evil.example',
    'https:evil.example',
    'javascript:alert(1)',
    'portal/temphome',
    ' /portal',
    '',
    '/portal/login',
    '/portal/login?redirect=/x',
    '/PORTAL/Login/',
    '//[',
  ])('not by %j', (address) => {
    expect(ownPath(address)).toBe('');
    if (address) expect(Path.safeParse(address).success).toBe(false);
  });

  it.each([
    ['/portal/supplyChain/factory/order/list?status=DRAFT&pageSize=20', '/portal/supplyChain/factory/order/list?status=DRAFT&pageSize=20'],
    ['/portal/customer/list?name=晴川#top', '/portal/customer/list?name=%E6%99%B4%E5%B7%9D#top'],
    ['/portal/loginTip', '/portal/loginTip'],
    ['/portal/x?next=//evil.example', '/portal/x?next=//evil.example'],
  ])('to %s', (address, path) => {
    expect(ownPath(address)).toBe(path);
    expect(Path.safeParse(address).success).toBe(true);
  });

  it('never to another site, whatever is written', () => {
    const pieces = fc.array(
      fc.constantFrom('/', '\\', '\t', '\n', '\r', '.', '..', ':', '@', '?', '#', ' ', '%2f', '%09', '\u0000', 'evil.example', 'x', '。', 'https:'),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(pieces, (parts) => {
        const path = ownPath(parts.join(''));
        expect(new URL(path || '/', SITE).origin).toBe(SITE);
        expect(path).not.toMatch(/[\t\r\n]/);
      }),
      { numRuns: 3000 },
    );
  });
});
