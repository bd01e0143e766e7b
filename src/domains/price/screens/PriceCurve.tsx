import { shanghaiTime } from '~/shared/dates';
import type { CustomerPriceDetail } from '../customerPrice.schema';

const WIDTH = 640;
const HEIGHT = 120;
const PAD = 16;

/** The price over its changes, as steps; the table beside it holds the same figures. */
export function PriceCurve({ history }: { history: CustomerPriceDetail['history'] }) {
  const points = history
    .filter((one) => one.newPrice !== null)
    .map((one) => ({ at: Date.parse(one.at), price: Number(one.newPrice) }))
    .reverse();
  if (points.length < 2) return null;
  const times = points.map((point) => point.at);
  const prices = points.map((point) => point.price);
  const [start, end, low, high] = [Math.min(...times), Math.max(...times), Math.min(...prices), Math.max(...prices)];
  const x = (at: number) => PAD + ((at - start) / (end - start || 1)) * (WIDTH - 2 * PAD);
  const y = (price: number) => HEIGHT - PAD - ((price - low) / (high - low || 1)) * (HEIGHT - 2 * PAD);
  const path = points
    .map((point, index) => (index ? `H${x(point.at).toFixed(1)}V${y(point.price).toFixed(1)}` : `M${x(point.at).toFixed(1)} ${y(point.price).toFixed(1)}`))
    .join('');
  const words = `改价${points.length}次，最低${low.toFixed(2)}元，最高${high.toFixed(2)}元`;
  return (
    <figure className="px-5 pt-4">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={words} className="h-32 w-full max-w-3xl text-brand">
        <path d={path} fill="none" stroke="currentColor" strokeWidth={2} vectorEffect="non-scaling-stroke" />
        {points.map((point) => (
          <circle key={point.at} cx={x(point.at)} cy={y(point.price)} r={3.5} fill="currentColor">
            <title>{`${shanghaiTime(new Date(point.at))} ${point.price.toFixed(2)}元`}</title>
          </circle>
        ))}
      </svg>
      <figcaption className="text-sm text-ink-3">{words}</figcaption>
    </figure>
  );
}
