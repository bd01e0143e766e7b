import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { Checkbox } from '../kit/Checks';
import { cx } from '../kit/cx';
import { plainClick } from '../kit/plainClick';
import { type Actions, presentActions } from '../kit/types';
import { alignClass, alignOf, cellClass, cellMarks, cellOf, leftOut, totalOf } from './cells';
import { nextSort, sortOf } from './query';
import { RowActionCell } from './RowActionCell';
import { TableScroller } from './TableScroller';
import type { Column, ListHandle } from './types';

interface Props<Row> {
  caption: string;
  list: ListHandle<Row>;
  columns: readonly Column<Row>[];
  rowActions?: ((row: Row) => Actions) | undefined;
  selectable?: boolean;
  /** In place of the rows. */
  instead?: ReactNode;
}

const PICK_WIDTH = 44;

export function ListTable<Row>({ caption, list, columns, rowActions, selectable, instead }: Props<Row>) {
  const rows = list.page?.pagedRecords ?? [];
  const totals = list.page?.totals;
  const [focused, setFocused] = useState(0);
  const actions = rowActions ? rows.map((row) => presentActions(rowActions(row))) : [];
  const acts = actions.some((some) => some.length > 0);
  const span = columns.length + (selectable ? 1 : 0) + (acts ? 1 : 0);
  const more = leftOut(columns);
  const stickAt = { '--stick-at': selectable ? `${PICK_WIDTH}px` : '0px' } as React.CSSProperties;
  return (
    <TableScroller label={caption} busy={list.loading} style={stickAt}>
      {list.loading && <span aria-hidden className="sheen absolute inset-x-0 top-0 z-10 h-0.5 bg-brand" />}
      <table className="row-cards w-full border-separate border-spacing-0 text-base">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="sticky-head bg-sunken text-sm text-ink-2">
            {selectable && <PickAllHead list={list} rows={rows} />}
            {columns.map((column) => (
              <Head key={column.key} column={column} list={list} />
            ))}
            {acts && (
              <th scope="col" data-stick="right" data-print="hide" className="cell stick text-left font-medium whitespace-nowrap">
                操作
              </th>
            )}
          </tr>
        </thead>
        <tbody onKeyDown={(event) => walkRows(event, setFocused)}>
          {instead ? (
            <tr className="bg-paper">
              <td colSpan={span} className="border-b border-line">
                <div className="sticky left-0 w-[min(100%,100vw)]">{instead}</div>
              </td>
            </tr>
          ) : (
            rows.map((row, index) => (
              <BodyRow
                key={list.rowKey(row) || index}
                row={row}
                index={index}
                list={list}
                columns={columns}
                more={more}
                actions={acts ? actions[index] : undefined}
                selectable={selectable ?? false}
                inTabOrder={index === Math.min(focused, rows.length - 1)}
              />
            ))
          )}
        </tbody>
        {totals && columns.some(({ key }) => totals[key] !== undefined) && !instead && rows.length > 0 && (
          <TotalsRow totals={totals} columns={columns} before={selectable ?? false} after={acts} />
        )}
      </table>
    </TableScroller>
  );
}

interface RowProps<Row> {
  row: Row;
  index: number;
  list: ListHandle<Row>;
  columns: readonly Column<Row>[];
  more: ReadonlySet<string>;
  actions: Actions | undefined;
  selectable: boolean;
  inTabOrder: boolean;
}

function BodyRow<Row>({ row, index, list, columns, more, actions, selectable, inTabOrder }: RowProps<Row>) {
  const picked = selectable && list.picked.has(list.rowKey(row));
  return (
    <tr
      data-row=""
      tabIndex={inTabOrder ? 0 : -1}
      className={`focus-visible:outline-offset-[-2px] ${picked ? 'bg-brand-soft' : 'bg-paper hover:bg-hover'}${list.loading ? ' text-ink-3' : ''}`}
    >
      {selectable && (
        <td data-stick="pick" className="cell stick w-11 leading-none">
          <Checkbox checked={picked} aria-label={`选择第${index + 1}行`} onChange={(on) => list.picked.set([row], on)} />
        </td>
      )}
      {columns.map((column) => (
        <Cell key={column.key} column={column} more={more.has(column.key)}>
          {cellOf(column, row, index, list)}
        </Cell>
      ))}
      {actions && (
        <td data-stick="right" data-print="hide" className="cell stick whitespace-nowrap">
          <RowActionCell actions={actions} />
        </td>
      )}
    </tr>
  );
}

