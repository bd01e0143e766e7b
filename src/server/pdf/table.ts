import type { Column } from '~/shared/paper';
import { breakLines, type Line } from './breakLines';
import { BOTTOM, type Flow, measure, need, put, ROOM, SIDE, setLine, turn } from './flow';

const SIZE = 9.5;
const LINE = 15;
const INSIDE = 5;
/** A row of more lines than this is begun where it stands and goes on on the next page. */
const WHOLE = 20;

interface RowStyle {
  head?: boolean;
  bold?: boolean;
}

/** A ruled table; its titles stand again on every page. */
export function setTable(flow: Flow, columns: readonly Column[], rows: readonly (readonly string[])[], foot?: readonly string[]): void {
  const all = columns.reduce((sum, { share = 1 }) => sum + share, 0);
  const edges = [SIDE];
  for (const { share = 1 } of columns) edges.push((edges.at(-1) as number) + (ROOM * share) / all);
  const titles = columns.some(({ title }) => title) ? columns.map(({ title }) => title) : null;
  const cellsOf = (cells: readonly string[]): Line[][] =>
    columns.map((_, at) => breakLines(cells[at] ?? '', (edges[at + 1] as number) - (edges[at] as number) - 2 * INSIDE, measure(flow, SIZE)));
  const row = (cells: readonly string[], style: RowStyle = {}): void => setRow(flow, { columns, edges, lines: cellsOf(cells), style });

  need(flow, 60);
  if (titles) row(titles, { head: true });
  for (const cells of rows) {
    const high = Math.max(...cellsOf(cells).map((lines) => lines.length));
    const before = flow.pages.length;
    if (high <= WHOLE) need(flow, heightOf(high));
    if (titles && flow.pages.length > before) row(titles, { head: true });
    row(cells);
  }
  if (foot) {
    need(flow, heightOf(1));
    row(foot, { bold: true });
  }
  flow.y -= 10;
}

const heightOf = (lines: number): number => lines * LINE + 8;

function setRow(flow: Flow, { columns, edges, lines, style }: { columns: readonly Column[]; edges: number[]; lines: Line[][]; style: RowStyle }): void {
  let left = lines;
  for (;;) {
    const wanted = Math.max(...left.map((cell) => cell.length));
    const fits = Math.max(1, Math.floor((flow.y - BOTTOM - 8) / LINE));
    const height = heightOf(Math.min(wanted, fits));
    if (style.head) put(flow, { kind: 'shade', x: SIDE, y: flow.y - height, width: ROOM, height });
    for (const [at, cell] of left.entries()) {
      const x = (edges[at] as number) + INSIDE;
      const room = (edges[at + 1] as number) - x - INSIDE;
      const align = columns[at]?.align ?? (style.head ? 'center' : 'left');
      for (const [index, line] of cell.slice(0, fits).entries())
        put(flow, setLine(line, { x, y: flow.y - 4 - index * LINE - 11, room, size: SIZE, align, bold: style.bold ?? style.head ?? false }));
    }
    for (const edge of edges) put(flow, { kind: 'rule', x: edge, y: flow.y, toX: edge, toY: flow.y - height });
    for (const at of [flow.y, flow.y - height]) put(flow, { kind: 'rule', x: SIDE, y: at, toX: SIDE + ROOM, toY: at });
    flow.y -= height;
    left = left.map((cell) => cell.slice(fits));
    if (left.every((cell) => cell.length === 0)) return;
    turn(flow);
  }
}
