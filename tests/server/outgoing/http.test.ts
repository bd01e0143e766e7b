import { describe, expect, it } from 'vitest';
import { askOutside, isPrivateAddress } from '~/server/outgoing/http.server';
import { httpServer } from '../../support/servers';

describe('addresses outside', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '64:ff9b::7f00:1',
    'not an address',
  ])('takes %s for one of its own', (address) => expect(isPrivateAddress(address)).toBe(true));
  it.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2400:3200::1'])('takes %s for somebody else', (address) => expect(isPrivateAddress(address)).toBe(false));

  it('refuses a private address, a name that leads to one, an odd spelling and another protocol', async () => {
    const { url, asked } = await httpServer(() => ({}));
    const port = new URL(url).port;
    for (const bad of [url, `http://localhost:${port}/`, `http://2130706433:${port}/`, `http://0x7f.1:${port}/`, `http://[::ffff:127.0.0.1]:${port}/`])
      await expect(askOutside(bad)).rejects.toThrow('内部网络');
    await expect(askOutside('file:///etc/passwd')).rejects.toThrow('http');
    expect(asked).toEqual([]);
  });

  it('says in Chinese that nobody listens there, that the name leads nowhere and that nothing came', async () => {
    const { url } = await httpServer(() => ({ silent: true }));
    await expect(askOutside('http://127.0.0.1:9/', { allowPrivate: true })).rejects.toThrow('对方拒绝连接');
    await expect(askOutside('http://nowhere.invalid/', { allowPrivate: true })).rejects.toThrow(/域名.*无法解析/);
    await expect(askOutside(url, { allowPrivate: true, timeoutMs: 50 })).rejects.toThrow('没有应答');
  });

  it('gives texts of an answer as the database holds them', async () => {
    const { url } = await httpServer(() => ({ text: '{"name":"卷\\u0000材\\ud83d","list":["a\\u0000"]}' }));
    expect((await askOutside(url, { allowPrivate: true })).json).toEqual({ name: '卷材\ufffd', list: ['a'] });
  });

  it('does not follow a redirect', async () => {
    const { url } = await httpServer(() => ({ status: 302 }));
    expect((await askOutside(url, { allowPrivate: true })).status).toBe(302);
  });
});
