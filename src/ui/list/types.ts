import type { ReactNode } from 'react';
import type { Page } from '~/shared/page';
import type { Actions, Option } from '../kit/types';
import type { Query } from './query';

export type ColumnKind = 'text' | 'money' | 'wan' | 'qty' | 'price' | 'date' | 'time' | 'minute';

export interface Column<Row> {
  /** Field of the row, sort key and key of `page.totals`. */
  key: string;
  title: string;
  kind?: ColumnKind;
  /** `list` is there in lists, not in tables of a detail. */
  cell?: (row: Row, index: number, list?: ListHandle<Row>) => ReactNode;
  align?: 'left' | 'right' | 'center';
  /** Least width in px. */
  width?: number;
  sortable?: boolean;
  /** Sticks to the left edge; for the first column. */
  fixed?: boolean;
  /** Hidden until chosen in 列设置. */
  off?: boolean;
  /** Cannot be hidden. */
  always?: boolean;
  hint?: string;
  /** Long text breaks into lines instead of being cut. */
  wrap?: boolean;
  /** What people look for: a phone's card shows it before unmarked columns. */
  brief?: boolean;
}

interface FilterBase {
  key: string;
  label: string;
  hint?: string;
  placeholder?: string;
}
export type Filter =
  | (FilterBase & { kind: 'text' })
  | (FilterBase & { kind: 'select' | 'multi'; options: readonly Option[] })
  | (FilterBase & { kind: 'bool' })
  /** `unit: 'day'` sends plain days; the default adds 00:00:00 and 23:59:59. */
  | (FilterBase & { kind: 'dates'; startKey?: string; endKey?: string; unit?: 'time' | 'day' })
  | (FilterBase & { kind: 'numbers'; startKey?: string; endKey?: string })
  | (FilterBase & { kind: 'pick'; load: (word: string) => Promise<readonly Option[]>; shown?: string | undefined })
  | (FilterBase & { kind: 'region'; load: (parent: string) => Promise<readonly Option[]> });

export interface ListSource<Row> {
  /** Names the list in the browser's storage: 'order/list'. */
  id: string;
  /** The page the server drew; without it the list loads when mounted. */
  first?: Page<Row> | null | undefined;
  query?: Query | undefined;
  load: (query: Query) => Promise<Page<Row>>;
  /** Default `row.id`. */
  rowKey?: (row: Row) => string;
  /** Stops a search: false, or the reason to show. */
  beforeSearch?: (values: Query) => boolean | string;
  /** Keeps the state out of the URL: lists inside tabs and drawers. */
  local?: boolean;
}

export interface Picked<Row> {
  keys: string[];
  /** The picked rows, also those of other pages. */
  rows: Row[];
  has: (key: string) => boolean;
  set: (rows: readonly Row[], on: boolean) => void;
  clear: () => void;
}

export interface ListHandle<Row> {
  query: Query;
  page: Page<Row> | null;
  loading: boolean;
  error: unknown;
  pageNo: number;
  pageSize: number;
  picked: Picked<Row>;
  rowKey: (row: Row) => string;
  /** Address of the list with something changed; works without script. */
  href: (patch: Query) => string;
  go: (patch: Query) => void;
  /** Replaces the filters and starts at page 1; answers whether nothing stopped it. */
  search: (values: Query) => boolean;
  reload: () => void;
}

/** `shown`: keys of the columns the person sees, in their order. */
export type ListButtons<Row> = Actions | ((list: ListHandle<Row> & { shown: readonly string[] }) => Actions);
export type RowActions<Row> = (row: Row, list: ListHandle<Row>) => Actions;
export type BatchActions<Row> = (picked: Picked<Row>, list: ListHandle<Row>) => Actions;
export interface ListTabs {
  key: string;
  items: readonly Option[];
}
