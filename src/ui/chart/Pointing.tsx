import { type PointerEvent, useState } from 'react';
import { cx } from '../kit/cx';
import { formatMoney } from '../values/format';
import type { ChartSpec } from './spec';
import { strokes } from './strokes';

/** Over what is drawn within the axes: the values at the place pointed at, and its rows for whoever presses there. Readers without a pointer have the table. */
export function Pointing({ spec, places: drawn }: { spec: ChartSpec; places: readonly number[] }) {
  const edge = edgeOf(spec, drawn);
  const places = drawn.map((place) => place - edge);
  const [at, setAt] = useState<number | null>(null);
  const hrefs = spec.series.find((one) => one.hrefs)?.hrefs;
  const point = ({ clientX, currentTarget }: PointerEvent) => setAt(nearest(places, clientX - currentTarget.getBoundingClientRect().left));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the table behind the drawing is what keyboards use
    // biome-ignore lint/a11y/useKeyWithClickEvents: the same
    <div
      className={cx('absolute top-2.5 right-0 bottom-6', hrefs ? 'cursor-pointer' : '')}
      style={{ left: edge }}
      onPointerMove={point}
      onPointerDown={point}
      onPointerLeave={() => setAt(null)}
      onClick={() => at !== null && hrefs?.[at] && location.assign(hrefs[at])}
    >
      {at !== null && <Marked spec={spec} places={places} at={at} />}
    </div>
  );
}

function Marked({ spec, places, at }: { spec: ChartSpec; places: readonly number[]; at: number }) {
  const left = places[at] ?? 0;
  const after = left > ((places[0] ?? 0) + (places.at(-1) ?? 0)) / 2;
  return (
    <>
      <span className={cx('absolute inset-y-0 -translate-x-1/2', spec.kind === 'bar' ? 'w-9 bg-ink/5' : 'w-px bg-ink-3/60')} style={{ left }} />
      <div
        className={cx(
          'absolute -top-1.5 z-10 rounded border border-line bg-raised px-2.5 py-1.5 text-xs whitespace-nowrap text-ink shadow-raised',
          after ? '-translate-x-full' : '',
        )}
        style={{ left: after ? left - 10 : left + 10 }}
      >
        <p className="mb-1 text-ink-2">{spec.labels[at]}</p>
        {spec.series.map((one) => (
          <p key={one.name} className="flex items-center justify-between gap-4">
            <span className="inline-flex items-center gap-1.5">
              <span className={strokes(one)} />
              {one.name}
            </span>
            <span className="figures font-medium">{`${formatMoney(one.values[at])} ${spec.unit}`}</span>
          </p>
        ))}
      </div>
    </>
  );
}

/** Pixels from the left to the axis: a line begins on it, a bar in the middle of its share. */
const edgeOf = ({ kind }: ChartSpec, [first = 0, second = 2 * first]: readonly number[]): number => (kind === 'bar' ? first - (second - first) / 2 : first);

const nearest = (places: readonly number[], left: number): number =>
  places.reduce((best, place, at) => (Math.abs(place - left) < Math.abs((places[best] ?? 0) - left) ? at : best), 0);
