import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { OrderSteps } from '~/domains/order/screens/detail/OrderSteps';

const delivery = (status: string, shippedAt: string | null, signedAt: string | null) => ({ status, shippedAt, signedAt });
const drawn = (status: string) =>
  renderToString(
    <OrderSteps
      order={
        {
          status,
          createdAt: '2026-11-01T01:00:00Z',
          submittedAt: '2026-11-01T01:00:00Z',
          approvedAt: '2026-11-01T02:00:00Z',
          finishedAt: status === 'COMPLETED' ? '2026-11-09T09:00:00Z' : null,
          events: [],
          lines: [],
          deliveries: [
            delivery('SIGNED', '2026-11-03T03:00:00Z', '2026-11-05T05:00:00Z'),
            delivery('SIGNED', '2026-11-02T03:00:00Z', '2026-11-04T05:00:00Z'),
            delivery('REVERSED', '2026-11-06T03:00:00Z', null),
          ],
        } as never
      }
    />,
  );

test('shipping and signing are dated by the last delivery that stands', () => {
  const html = drawn('COMPLETED');
  for (const at of ['2026-11-01 09:00', '2026-11-01 10:00', '2026-11-03 11:00', '2026-11-05 13:00', '2026-11-09 17:00']) expect(html).toContain(at);
  expect(html).not.toContain('2026-11-06');
});

test('a step that goes on has no date yet', () => {
  expect(drawn('DELIVERED')).toContain('2026-11-03 11:00');
  expect(drawn('DELIVERED')).not.toContain('2026-11-05');
  expect(drawn('PARTIAL_DELIVERED')).not.toContain('2026-11-03');
});
