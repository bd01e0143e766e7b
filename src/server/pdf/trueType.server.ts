import { face } from './font.server';
import { outlinesOf, type Stroke, simplified } from './outline.server';

/**
 * Units of an em in the files: outlines are set on a grid of a two-hundredth of the letter's size, half a dot of a printer at the size of body text. The
 * font's own grid is five times as fine and takes twice the bytes.
 */
const EM = 200;
const GRID = 1000 / EM;
const TOLERANCE = 6;
/** How high and how low the letters reach, a thousand units an em. */
export function metrics(): { ascender: number; descender: number } {
  const program = face().font.program as unknown as { font: { hhea: { ascender: number; descender: number } } };
  const { ascender, descender } = program.font.hhea;
  return { ascender, descender };
}

const kept = new Map<number, Uint8Array>();

/** A glyph as TrueType stores it, kept for the next document. */
function glyphOf(code: number): Uint8Array {
  const found = kept.get(code);
  if (found) return found;
  const made = packedGlyph(outlinesOf(code).map((contour) => simplified(contour, TOLERANCE)));
  kept.set(code, made);
  return made;
}

interface Dot {
  on: boolean;
  x: number;
  y: number;
}
const onGrid = (value: number): number => Math.round(value / GRID);

function dotsOf(contour: readonly Stroke[]): Dot[] {
  const dots = contour.flatMap(({ a, c }): Dot[] => [
    { on: true, x: onGrid(a.x), y: onGrid(a.y) },
    ...(c ? [{ on: false, x: onGrid(c.x), y: onGrid(c.y) }] : []),
  ]);
  const around = (list: readonly Dot[], at: number): [Dot, Dot] => [list[(at + list.length - 1) % list.length] as Dot, list[(at + 1) % list.length] as Dot];
  const apart = dots.filter((dot, at) => {
    const [, next] = around(dots, at);
    return dot.x !== next.x || dot.y !== next.y;
  });
  // Points that say nothing: on a straight line between their neighbours, and halfway between two off the curve, where readers put one themselves.
  return apart.filter((dot, at) => {
    const [before, next] = around(apart, at);
    if (!dot.on || before.on !== next.on) return true;
    if (before.on) return !((before.x === dot.x && dot.x === next.x) || (before.y === dot.y && dot.y === next.y));
    return Math.abs(before.x + next.x - 2 * dot.x) > 1 || Math.abs(before.y + next.y - 2 * dot.y) > 1;
  });
}

const word = (value: number): number[] => [(value >> 8) & 255, value & 255];

/**
 * Every glyph says the same box, larger than its ink, and a bearing of nothing: readers place a glyph by the difference of the two, and what is the same
 * everywhere takes no room.
 */
function packedGlyph(contours: readonly (readonly Stroke[])[]): Uint8Array {
  const all = contours.map(dotsOf).filter((dots) => dots.length > 2);
  if (all.length === 0) return new Uint8Array();
  const [flags, xs, ys, ends]: [number[], number[], number[], number[]] = [[], [], [], []];
  let [x, y, count] = [0, 0, 0];
  for (const dots of all) {
    for (const dot of dots) {
      const [dx, dy] = [dot.x - x, dot.y - y];
      flags.push(Number(dot.on) | moved(dx, xs, 2, 16) | moved(dy, ys, 4, 32));
      [x, y] = [dot.x, dot.y];
    }
    count += dots.length;
    ends.push(count - 1);
  }
  return new Uint8Array([...word(all.length), ...box(), ...ends.flatMap(word), 0, 0, ...flags, ...xs, ...ys]);
}
const box = (): number[] => [0, -EM / 2, EM, (EM * 5) / 4].flatMap(word);

/** Writes how far to go, and answers the flags that say how it is written. */
function moved(by: number, into: number[], short: number, same: number): number {
  if (by === 0) return same;
  if (Math.abs(by) > 255) {
    into.push(...word(by));
    return 0;
  }
  into.push(Math.abs(by));
  return short | (by > 0 ? same : 0);
}

