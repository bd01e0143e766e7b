/** What a chart shows. Values are decimal strings as the server sent them; they become numbers for drawing only. */
export interface ChartSeries {
  name: string;
  values: readonly string[];
  colour: ChartColour;
  /** A line of comparison: dashed and without an area. */
  faint?: boolean;
  /** Where each value leads: the rows it was made of. */
  hrefs?: readonly string[];
}
export type ChartColour = 'brand' | 'info' | 'ok' | 'warn' | 'danger' | 'ink-3';

export interface ChartSpec {
  kind: 'line' | 'bar';
  /** One for each value, along the axis. */
  labels: readonly string[];
  /** Over the labels in the table. */
  axis: string;
  series: readonly ChartSeries[];
  /** Of all values. */
  unit: string;
}

/** Axis figures: short, as Chinese readers count. */
export function shortFigure(value: number): string {
  const size = Math.abs(value);
  const by = (step: number, unit: string) => `${Number((value / step).toFixed(1))}${unit}`;
  return size >= 1e8 ? by(1e8, '亿') : size >= 1e4 ? by(1e4, '万') : String(Number(value.toFixed(2)));
}
