import { refuseUnfit } from '~/shared/refusal';
import { regionNames } from './region.server';

/** The names a list is filtered by, from the province down; of no code, none. */
export const regionFilter = (code: string): string[] =>
  code === '' ? [] : (regionNames(code) ?? refuseUnfit('region', `“区域”没有这个行政区划代码（当前值：${code}）`));
