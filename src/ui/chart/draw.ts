import { BarChart, LineChart } from 'echarts/charts';
import { GridComponent, TooltipComponent } from 'echarts/components';
import { type ECharts, type EChartsCoreOption, init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import { formatMoney } from '../values/format';
import { type ChartColour, type ChartSeries, type ChartSpec, shortFigure } from './spec';

use([BarChart, LineChart, GridComponent, TooltipComponent, SVGRenderer]);

type Colours = (name: ChartColour | 'ink' | 'ink-2' | 'line' | 'raised') => string;

/** Draws into a box and keeps to its size and to the page's theme; gives back how to end it. */
export function draw(box: HTMLElement, spec: ChartSpec): () => void {
  const chart = init(box, null, { renderer: 'svg' });
  const paint = () => chart.setOption(optionOf(spec, coloursOf(box)), true);
  paint();
  openRows(chart, spec);
  const theme = new MutationObserver(paint);
  theme.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  const system = matchMedia('(prefers-color-scheme: dark)');
  system.addEventListener('change', paint);
  const size = new ResizeObserver(() => chart.resize());
  size.observe(box);
  return () => {
    theme.disconnect();
    size.disconnect();
    system.removeEventListener('change', paint);
    chart.dispose();
  };
}

function coloursOf(box: HTMLElement): Colours {
  const style = getComputedStyle(box);
  return (name) => style.getPropertyValue(`--${name}`).trim();
}

function optionOf({ kind, labels, series, unit }: ChartSpec, colour: Colours): EChartsCoreOption {
  return {
    animation: false,
    textStyle: { fontFamily: 'inherit' },
    grid: { left: 2, right: 10, top: 10, bottom: 2, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    tooltip: {
      trigger: 'axis',
      confine: true,
      backgroundColor: colour('raised'),
      borderColor: colour('line'),
      textStyle: { color: colour('ink'), fontSize: 12 },
      axisPointer: { type: kind === 'bar' ? 'shadow' : 'line', lineStyle: { color: colour('ink-3') } },
      valueFormatter: (value: unknown) => `${formatMoney(String(value))} ${unit}`,
    },
    xAxis: {
      type: 'category',
      data: [...labels],
      boundaryGap: kind === 'bar',
      axisTick: { show: false },
      axisLine: { lineStyle: { color: colour('line') } },
      axisLabel: { color: colour('ink-3'), fontSize: 11, hideOverlap: true },
    },
    yAxis: {
      type: 'value',
      splitNumber: 3,
      splitLine: { lineStyle: { color: colour('line') } },
      axisLabel: { color: colour('ink-3'), fontSize: 11, formatter: shortFigure },
    },
    series: series.map((one) => drawn(one, kind, colour)),
  };
}

function drawn(one: ChartSeries, kind: ChartSpec['kind'], colour: Colours) {
  const color = colour(one.colour);
  const data = one.values.map((value) => Number(value));
  if (kind === 'bar') return { type: 'bar', name: one.name, data, itemStyle: { color, borderRadius: [3, 3, 0, 0] }, barMaxWidth: 36 };
  return {
    type: 'line',
    name: one.name,
    data,
    showSymbol: false,
    itemStyle: { color },
    lineStyle: { color, width: one.faint ? 1.5 : 2, type: one.faint ? 'dashed' : 'solid' },
    ...(one.faint ? {} : { areaStyle: { color, opacity: 0.1 } }),
  };
}

/** A press on a place of the axis opens the rows of its first value that has any. */
function openRows(chart: ECharts, { series }: ChartSpec): void {
  const hrefs = series.find((one) => one.hrefs)?.hrefs;
  if (!hrefs) return;
  const placeOf = (event: { offsetX: number; offsetY: number }): string | undefined => {
    const point: [number, number] = [event.offsetX, event.offsetY];
    if (!chart.containPixel({ gridIndex: 0 }, point)) return undefined;
    const [at] = chart.convertFromPixel({ gridIndex: 0 }, point) as [number, number];
    return hrefs[Math.round(at)];
  };
  const surface = chart.getZr();
  surface.on('mousemove', (event) => surface.setCursorStyle(placeOf(event) ? 'pointer' : 'default'));
  surface.on('click', (event) => {
    const href = placeOf(event);
    if (href) location.assign(href);
  });
}
