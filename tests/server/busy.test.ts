import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { log } from '~/server/log.server';
import { serveOpen } from '~/server/serve.server';
import { anyone, read } from '~/shared/endpoint';
import { Refusal, SYSTEM_BUSY } from '~/shared/refusal';
import { dataOf, isRefused } from '~/shell/call';
import { post } from '../support/app';

/** Section 8 of the specification: of E9999 the detail is shown. It stands beside code and message, where other codes have none. */

const fails = (path: string, error: Error) =>
  serveOpen(read(path, anyone, z.object({}), z.object({}), { title: '出错' }), () => {
    throw error;
  });
const answered = async (path: string): Promise<Parameters<typeof dataOf>[0]> => JSON.parse((await post(path, {}, null)).text);
function shown(envelope: Parameters<typeof dataOf>[0]): string {
  try {
    dataOf(envelope);
  } catch (error) {
    if (isRefused(error)) return error.message;
  }
  return '';
}

test('a failure tells people the number it is logged under, and nothing of the inside', async () => {
  const logged = vi.spyOn(log, 'error').mockImplementation(() => undefined);
  fails('/test/broken', new Error('relation "secret" does not exist'));
  const envelope = await answered('/test/broken');
  const [[{ trace }]] = logged.mock.calls as unknown as [[{ trace: string }]];
  logged.mockRestore();
  expect(envelope).toEqual({
    code: 'E9999',
    message: '系统繁忙，请稍后重试',
    detail: `系统繁忙，请稍后重试（编号 ${trace}）`,
    data: { reason: 'SYSTEM', trace },
  });
  expect(shown(envelope)).toBe(`系统繁忙，请稍后重试（编号 ${trace}）`);
});

test('a refusal with that code shows its sentence, and one with another code has no detail', async () => {
  fails('/test/full', new Refusal(SYSTEM_BUSY, '登录人数较多，请稍后重试'));
  fails('/test/other', new Refusal('310001', '单据状态已变化'));
  const [full, other] = [await answered('/test/full'), await answered('/test/other')];
  expect([full.detail, full.data, shown(full)]).toEqual(['登录人数较多，请稍后重试', {}, '登录人数较多，请稍后重试']);
  expect(['detail' in other, shown(other)]).toEqual([false, '单据状态已变化']);
});
