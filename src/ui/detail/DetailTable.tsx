import type { ReactNode } from 'react';
import { type Actions, presentActions } from '../kit/types';
import { alignClass, alignOf, cellClass, cellMarks, cellOf } from '../list/cells';
import { RowActionCell } from '../list/RowActionCell';
import { TableScroller } from '../list/TableScroller';
import type { Column } from '../list/types';

interface Props<Row> {
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  caption: string;
  rowKey?: (row: Row) => string;
  totals?: Readonly<Record<string, ReactNode>>;
  empty?: string;
  rowActions?: (row: Row) => Actions;
}

/** The lines of a document, whole and read-only; columns as in a list, cards on a phone like a list's. */
export function DetailTable<Row>({ rows, columns, caption, rowKey, totals, empty, rowActions }: Props<Row>) {
  if (rows.length === 0) return <p className="px-5 py-8 text-center text-ink-3">{empty ?? `暂无${caption}`}</p>;
  const actions = rowActions ? rows.map((row) => presentActions(rowActions(row))) : [];
  const acts = actions.some((some) => some.length > 0);
  return (
    <TableScroller label={caption}>
      <table className="row-cards w-full border-separate border-spacing-0">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="bg-sunken text-sm text-ink-2">
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                title={column.hint}
                {...(column.fixed ? { 'data-stick': 'left' } : {})}
                style={column.width ? { minWidth: column.width } : undefined}
                className={`cell font-medium whitespace-nowrap ${alignClass[alignOf(column)]}${column.fixed ? ' stick' : ''}`}
              >
                {column.title}
              </th>
            ))}
            {acts && (
              <th scope="col" data-stick="right" className="cell stick text-left font-medium">
                操作
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={rowKey?.(row) ?? String((row as { id?: unknown }).id ?? index)} className="bg-paper hover:bg-hover">
              {columns.map((column) => (
                <td key={column.key} {...cellMarks(column)} className={cellClass(column)}>
                  {cellOf(column, row, index)}
                </td>
              ))}
              {acts && (
                <td data-stick="right" className="cell stick whitespace-nowrap">
                  <RowActionCell actions={actions[index] ?? []} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
        {totals && (
          <tfoot>
            <tr className="bg-sunken font-medium">
              {columns.map((column, index) => {
                const word = index === 0 && totals[column.key] === undefined ? '合计' : null;
                return (
                  <td key={column.key} {...cellMarks(column)} {...(word && { 'data-label': undefined })} className={`figures ${cellClass(column)}`}>
                    {totals[column.key] ?? word}
                  </td>
                );
              })}
              {acts && <td data-stick="right" className="stick border-b border-line" />}
            </tr>
          </tfoot>
        )}
      </table>
    </TableScroller>
  );
}
