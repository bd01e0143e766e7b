/** Cells copied from a spreadsheet: tabs between cells, quoted cells may hold line breaks, trailing blank rows dropped. */
export function parseGrid(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  const endCell = () => {
    row.push(cell.trim());
    cell = '';
  };
  const endRow = () => {
    endCell();
    rows.push(row);
    row = [];
  };
  const source = text.replace(/\r\n?/g, '\n');
  for (let at = 0; at < source.length; at += 1) {
    const letter = source[at];
    if (quoted) {
      if (letter === '"' && source[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else if (letter === '"') quoted = false;
      else cell += letter;
    } else if (letter === '"' && cell === '') quoted = true;
    else if (letter === '\t') endCell();
    else if (letter === '\n') endRow();
    else cell += letter;
  }
  endRow();
  while (rows.length > 0 && rows.at(-1)?.every((value) => value === '')) rows.pop();
  return rows;
}

/** Whether a row holds nothing but what a new row starts with. */
export function isBlankRow(row: object, blank: object): boolean {
  const start = blank as Record<string, unknown>;
  const empty = (value: unknown) => value === '' || value === undefined || value === null || (Array.isArray(value) && value.length === 0);
  return Object.entries(row).every(([key, value]) => empty(value) || Object.is(value, start[key]));
}

export interface Spot {
  row: number;
  column: number;
}

/** The cells of a paste as patches by row index, filling right and down from `from` over the columns a person may edit. */
export function spread(grid: readonly (readonly string[])[], from: Spot, editable: readonly string[]): { row: number; patch: Record<string, string> }[] {
  return grid.map((cells, down) => {
    const pairs = cells
      .map((value, right) => [editable[from.column + right], value] as const)
      .filter((pair): pair is readonly [string, string] => pair[0] !== undefined);
    return { row: from.row + down, patch: Object.fromEntries(pairs) };
  });
}
