import { type PDF, type PDFPage, PdfArray, PdfDict, PdfNumber, type PdfObject, PdfRef } from '@libpdf/core';

export type Turn = 0 | 90 | 180 | 270;
type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** A page as readers show it: cut to its crop box, then turned clockwise. Points. */
export interface PageView {
  width: number;
  height: number;
  turn: Turn;
  /** From the shown page, whose lower left corner is 0 0, to the page's own coordinates. */
  matrix: Matrix;
}
interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The library's own sizes leave out what a page inherits, and read a box that does not begin at 0 wrongly. */
export function viewOf(pdf: PDF, page: PDFPage): PageView {
  const media = boxOf(pdf, page, 'MediaBox') ?? [0, 0, 612, 792];
  const crop = boxOf(pdf, page, 'CropBox') ?? media;
  const cut = [Math.max(media[0], crop[0]), Math.max(media[1], crop[1]), Math.min(media[2], crop[2]), Math.min(media[3], crop[3])] as const;
  const [left, bottom, right, top] = cut[0] < cut[2] && cut[1] < cut[3] ? cut : media;
  const turn = turnOf(inherited(pdf, page, 'Rotate'));
  const [wide, high] = [right - left, top - bottom];
  const lies = turn === 90 || turn === 270;
  const matrices: Record<Turn, Matrix> = {
    0: [1, 0, 0, 1, left, bottom],
    90: [0, 1, -1, 0, right, bottom],
    180: [-1, 0, 0, -1, right, top],
    270: [0, -1, 1, 0, left, top],
  };
  return { width: lies ? high : wide, height: lies ? wide : high, turn, matrix: matrices[turn] };
}

/** The corners, in the page's own coordinates, of a box on the shown page. */
export function onPage({ matrix: [a, b, c, d, e, f] }: PageView, { x, y, width, height }: Box): [left: number, bottom: number, right: number, top: number] {
  const [x1, y1, x2, y2] = [a * x + c * y + e, b * x + d * y + f, a * (x + width) + c * (y + height) + e, b * (x + width) + d * (y + height) + f];
  return [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)];
}

const MOST_PARENTS = 50;
function inherited(pdf: PDF, page: PDFPage, key: string): PdfObject | undefined {
  const resolve = (ref: PdfRef) => pdf.getObject(ref);
  let node: PdfObject | null | undefined = page.dict;
  for (let up = 0; node instanceof PdfDict && up < MOST_PARENTS; up++) {
    const found = node.get(key, resolve);
    if (found) return found;
    node = node.get('Parent', resolve);
  }
  return undefined;
}

function boxOf(pdf: PDF, page: PDFPage, key: string): [number, number, number, number] | null {
  const found = inherited(pdf, page, key);
  if (!(found instanceof PdfArray) || found.length < 4) return null;
  const [x1, y1, x2, y2] = Array.from({ length: 4 }, (_, at) => {
    const one = found.at(at);
    const value = one instanceof PdfRef ? pdf.getObject(one) : one;
    return value instanceof PdfNumber ? value.value : Number.NaN;
  }) as [number, number, number, number];
  const box: [number, number, number, number] = [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)];
  return box.every(Number.isFinite) && box[0] < box[2] && box[1] < box[3] ? box : null;
}

const TURNS: readonly Turn[] = [0, 90, 180, 270];
const turnOf = (value: PdfObject | undefined): Turn => (value instanceof PdfNumber && TURNS.find((turn) => turn === ((value.value % 360) + 360) % 360)) || 0;
