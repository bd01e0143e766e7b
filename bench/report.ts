/** What one measurement came to; `limit` is what the product must reach. */
export interface Row {
  what: string;
  figure: string;
  limit: string;
  reached: boolean | null;
}

const rows: Row[] = [];

/** A figure that must stay at or under (`most`) or reach (`least`) a limit; without either it is shown for comparison only. */
export function record(what: string, value: number, unit: string, limit: { most?: number; least?: number } = {}): void {
  const reached = limit.most !== undefined ? value <= limit.most : limit.least !== undefined ? value >= limit.least : null;
  const row: Row = {
    what,
    figure: `${value} ${unit}`,
    limit: limit.most !== undefined ? `≤ ${limit.most}` : limit.least !== undefined ? `≥ ${limit.least}` : '–',
    reached,
  };
  rows.push(row);
  console.log(`${reached === false ? '✗' : reached ? '✓' : ' '} ${what}: ${row.figure}${row.limit === '–' ? '' : ` (${row.limit})`}`);
}

/** The Markdown table of README.md; answers whether every limit was reached. */
export function summary(): boolean {
  console.log('\n| what | figure | limit | |\n|---|---|---|---|');
  for (const { what, figure, limit, reached } of rows)
    console.log(`| ${what} | ${figure} | ${limit} | ${reached === null ? '' : reached ? 'reached' : 'missed'} |`);
  return rows.every(({ reached }) => reached !== false);
}
