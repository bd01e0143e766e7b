import {
  ops,
  PDF,
  type PDFPage,
  PdfArray,
  PdfDict,
  PdfName,
  PdfNumber,
  type PdfObject,
  PdfRef,
  PdfStream,
  type Signer,
  type TimestampAuthority,
} from '@libpdf/core';
import type { SealBox } from '~/shared/paper';
import { refuse } from '~/shared/refusal';
import { SEAL_SIDE, type SealArt } from '~/shared/sealArt';
import { onPage, type PageView, viewOf } from './pageView.server';

/** A seal as paths, or as a picture with a clear ground. */
export type SealImage = SealArt | { png: Uint8Array };
type Operator = ReturnType<typeof ops.fill>;
const RED = [0.835, 0.141, 0.114] as const;

/**
 * The file that the first party will sign: an empty signature field for every party stands in it already, with its place, so that each
 * signature changes nothing but its own field. A riding seal (骑缝章) is drawn over the edges of all pages now: after the first signature nothing may be drawn.
 * A single page has no edge that another goes on from, and would show a second whole seal: it gets none.
 */
export async function prepareForSigning(bytes: Uint8Array, boxes: readonly SealBox[], riding?: readonly SealImage[]): Promise<Uint8Array> {
  const pdf = await readable(bytes);
  const pages = pdf.getPages();
  const form = pdf.getOrCreateForm();
  if (pages.length > 1) for (const [index, art] of (riding ?? []).entries()) drawRiding(pdf, pages, art, index);
  for (const box of boxes) {
    const page = pages[box.page];
    if (!page) refuse('PDF_PLACE', `盖章位置在第${box.page + 1}页，文件只有${pages.length}页`);
    if (form.getFieldNames().includes(box.field)) refuse('PDF_PLACE', `文件中已有名为${box.field}的域，请换一个文件`);
    const field = form.createSignatureField(box.field);
    const dict = field.acroField();
    dict.delete('Kids');
    dict.set('Type', PdfName.of('Annot'));
    dict.set('Subtype', PdfName.of('Widget'));
    dict.set('F', PdfNumber.of(132));
    dict.set('P', page.ref);
    const view = viewOf(pdf, page);
    mustLieOn(view, box);
    dict.set('Rect', rectOf(onPage(view, box)));
    // The seal stands upright on a page that is shown turned.
    if (view.turn) dict.set('MK', PdfDict.of({ R: PdfNumber.of(view.turn) }));
    annotationsOf(pdf, page).push(field.getRef() as PdfRef);
  }
  return pdf.save();
}

export interface SignatureWish {
  /** One of the boxes the file was prepared with. */
  field: string;
  signer: Signer;
  /** What is seen in the box; none leaves it empty. */
  art?: SealImage | undefined;
  reason: string;
  location?: string | undefined;
  now: Date;
  timestamps?: TimestampAuthority | undefined;
}

/** The next revision: everything before stays byte for byte, the seal is the signature's own picture. */
export async function signRevision(bytes: Uint8Array, { field: name, signer, art, reason, location, now, timestamps }: SignatureWish): Promise<Uint8Array> {
  const pdf = await readable(bytes);
  const field = pdf
    .getForm()
    ?.getSignatureFields()
    .find((one) => one.name === name);
  if (!field) return refuse('PDF_PLACE', `文件中没有签署位置${name}`);
  if (field.isSigned()) return refuse('PDF_SIGNED', '该签署位置已签署，不能重复签署');
  const dict = field.acroField();
  const rect = dict.getArray('Rect');
  const page = dict.get('P');
  if (art && rect) dict.set('AP', PdfDict.of({ N: pictureOf(pdf, art, rect, turnOf(pdf, dict)) }));
  keep(dict, { ...(rect && { Rect: rect }), ...(page && { P: page }) });
  const signed = await pdf.sign({
    signer,
    fieldName: name,
    reason,
    ...(location && { location }),
    signingTime: now,
    level: timestamps ? 'B-T' : 'B-B',
    ...(timestamps && { timestampAuthority: timestamps }),
    estimatedSize: timestamps ? 16_384 : 8192,
  });
  if (!startsWith(signed.bytes, bytes)) throw new Error('signing changed earlier bytes of the file');
  return signed.bytes;
}

export const startsWith = (whole: Uint8Array, start: Uint8Array): boolean => Buffer.from(whole.buffer, whole.byteOffset, start.length).equals(start);

function turnOf(pdf: PDF, field: PdfDict): number {
  const look = field.getDict('MK', (ref) => pdf.getObject(ref));
  return look?.getNumber('R', (ref) => pdf.getObject(ref))?.value ?? 0;
}

/** A file people may sign: readable, not locked. */
async function readable(bytes: Uint8Array): Promise<PDF> {
  try {
    const pdf = await PDF.load(bytes);
    if (pdf.getSecurity().isEncrypted) refuse('PDF_READ', 'PDF文件已加密，请先去除密码再上传');
    return pdf;
  } catch (error) {
    if (error instanceof Error && error.name === 'Refusal') throw error;
    return refuse('PDF_READ', 'PDF文件无法读取，可能已损坏，请重新导出后上传');
  }
}

/** The library moves a signed field to nowhere on the first page: these entries stay as they are. */
function keep(dict: PdfDict, kept: Record<string, PdfObject>): void {
  const set = dict.set.bind(dict);
  dict.set = (key, value) => set(key, kept[typeof key === 'string' ? key : key.value] ?? value);
}

const rectOf = (corners: readonly number[]): PdfArray => new PdfArray(corners.map((value) => PdfNumber.of(Math.round(value * 100) / 100)));

