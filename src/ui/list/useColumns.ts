import { useEffect, useState } from 'react';
import type { Column } from './types';

export interface ColumnChoice<Row> {
  visible: readonly Column<Row>[];
  shows: (key: string) => boolean;
  flip: (key: string) => void;
  reset: () => void;
}

type Chosen = Readonly<Record<string, boolean>>;

/** Which columns a person keeps, remembered in this browser by list; only departures from the default are stored. */
export function useColumns<Row>(id: string, columns: readonly Column<Row>[]): ColumnChoice<Row> {
  const key = `columns:${id}`;
  const [chosen, setChosen] = useState<Chosen>({});
  useEffect(() => setChosen(readChosen(key)), [key]);
  const keep = (next: Chosen) => {
    setChosen(next);
    try {
      localStorage.setItem(key, JSON.stringify(next));
    } catch {
      // A full or forbidden store only loses the memory of the choice.
    }
  };
  const shows = (name: string) => {
    const column = columns.find((candidate) => candidate.key === name);
    return Boolean(column && (column.always || (chosen[name] ?? !column.off)));
  };
  return {
    visible: columns.filter((column) => shows(column.key)),
    shows,
    flip: (name) => keep({ ...chosen, [name]: !shows(name) }),
    reset: () => keep({}),
  };
}

function readChosen(key: string): Chosen {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    return typeof stored === 'object' && stored !== null ? (stored as Chosen) : {};
  } catch {
    return {};
  }
}
