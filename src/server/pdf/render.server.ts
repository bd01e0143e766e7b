import { type EmbeddedFont, ops, PDF, PdfString } from '@libpdf/core';
import type { Paper, SealBox } from '~/shared/paper';
import { type Mark, PAGE } from './flow';
import { assertCovered, face, setText, widthOf } from './font.server';
import { type Laid, layOut } from './layout';

export interface Rendered {
  bytes: Uint8Array;
  pages: number;
  /** Where the signing parties' seals will stand. */
  boxes: SealBox[];
}

/**
 * The paper as a PDF with the part of the font it uses. `what` names the document where a character has no glyph (PDF_GLYPH).
 * Subsetting is asked for: without it the whole font goes in and copied text is garbled.
 */
export async function renderPaper(given: Paper, what: string, now: Date): Promise<Rendered> {
  const paper = settled(given);
  assertCovered(what, JSON.stringify(paper));
  const laid = layOut(paper, widthOf);
  const pdf = PDF.create();
  const font = pdf.embedFont(face().bytes);
  drawPages(pdf, font, laid);
  pdf.setTitle(paper.title, { showInWindowTitleBar: true });
  pdf.setLanguage('zh-CN');
  pdf.setCreationDate(now);
  pdf.setModificationDate(now);
  const bytes = await pdf.save({ subsetFonts: true, compressionThreshold: 128 });
  return { bytes, pages: laid.pages.length, boxes: laid.boxes };
}

/** Every text of the tree as it will be set, so that what is measured, drawn and checked is one thing. */
function settled<Node>(node: Node): Node {
  if (typeof node === 'string') return setText(node) as Node;
  if (Array.isArray(node)) return node.map(settled) as Node;
  if (node && typeof node === 'object') return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, settled(value)])) as Node;
  return node;
}

function drawPages(pdf: PDF, font: EmbeddedFont, { pages }: Laid): void {
  for (const marks of pages) {
    const page = pdf.addPage({ width: PAGE.width, height: PAGE.height });
    const name = page.registerFont(font);
    page.drawOperators(marks.flatMap((mark) => operatorsOf(mark, name, font)));
  }
}

type Operator = ReturnType<typeof ops.fill>;
const INK = 0.1;
const GREY = 0.42;

function operatorsOf(mark: Mark, name: string, font: EmbeddedFont): Operator[] {
  if (mark.kind === 'shade') return [ops.setNonStrokingGray(0.94), ops.rectangle(mark.x, mark.y, mark.width, mark.height), ops.fill()];
  const ink = mark.grey ? GREY : INK;
  if (mark.kind === 'rule')
    return [
      ops.setStrokingGray(mark.grey ? 0.75 : 0.45),
      ops.setLineWidth(0.6),
      ops.moveTo(round(mark.x), round(mark.y)),
      ops.lineTo(round(mark.toX), round(mark.toY)),
      ops.stroke(),
    ];
  if (!mark.text) return [];
  return [
    ops.beginText(),
    ops.setFont(name, mark.size),
    ops.setNonStrokingGray(ink),
    // Bold is drawn with an outline: a second face would double what every file carries.
    ...(mark.bold ? [ops.setTextRenderMode(2), ops.setStrokingGray(ink), ops.setLineWidth(round(mark.size * 0.03))] : [ops.setTextRenderMode(0)]),
    ops.setCharSpacing(round(mark.spread ?? 0)),
    ops.setTextMatrix(1, 0, 0, 1, round(mark.x), round(mark.y)),
    ops.showText(glyphs(font, mark.text)),
    ops.endText(),
  ];
}

/** Two bytes a glyph, as the embedded font is addressed. */
function glyphs(font: EmbeddedFont, text: string): PdfString {
  const ids = font.encodeTextToGids(text);
  const bytes = new Uint8Array(ids.length * 2);
  for (const [index, id] of ids.entries()) {
    bytes[index * 2] = id >> 8;
    bytes[index * 2 + 1] = id & 255;
  }
  return PdfString.fromBytes(bytes);
}

const round = (value: number): number => Math.round(value * 1000) / 1000;