/** The font file: only the tables that readers of PDF ask for, glyphs by their number in the text. */
export function programOf(ids: ReadonlyMap<number, number>): Uint8Array {
  const { font } = face();
  const count = Math.max(0, ...ids.values()) + 1;
  const byId = new Map([...ids].map(([code, id]) => [id, code]));
  const offsets: number[] = [0];
  const glyphs: Uint8Array[] = [];
  let end = 0;
  for (let id = 0; id < count; id++) {
    const code = byId.get(id);
    const glyph = code === undefined ? new Uint8Array() : glyphOf(code);
    const padded = glyph.length % 2 ? Buffer.concat([glyph, Buffer.alloc(1)]) : glyph;
    glyphs.push(padded);
    end += padded.length;
    offsets.push(end);
  }
  const lastNarrow = Math.max(0, ...[...ids].filter(([code]) => font.getWidth(code) !== 1000).map(([, id]) => id));
  const longHeads = lastNarrow + 2;
  const width = (id: number): number => onGrid(byId.has(id) ? font.getWidth(byId.get(id) as number) : 1000);
  const heads = Math.min(longHeads, count);
  return sfnt({
    glyf: Buffer.concat(glyphs),
    head: headTable(end > 131_070),
    hhea: hheaTable(heads),
    hmtx: new Uint8Array([...Array.from({ length: heads }, (_, id) => [...word(width(id)), 0, 0]).flat(), ...new Array((count - heads) * 2).fill(0)]),
    loca: new Uint8Array(offsets.flatMap((at) => (end > 131_070 ? [...word(at >>> 16), ...word(at)] : word(at / 2)))),
    maxp: new Uint8Array([0, 1, 0, 0, ...word(count), ...[512, 128, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0].flatMap(word)]),
  });
}

function headTable(long: boolean): Uint8Array {
  const table = Buffer.alloc(54);
  table.writeUInt32BE(0x00010000, 0);
  table.writeUInt32BE(0x00010000, 4);
  table.writeUInt32BE(0x5f0f3cf5, 12);
  table.writeUInt16BE(0b1011, 16);
  table.writeUInt16BE(EM, 18);
  Buffer.from(box()).copy(table, 36);
  table.writeUInt16BE(6, 46);
  table.writeInt16BE(2, 48);
  table.writeInt16BE(long ? 1 : 0, 50);
  return table;
}

function hheaTable(heads: number): Uint8Array {
  const { ascender, descender } = metrics();
  const table = Buffer.alloc(36);
  table.writeUInt32BE(0x00010000, 0);
  table.writeInt16BE(onGrid(ascender), 4);
  table.writeInt16BE(onGrid(descender), 6);
  table.writeUInt16BE(EM, 10);
  table.writeInt16BE(EM, 16);
  table.writeInt16BE(1, 18);
  table.writeUInt16BE(heads, 34);
  return table;
}

function sfnt(tables: Record<string, Uint8Array>): Uint8Array {
  const names = Object.keys(tables).sort();
  const power = 2 ** Math.floor(Math.log2(names.length));
  const head = Buffer.alloc(12 + 16 * names.length);
  head.writeUInt32BE(0x00010000, 0);
  head.writeUInt16BE(names.length, 4);
  head.writeUInt16BE(power * 16, 6);
  head.writeUInt16BE(Math.log2(power), 8);
  head.writeUInt16BE((names.length - power) * 16, 10);
  const parts: Uint8Array[] = [head];
  let at = head.length;
  for (const [index, tag] of names.entries()) {
    const table = tables[tag] as Uint8Array;
    const padded = Buffer.concat([table, Buffer.alloc((4 - (table.length % 4)) % 4)]);
    head.write(tag, 12 + 16 * index, 'latin1');
    head.writeUInt32BE(checksum(padded), 16 + 16 * index);
    head.writeUInt32BE(at, 20 + 16 * index);
    head.writeUInt32BE(table.length, 24 + 16 * index);
    parts.push(padded);
    at += padded.length;
  }
  return Buffer.concat(parts);
}

function checksum(padded: Buffer): number {
  let sum = 0;
  for (let at = 0; at < padded.length; at += 4) sum = (sum + padded.readUInt32BE(at)) >>> 0;
  return sum;
}
