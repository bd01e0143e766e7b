import type { ReactNode } from 'react';
import { Card } from '../kit/Card';
import type { Actions } from '../kit/types';

interface Props {
  title: string;
  id?: string;
  note?: ReactNode;
  actions?: Actions;
  /** No padding, for tables. */
  flush?: boolean;
  children: ReactNode;
}

export function DetailSection(props: Props) {
  return <Card {...props} className="min-w-0 scroll-mt-28 overflow-hidden" />;
}
