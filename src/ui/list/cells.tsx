import type { ReactNode } from 'react';
import { displayCount } from '~/shared/money';
import { DateTime } from '../values/DateTime';
import { DASHES } from '../values/format';
import { Money } from '../values/Money';
import { Price } from '../values/Price';
import { Qty } from '../values/Qty';
import type { Column, ListHandle } from './types';

const RIGHT = new Set(['money', 'wan', 'qty', 'price']);

export function alignOf(column: Pick<Column<never>, 'align' | 'kind'>): 'left' | 'right' | 'center' {
  return column.align ?? (column.kind && RIGHT.has(column.kind) ? 'right' : 'left');
}
export const alignClass = { left: 'text-left', right: 'text-right', center: 'text-center' } as const;

export const cellClass = (column: Pick<Column<never>, 'align' | 'kind' | 'wrap' | 'fixed'>): string =>
  `cell ${alignClass[alignOf(column)]}${column.wrap ? ' min-w-40' : ' cell-line'}${column.fixed ? ' stick' : ''}`;

/** Fields a phone's card shows below its head at first. */
export const BRIEF_FIELDS = 4;

/** Keys of the columns a phone's card leaves out at first: it keeps those marked `brief` before others. */
export function leftOut(columns: readonly Pick<Column<never>, 'key' | 'fixed' | 'brief'>[]): ReadonlySet<string> {
  const fields = columns.filter((column) => !column.fixed);
  const ranked = [...fields.filter((column) => column.brief), ...fields.filter((column) => !column.brief)];
  return new Set(ranked.slice(BRIEF_FIELDS).map((column) => column.key));
}

/** What the card a row becomes on a phone goes by: the column's name, whether it heads the card, whether long text takes the whole width. */
export const cellMarks = (column: Pick<Column<never>, 'title' | 'fixed' | 'wrap'>) => ({
  'data-label': column.title,
  ...(column.fixed ? { 'data-stick': 'left' } : {}),
  ...(column.wrap ? { 'data-wide': '' } : {}),
});

/** A cell without its own `cell` shows the row's field, formatted by kind. */
export function cellOf<Row>(column: Column<Row>, row: Row, index: number, list?: ListHandle<Row>): ReactNode {
  if (column.cell) return column.cell(row, index, list);
  const value = (row as Record<string, unknown>)[column.key];
  const text = value === null || value === undefined || value === '' ? undefined : String(value);
  switch (column.kind) {
    case 'money':
      return <Money value={text} />;
    case 'wan':
      return <Money value={text} wan />;
    case 'qty':
      return <Qty value={text} />;
    case 'price':
      return <Price value={text} />;
    case 'date':
    case 'time':
    case 'minute':
      return <DateTime value={text} kind={column.kind} />;
    default:
      return typeof value === 'number' ? displayCount(value) : (text ?? <span className="text-ink-3">{DASHES}</span>);
  }
}

/** A total as its column shows values; words and already formatted figures stay as they are. */
export function totalOf<Row>(column: Column<Row>, total: string): ReactNode {
  if (!/^-?\d+(\.\d+)?$/.test(total)) return <span className="figures">{total}</span>;
  return cellOf({ key: column.key, title: column.title, kind: column.kind ?? (/\.\d{2}$/.test(total) ? 'money' : 'qty') }, { [column.key]: total }, 0);
}
