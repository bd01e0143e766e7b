import { type RefObject, useRef } from 'react';
import { mayFollow } from '../kit/closed';
import { cx } from '../kit/cx';
import { Figures } from './Figures';
import { Pointing } from './Pointing';
import type { ChartSpec } from './spec';
import { strokes } from './strokes';
import { useDrawing } from './useDrawing';

interface Props {
  title: string;
  /** The chart in one or two sentences: read out, and true without the drawing. */
  summary: string;
  spec: ChartSpec;
  className?: string;
}

/**
 * A drawing with its words and its figures: the sentence and the table are there without a script and for screen readers;
 * the drawing and what draws it are fetched once the place comes into view.
 */
export function Chart({ title, summary, spec, className }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const { places, failed } = useDrawing(box, spec);
  return (
    <figure className={cx('min-w-0', className)}>
      <figcaption className="mb-2 text-sm text-ink-2">{summary}</figcaption>
      {failed ? <p className="text-sm text-ink-3">图形没有加载成功，请查看下面的数据表</p> : <Place box={box} spec={spec} places={places} />}
      {spec.series.length > 1 && !failed && <Legend spec={spec} />}
      <details className="mt-2 text-sm">
        <summary className="cursor-pointer text-brand">查看数据表</summary>
        <Figures title={title} spec={spec} />
      </details>
    </figure>
  );
}

/** The drawing stands in a box of its own, which nothing else draws into. */
const Place = ({ box, spec, places }: { box: RefObject<HTMLDivElement | null>; spec: ChartSpec; places: readonly number[] }) => (
  <div aria-hidden className="relative h-44 w-full noscript:hidden">
    <div ref={box} className="size-full overflow-hidden" />
    {places.length > 0 && <Pointing spec={openTo(spec)} places={places} />}
  </div>
);

/** The drawing leads only where its reader may go, as the links of the table do. */
const openTo = (spec: ChartSpec): ChartSpec => ({
  ...spec,
  series: spec.series.map(({ hrefs, ...one }) => (hrefs?.every(mayFollow) ? { ...one, hrefs } : one)),
});

const Legend = ({ spec }: { spec: ChartSpec }) => (
  <ul aria-hidden className="mt-1 flex flex-wrap justify-end gap-x-4 text-xs text-ink-3 noscript:hidden">
    {spec.series.map((one) => (
      <li key={one.name} className="inline-flex items-center gap-1.5">
        <span className={strokes(one)} />
        {one.name}
      </li>
    ))}
  </ul>
);
