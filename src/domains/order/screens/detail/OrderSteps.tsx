import { Steps } from '~/ui/kit/Steps';
import { DateTime } from '~/ui/values/DateTime';
import { stepOf, steps } from '../../order';
import { whereItStands } from '../../views/whereItStands';
import type { AnyOrder } from './OrderSections';

export function OrderSteps({ order }: { order: AnyOrder }) {
  const notes = [
    <DateTime key="0" value={order.submittedAt ?? order.createdAt} kind="minute" />,
    order.approvedAt && <DateTime key="1" value={order.approvedAt} kind="minute" />,
    lastOf(order, 'shippedAt', 2),
    lastOf(order, 'signedAt', 3),
    order.finishedAt && <DateTime key="4" value={order.finishedAt} kind="minute" />,
  ];
  const failed = order.status === 'REJECTED' || order.status === 'CANCELLED';
  const current =
    order.status === 'COMPLETED' || order.status === 'CLOSED' ? steps.length : order.status === 'CANCELLED' ? (order.approvedAt ? 2 : 1) : stepOf(order.status);
  const words = whereItStands(order);
  return (
    <div className="flex flex-col gap-2">
      <Steps items={steps.map((title, index) => ({ title, note: notes[index] ?? undefined }))} current={current} failed={failed} />
      {words && <p className="text-sm text-ink-2">{words}</p>}
    </div>
  );
}

/** When a step of deliveries was done with: at the latest of those that stand, once the order is beyond it. */
function lastOf(order: AnyOrder, key: 'shippedAt' | 'signedAt', step: number) {
  if (stepOf(order.status) <= step) return null;
  const times = order.deliveries.flatMap((one) => (one.status === 'REVERSED' ? [] : (one[key] ?? [])));
  const latest = times.sort().at(-1);
  return latest && <DateTime key={step} value={latest} kind="minute" />;
}
