import { expect, it } from 'vitest';
import { z } from 'zod';
import type { Me } from '~/portal/me';
import { answerAs, type Request, serveOpen } from '~/server/serve.server';
import { may, person, read } from '~/shared/endpoint';
import { Yuan } from '~/shared/fields.schema';
import { saidYuan } from '~/shared/said';

it('a call answered outside any transaction tells nobody a sum that is hidden from them, and the others in plain words', async () => {
  const call = read('/test/openAnswer', person, z.object({}), z.object({ problems: z.array(z.string()) }), { title: '试' });
  serveOpen(call, async () => ({ problems: [`第3行可用余额${saidYuan(50_000n)}元不足`] }));
  const request = { now: new Date(), address: '', agent: '', sessionHash: null, idempotencyKey: null } as unknown as Request;
  const answerTo = (hidden: string[]) => answerAs({ hidden } as unknown as Me, call, {}, request);
  expect(await answerTo(['amount'])).toEqual({ problems: ['第3行可用余额***元不足'] });
  expect(await answerTo([])).toEqual({ problems: ['第3行可用余额500.00元不足'] });
});

it('takes hidden fields out of what such a call says of the business, and leaves one’s own data alone', async () => {
  const answer = z.object({ price: Yuan, contactMobile: z.string() });
  const business = read('/test/openBusiness', may('X:Y'), z.object({}), answer, { title: '试' });
  const own = read('/test/openOwn', person, z.object({}), answer, { title: '试' });
  for (const call of [business, own]) serveOpen(call, async () => ({ price: 1250n, contactMobile: '13987654321' }));
  const me = { hidden: ['amount', 'mobile'], permissions: new Set(['X:Y']), customerId: null, userType: 1, identity: '1', memberId: 'm' } as unknown as Me;
  const request = { now: new Date(), address: '', agent: '', sessionHash: null, idempotencyKey: null } as unknown as Request;
  expect(await answerAs(me, business, {}, request)).toEqual({ price: '***', contactMobile: '***' });
  expect(await answerAs(me, own, {}, request)).toEqual({ price: '12.50', contactMobile: '13987654321' });
});
