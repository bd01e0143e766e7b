import type { Latest } from './useKitForm';

interface Saved {
  version: number;
}

/** `latest` of a form that edits one row of a list: the row as it stands now. What was removed meanwhile has none, and its refusal is told as it is. */
export function latestRow<Row extends Saved, Values>(
  rows: () => Promise<readonly Row[]>,
  isIt: (row: Row) => boolean,
  valuesOf: (row: Row) => Values,
): Latest<Values> {
  return async () => {
    const row = (await rows()).find(isIt);
    if (!row) throw new Error('the row is gone');
    return { values: valuesOf(row), version: row.version };
  };
}
