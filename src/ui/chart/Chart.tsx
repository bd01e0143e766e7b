import { useEffect, useRef, useState } from 'react';
import { mayFollow } from '../kit/closed';
import { cx } from '../kit/cx';
import { Link } from '../kit/Link';
import { formatMoney } from '../values/format';
import type { ChartSpec } from './spec';

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
  const { box, failed } = useDrawing(spec);
  return (
    <figure className={cx('min-w-0', className)}>
      <figcaption className="mb-2 text-sm text-ink-2">{summary}</figcaption>
      {failed ? (
        <p className="text-sm text-ink-3">图形没有加载成功，请查看下面的数据表</p>
      ) : (
        <div ref={box} aria-hidden className="h-44 w-full noscript:hidden" />
      )}
      {spec.series.length > 1 && !failed && <Legend spec={spec} />}
      <details className="mt-2 text-sm">
        <summary className="cursor-pointer text-brand">查看数据表</summary>
        <Figures title={title} spec={spec} />
      </details>
    </figure>
  );
}

function useDrawing(spec: ChartSpec) {
  const box = useRef<HTMLDivElement>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const place = box.current;
    if (!place) return;
    let [gone, end] = [false, () => {}];
    const seen = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        seen.disconnect();
        import('./draw').then(
          ({ draw }) => {
            if (!gone) end = draw(place, openTo(spec));
          },
          () => setFailed(true),
        );
      },
      { rootMargin: '120px' },
    );
    seen.observe(place);
    return () => {
      gone = true;
      seen.disconnect();
      end();
    };
  }, [spec]);
  return { box, failed };
}

const strokes = { brand: 'border-brand', info: 'border-info', ok: 'border-ok', warn: 'border-warn', danger: 'border-danger', 'ink-3': 'border-ink-3' } as const;

/** The drawing leads only where its reader may go, as the links of the table do. */
const openTo = (spec: ChartSpec): ChartSpec => ({
  ...spec,
  series: spec.series.map(({ hrefs, ...one }) => (hrefs?.every(mayFollow) ? { ...one, hrefs } : one)),
});

const Legend = ({ spec }: { spec: ChartSpec }) => (
  <ul aria-hidden className="mt-1 flex flex-wrap justify-end gap-x-4 text-xs text-ink-3 noscript:hidden">
    {spec.series.map((one) => (
      <li key={one.name} className="inline-flex items-center gap-1.5">
        <span className={cx('inline-block w-4 border-t-2', strokes[one.colour], one.faint ? 'border-dashed' : '')} />
        {one.name}
      </li>
    ))}
  </ul>
);

function Figures({ title, spec }: { title: string; spec: ChartSpec }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section className="mt-2 max-h-72 overflow-auto rounded border border-line" aria-label={`${title}数据表`} tabIndex={0}>
      <table className="w-full text-sm">
        <caption className="sr-only">{title}</caption>
        <thead className="sticky top-0 bg-sunken text-ink-2">
          <tr>
            <th scope="col" className="px-3 py-1.5 text-left font-medium">
              {spec.axis}
            </th>
            {spec.series.map((one) => (
              <th key={one.name} scope="col" className="px-3 py-1.5 text-right font-medium">{`${one.name}(${spec.unit})`}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {spec.labels.map((label, at) => (
            <tr key={label} className="border-t border-line">
              <th scope="row" className="px-3 py-1 text-left font-normal">
                {label}
              </th>
              {spec.series.map((one) => (
                <td key={one.name} className="figures px-3 py-1 text-right">
                  {one.hrefs?.[at] ? <Link href={one.hrefs[at]}>{formatMoney(one.values[at])}</Link> : formatMoney(one.values[at])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
