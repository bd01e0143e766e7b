import { expect, it, vi } from 'vitest';
import { portal } from '~/shell/transport';

it('asks by what an address holds, and keeps that beside the headers of a call', async () => {
  const sent: Headers[] = [];
  vi.stubGlobal('location', { origin: 'http://portal.example' });
  vi.stubGlobal('fetch', (_: unknown, { headers }: RequestInit) => {
    sent.push(new Headers(headers));
    return Promise.resolve(Response.json({ code: '0' }));
  });
  await portal('/saas-ofc/org/order/page', { method: 'POST', body: { utm_source: 'letter' } });
  await portal('/saas-ofc/org/order/place', { method: 'POST', body: {}, headers: { 'Idempotency-Key': 'key-of-form' } });
  expect(sent.map((headers) => [headers.get('prefer'), headers.get('idempotency-key')])).toEqual([
    ['handling=lenient', null],
    ['handling=lenient', 'key-of-form'],
  ]);
});