interface TotalsProps<Row> {
  totals: Readonly<Record<string, string>>;
  columns: readonly Column<Row>[];
  before: boolean;
  after: boolean;
}

function TotalsRow<Row>({ totals, columns, before, after }: TotalsProps<Row>) {
  return (
    <tfoot>
      <tr className="bg-sunken font-medium">
        {before && <td data-stick="pick" className="stick border-b border-line" />}
        {columns.map((column, index) => (
          <Cell key={column.key} column={column}>
            {totals[column.key] === undefined ? (index === 0 ? '合计' : null) : totalOf(column, totals[column.key] ?? '')}
          </Cell>
        ))}
        {after && <td data-stick="right" data-print="hide" className="stick border-b border-line" />}
      </tr>
    </tfoot>
  );
}

function PickAllHead<Row>({ list, rows }: { list: ListHandle<Row>; rows: readonly Row[] }) {
  const on = rows.filter((row) => list.picked.has(list.rowKey(row))).length;
  return (
    <th scope="col" data-stick="pick" className="cell stick w-11 text-left leading-none">
      <Checkbox
        checked={rows.length > 0 && on === rows.length}
        indeterminate={on > 0 && on < rows.length}
        aria-label="选择本页全部"
        onChange={(all) => list.picked.set(rows, all)}
      />
    </th>
  );
}

function Head<Row>({ column, list }: { column: Column<Row>; list: ListHandle<Row> }) {
  const sort = sortOf(list.query, column.key);
  const Icon = sort === 'ascending' ? ArrowUp : sort === 'descending' ? ArrowDown : ChevronsUpDown;
  const next = nextSort(list.query, column.key);
  return (
    <th
      scope="col"
      title={column.hint}
      {...(column.sortable ? { 'aria-sort': sort } : {})}
      {...(column.fixed ? { 'data-stick': 'left' } : {})}
      style={column.width ? { minWidth: column.width } : undefined}
      className={`cell font-medium whitespace-nowrap ${alignClass[alignOf(column)]}${column.fixed ? ' stick' : ''}`}
    >
      {column.sortable ? (
        <a
          href={list.href(next)}
          onClick={(event) => {
            if (!plainClick(event)) return;
            event.preventDefault();
            list.go(next);
          }}
          className={cx('inline-flex items-center gap-1 no-underline hover:text-brand hover:no-underline', sort === 'none' ? 'text-ink-2' : 'text-brand')}
        >
          {column.title}
          <Icon aria-hidden className={cx('size-3.5', sort === 'none' && 'text-ink-3')} />
        </a>
      ) : (
        column.title
      )}
    </th>
  );
}

function Cell<Row>({ column, more, children }: { column: Column<Row>; more?: boolean; children: ReactNode }) {
  return (
    <td {...cellMarks(column)} data-more={more ? '' : undefined} className={cellClass(column)}>
      {children}
    </td>
  );
}

/** Arrows walk the rows; Enter opens the row's first link or button. */
function walkRows(event: KeyboardEvent<HTMLElement>, setFocused: (index: number) => void): void {
  const row = event.target;
  if (!(row instanceof HTMLElement) || row.dataset['row'] === undefined) return;
  if (event.key === 'Enter') {
    event.preventDefault();
    row.querySelector<HTMLElement>('td:not(:has(input[type=checkbox])) a[href], td button')?.click();
    return;
  }
  if (event.key === ' ') {
    const box = row.querySelector<HTMLInputElement>('input[type=checkbox]');
    if (box) {
      event.preventDefault();
      box.click();
    }
    return;
  }
  const to = event.key === 'ArrowDown' ? row.nextElementSibling : event.key === 'ArrowUp' ? row.previousElementSibling : null;
  if (!(to instanceof HTMLElement)) return;
  event.preventDefault();
  setFocused([...(to.parentElement?.children ?? [])].indexOf(to));
  to.focus();
}
