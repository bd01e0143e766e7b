import { expect, it } from 'vitest';
import { z } from 'zod';
import type { Me } from '~/portal/me';
import { answerAs, type Request, serveOpen } from '~/server/serve.server';
import { person, read } from '~/shared/endpoint';
import { saidYuan } from '~/shared/said';

it('a call answered outside any transaction tells nobody a sum that is hidden from them, and the others in plain words', async () => {
  const call = read('/test/openAnswer', person, z.object({}), z.object({ problems: z.array(z.string()) }), { title: '试' });
  serveOpen(call, async () => ({ problems: [`第3行可用余额${saidYuan(50_000n)}元不足`] }));
  const request = { now: new Date(), address: '', agent: '', sessionHash: null, idempotencyKey: null } as unknown as Request;
  const answerTo = (hidden: string[]) => answerAs({ hidden } as unknown as Me, call, {}, request);
  expect(await answerTo(['amount'])).toEqual({ problems: ['第3行可用余额***元不足'] });
  expect(await answerTo([])).toEqual({ problems: ['第3行可用余额500.00元不足'] });
});
