import type { Align, SealBox } from '~/shared/paper';
import { breakLines, type Line, type Measure } from './breakLines';

/** What stands on a page, in points from its lower left corner; a text's y is its base line. */
export type Mark =
  | { kind: 'text'; x: number; y: number; size: number; text: string; bold?: boolean; grey?: boolean /** Extra room between characters. */; spread?: number }
  | { kind: 'rule'; x: number; y: number; toX: number; toY: number; grey?: boolean }
  | { kind: 'shade'; x: number; y: number; width: number; height: number };

/** Points a text takes at a size. */
export type Widths = (text: string, size: number) => number;

/** Pages being filled from the top: `y` is where the next thing may begin. */
export interface Flow {
  pages: Mark[][];
  boxes: SealBox[];
  y: number;
  /** Clauses so far. */
  clauses: number;
  widths: Widths;
}

export const PAGE = { width: 595.28, height: 841.89 };
export const SIDE = 64;
export const ROOM = PAGE.width - 2 * SIDE;
const TOP = 76;
export const BOTTOM = 68;
/** 五号 */
export const SIZE = 10.5;
/** Height of a line, in sizes. */
export const LEAD = 1.72;

export const newFlow = (widths: Widths): Flow => ({ pages: [[]], boxes: [], y: PAGE.height - TOP, clauses: 0, widths });

export function turn(flow: Flow): void {
  flow.pages.push([]);
  flow.y = PAGE.height - TOP;
}

/** Turns the page unless so much is left, or the page is fresh. */
export function need(flow: Flow, height: number): void {
  if (flow.y - height < BOTTOM && flow.y < PAGE.height - TOP) turn(flow);
}

export const put = (flow: Flow, ...marks: Mark[]): void => void (flow.pages.at(-1) as Mark[]).push(...marks);

export const measure =
  (flow: Flow, size: number): Measure =>
  (text) =>
    flow.widths(text, size);

export interface Style {
  size?: number;
  bold?: boolean;
  left?: number;
  /** Of the first line, beyond `left`. */
  indent?: number;
  align?: Align;
  grey?: boolean;
}

/** A paragraph over the whole width, going on on the next page where it must. */
export function write(flow: Flow, words: string, { size = SIZE, bold = false, left = 0, indent = 0, align = 'left', grey = false }: Style = {}): void {
  const lines = breakLines(words, ROOM - left, measure(flow, size), ROOM - left - indent);
  for (const [index, line] of lines.entries()) {
    need(flow, size * LEAD);
    const before = left + (index === 0 ? indent : 0);
    put(flow, setLine(line, { x: SIDE + before, y: baseline(flow.y, size), room: ROOM - before, size, align, bold, grey, full: index < lines.length - 1 }));
    flow.y -= size * LEAD;
  }
}

export const baseline = (top: number, size: number): number => top - (size * LEAD - size) / 2 - size * 0.86;

export interface Place {
  x: number;
  y: number;
  room: number;
  size: number;
  align?: Align;
  bold?: boolean;
  grey?: boolean;
  /** Not the last of its paragraph: stretched to the edge. */
  full?: boolean;
}

export function setLine(line: Line, { x, y, room, size, align = 'left', bold = false, grey = false, full = false }: Place): Mark {
  const spare = room - line.width;
  const at = align === 'right' ? x + spare : align === 'center' ? x + spare / 2 : x;
  const gaps = [...line.text].length - 1;
  const spread = full && align === 'left' && gaps > 0 && spare > 0 && spare < size * 3 ? spare / gaps : 0;
  return { kind: 'text', x: at, y, size, text: line.text, ...(bold && { bold }), ...(grey && { grey }), ...(spread && { spread }) };
}
