import { Link } from '../kit/Link';
import { formatMoney } from '../values/format';
import type { ChartSpec } from './spec';

/** What a chart shows as a table, each figure a link to its rows. */
export function Figures({ title, spec }: { title: string; spec: ChartSpec }) {
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