function mustLieOn(view: PageView, { page, x, y, width, height }: SealBox): void {
  if (x < -1 || y < -1 || x + width > view.width + 1 || y + height > view.height + 1)
    refuse('PDF_PLACE', `盖章位置超出了第${page + 1}页的可见范围，请重新设置盖章位置`);
}

function annotationsOf(pdf: PDF, page: PDFPage): PdfArray {
  const held = page.dict.get('Annots');
  const found = held instanceof PdfRef ? pdf.getObject(held) : held;
  if (found instanceof PdfArray) return found;
  const made = new PdfArray([]);
  page.dict.set('Annots', made);
  return made;
}

function pictureOf(pdf: PDF, art: SealImage, rect: PdfArray, turn: number): PdfRef {
  const side = ([at, from]: [number, number]): number => (rect.at(at) as PdfNumber).value - (rect.at(from) as PdfNumber).value;
  const lies = turn === 90 || turn === 270;
  const [width, height] = lies ? [side([3, 1]), side([2, 0])] : [side([2, 0]), side([3, 1])];
  const form = drawnIn(pdf, art, width, height);
  const stream = pdf.getObject(form);
  if (turn && stream instanceof PdfStream) stream.set('Matrix', new PdfArray((TURNED[turn] ?? []).map((value) => PdfNumber.of(value))));
  return form;
}

/** Against the clock, by as much as the page is turned with it. */
const TURNED: Record<number, readonly number[]> = { 90: [0, 1, -1, 0, 0, 0], 180: [-1, 0, 0, -1, 0, 0], 270: [0, -1, 1, 0, 0, 0] };

function drawnIn(pdf: PDF, art: SealImage, width: number, height: number): PdfRef {
  if (!('png' in art))
    return pdf.createFormXObject({ bbox: { x: 0, y: 0, width, height }, operators: artOperators(art, Math.min(width, height) / SEAL_SIDE, 0, 0) }).ref;
  const image = pdf.embedPng(art.png);
  const scale = Math.min(width / image.width, height / image.height);
  const [wide, high] = [image.width * scale, image.height * scale];
  return pdf.register(
    new PdfStream(
      PdfDict.of({
        Type: PdfName.of('XObject'),
        Subtype: PdfName.of('Form'),
        BBox: new PdfArray([0, 0, width, height].map((value) => PdfNumber.of(value))),
        Resources: PdfDict.of({ XObject: PdfDict.of({ Im0: image.ref }) }),
      }),
      new TextEncoder().encode(
        `q ${wide.toFixed(3)} 0 0 ${high.toFixed(3)} ${((width - wide) / 2).toFixed(3)} ${((height - high) / 2).toFixed(3)} cm /Im0 Do Q`,
      ),
    ),
  );
}

/** Half the seal's width over two pages, a slice each over more: together they make the whole seal. */
function drawRiding(pdf: PDF, pages: readonly PDFPage[], art: SealImage, index: number): void {
  const side = 110;
  const image = 'png' in art ? pdf.embedPng(art.png) : null;
  for (const [at, page] of pages.entries()) {
    const view = viewOf(pdf, page);
    const slice = side / pages.length;
    const left = view.width - slice;
    const bottom = view.height / 2 - side / 2 - index * (side + 24);
    const corner = left - at * slice;
    page.drawOperators([
      ops.pushGraphicsState(),
      ops.concatMatrix(...view.matrix),
      ops.rectangle(left, bottom, slice, side),
      ops.clip(),
      ops.endPath(),
      ...(image
        ? [ops.concatMatrix(side, 0, 0, side, corner, bottom), ops.paintXObject(page.registerImage(image))]
        : artOperators(art as SealArt, side / SEAL_SIDE, corner, bottom)),
      ops.popGraphicsState(),
    ]);
  }
}

const STEP = /([MLQCZ])([^MLQCZ]*)/g;

function artOperators(art: SealArt, scale: number, left: number, bottom: number): Operator[] {
  const x = (value: number): number => Math.round((left + value * scale) * 100) / 100;
  const y = (value: number): number => Math.round((bottom + (SEAL_SIDE - value) * scale) * 100) / 100;
  return art.shapes.flatMap(({ path, stroke }) => [
    ...(stroke ? [ops.setStrokingRGB(...RED), ops.setLineWidth(stroke * scale)] : [ops.setNonStrokingRGB(...RED)]),
    ...pathOperators(path, x, y),
    stroke ? ops.stroke() : ops.fill(),
  ]);
}

function pathOperators(path: string, x: (value: number) => number, y: (value: number) => number): Operator[] {
  const made: Operator[] = [];
  let [nowX, nowY] = [0, 0];
  for (const [, letter, given] of path.matchAll(STEP)) {
    const n = (given as string)
      .trim()
      .split(/[\s,]+/)
      .map(Number);
    const at = (index: number): number => n[index] as number;
    if (letter === 'M') made.push(ops.moveTo(x(at(0)), y(at(1))));
    if (letter === 'L') made.push(ops.lineTo(x(at(0)), y(at(1))));
    if (letter === 'C') made.push(ops.curveTo(x(at(0)), y(at(1)), x(at(2)), y(at(3)), x(at(4)), y(at(5))));
    // PDF has cubic curves only.
    if (letter === 'Q') {
      const [cx, cy, ex, ey] = [at(0), at(1), at(2), at(3)];
      made.push(
        ops.curveTo(x(nowX + (2 / 3) * (cx - nowX)), y(nowY + (2 / 3) * (cy - nowY)), x(ex + (2 / 3) * (cx - ex)), y(ey + (2 / 3) * (cy - ey)), x(ex), y(ey)),
      );
    }
    if (letter === 'Z') made.push(ops.closePath());
    else [nowX, nowY] = [n.at(-2) as number, n.at(-1) as number];
  }
  return made;
}
