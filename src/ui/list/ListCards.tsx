import type { ReactNode } from 'react';
import type { Actions } from '../kit/types';
import { RowActionCell } from './RowActionCell';
import type { ListHandle } from './types';

interface Props<Row> {
  caption: string;
  list: ListHandle<Row>;
  card: (row: Row) => ReactNode;
  rowActions?: ((row: Row) => Actions) | undefined;
  /** In place of the cards. */
  instead?: ReactNode;
}

/** The rows of a list as cards, for lists people read rather than work through. */
export function ListCards<Row>({ caption, list, card, rowActions, instead }: Props<Row>) {
  if (instead) return <div className="border-y border-line">{instead}</div>;
  return (
    <ul
      aria-label={caption}
      aria-busy={list.loading || undefined}
      className={`grid grid-cols-1 gap-3 border-y border-line bg-sunken p-3 sm:p-4 lg:grid-cols-2 2xl:grid-cols-3${list.loading ? ' opacity-60' : ''}`}
    >
      {list.page?.pagedRecords.map((row, index) => (
        <li key={list.rowKey(row) || index} className="flex min-w-0 flex-col gap-3 rounded-lg border border-line bg-paper p-4 shadow-card">
          {card(row)}
          {rowActions && (
            <div className="mt-auto border-t border-line pt-3" data-print="hide">
              <RowActionCell actions={rowActions(row)} />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}
