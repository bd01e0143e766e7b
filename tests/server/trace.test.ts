import { expect, test } from 'vitest';
import { logFailure } from '~/server/context.server';
import { log } from '~/server/log.server';

log.level = 'silent';
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';

test('a failure is logged under the trace it belongs to, and under an id of its own without one', () => {
  expect(logFailure(new Error('x'), '/x', `00-${TRACE}-00f067aa0ba902b7-01`)).toBe(TRACE);
  for (const other of [
    undefined,
    '',
    TRACE,
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
    `00-${TRACE}-00f067aa0ba902b7-01\nx`,
    `00-${TRACE.toUpperCase()}-00f067aa0ba902b7-01`,
  ])
    expect(logFailure(new Error('x'), '/x', other)).toMatch(/^[0-9a-f]{12}$/);
});
