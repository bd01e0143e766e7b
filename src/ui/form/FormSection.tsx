import type { ReactNode } from 'react';
import { Card } from '../kit/Card';
import { cx } from '../kit/cx';
import type { Actions } from '../kit/types';

const grids = { 1: '', 2: 'sm:grid-cols-2', 3: 'sm:grid-cols-2 lg:grid-cols-3', 4: 'sm:grid-cols-2 lg:grid-cols-4' } as const;

interface Props {
  title: string;
  columns?: 1 | 2 | 3 | 4;
  note?: ReactNode;
  actions?: Actions;
  /** No grid and no padding: for FormTable. */
  flush?: boolean;
  children: ReactNode;
}

export function FormSection({ title, columns = 3, note, actions, flush = false, children }: Props) {
  return (
    <Card title={title} note={note} {...(actions ? { actions } : {})} flush={flush}>
      {flush ? children : <div className={cx('grid grid-cols-1 gap-x-6 gap-y-4', grids[columns])}>{children}</div>}
    </Card>
  );
}
