import { cx } from '../kit/cx';
import type { ChartSeries } from './spec';

const colours = { brand: 'border-brand', info: 'border-info', ok: 'border-ok', warn: 'border-warn', danger: 'border-danger', 'ink-3': 'border-ink-3' } as const;

/** How a series looks beside its name. */
export const strokes = ({ colour, faint }: ChartSeries): string => cx('inline-block w-4 border-t-2', colours[colour], faint ? 'border-dashed' : '');
