import { BarChart, LineChart } from 'echarts/charts';
import { GridComponent } from 'echarts/components';
import { type EChartsCoreOption, init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import { type ChartColour, type ChartSeries, type ChartSpec, shortFigure } from './spec';

use([BarChart, LineChart, GridComponent, SVGRenderer]);

export type Colours = Readonly<Record<ChartColour | 'line', string>>;

export interface DrawingOrder {
  spec: ChartSpec;
  colours: Colours;
  /** Pixels. */
  width: number;
  height: number;
}

export interface Drawing {
  svg: string;
  /** Where each label's values stand, in pixels from the left. */
  places: readonly number[];
}

/** Needs no document: it runs in a worker, so that drawing holds nobody up. */
export function drawingOf({ spec, colours, width, height }: DrawingOrder): Drawing {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width, height });
  try {
    chart.setOption(optionOf(spec, colours));
    const places = spec.labels.map((_, at) => Number((chart.convertToPixel({ gridIndex: 0 }, [at, 0]) as number[])[0]));
    // Its sheet says which shapes take a hand for a pointer; the page says that itself.
    return { svg: chart.renderToSVGString().replace(/<style[\s\S]*?<\/style>/g, ''), places };
  } finally {
    chart.dispose();
  }
}

function optionOf({ kind, labels, series }: ChartSpec, colours: Colours): EChartsCoreOption {
  return {
    animation: false,
    textStyle: { fontFamily: 'inherit' },
    grid: { left: 2, right: 10, top: 10, bottom: 2, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    xAxis: {
      type: 'category',
      data: [...labels],
      boundaryGap: kind === 'bar',
      axisTick: { show: false },
      axisLine: { lineStyle: { color: colours.line } },
      axisLabel: { color: colours['ink-3'], fontSize: 11, hideOverlap: true },
    },
    yAxis: {
      type: 'value',
      splitNumber: 3,
      splitLine: { lineStyle: { color: colours.line } },
      axisLabel: { color: colours['ink-3'], fontSize: 11, formatter: shortFigure },
    },
    series: series.map((one) => drawn(one, kind, colours[one.colour])),
  };
}

function drawn(one: ChartSeries, kind: ChartSpec['kind'], color: string) {
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
