import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { writerGate } from '~/server/db/writers.server';

test('a tenant’s writers get half of the connections, all tenants’ leave some to readers, and the tenant with the fewest goes first', async () => {
  const enter = writerGate(10, 60_000);
  const inside: string[] = [];
  const come = (tenant: bigint) =>
    enter(tenant).then((leave) => {
      inside.push(String(tenant));
      return leave;
    });
  const first = Array.from({ length: 8 }, () => come(1n));
  const second = Array.from({ length: 4 }, () => come(2n));
  await pause(0);
  expect(inside).toEqual(['1', '1', '1', '1', '1', '2', '2']);
  (await (first[0] as Promise<() => void>))();
  await pause(0);
  expect(inside.at(-1)).toBe('2');
  for (const one of [...first.slice(1, 5), ...second.slice(0, 2)]) (await one)();
  await pause(0);
  expect(inside.filter((one) => one === '1')).toHaveLength(8);
});

test('whoever waits too long is told to try again, and leaves no trace', async () => {
  const enter = writerGate(1, 30);
  const leave = await enter(1n);
  await expect(enter(1n)).rejects.toMatchObject({ message: '同时提交的业务较多，正在逐笔处理，请稍后再试', data: { reason: 'ROW_BUSY' } });
  leave();
  leave();
  (await enter(1n))();
});
