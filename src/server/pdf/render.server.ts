import { PDF, PdfDict } from '@libpdf/core';
import type { Paper, SealBox } from '~/shared/paper';
import { PAGE } from './flow';
import { assertCovered, setText, widthOf } from './font.server';
import { layOut } from './layout';
import { contentOf } from './pageContent';
import { packed, subsetFor } from './subset.server';

export interface Rendered {
  bytes: Uint8Array;
  pages: number;
  /** Where the signing parties' seals will stand. */
  boxes: SealBox[];
}

/**
 * The paper as a PDF with the part of the font it uses. `what` names the document where a character has no glyph (PDF_GLYPH).
 */
export async function renderPaper(given: Paper, what: string, now: Date): Promise<Rendered> {
  const paper = settled(given);
  assertCovered(what, JSON.stringify(paper));
  const laid = layOut(paper, widthOf);
  const pdf = PDF.create();
  const subset = subsetFor(laid.pages.flat().map((mark) => (mark.kind === 'text' ? mark.text : '')));
  const fonts = PdfDict.of({ F: subset.embed(pdf) });
  for (const marks of laid.pages) {
    const page = pdf.addPage({ width: PAGE.width, height: PAGE.height });
    page.dict.set('Resources', PdfDict.of({ Font: fonts }));
    page.dict.set('Contents', pdf.register(packed(Buffer.from(contentOf(marks, 'F', subset.encode), 'latin1'))));
  }
  pdf.setTitle(paper.title, { showInWindowTitleBar: true });
  pdf.setLanguage('zh-CN');
  pdf.setCreationDate(now);
  pdf.setModificationDate(now);
  const bytes = await pdf.save();
  return { bytes, pages: laid.pages.length, boxes: laid.boxes };
}

/** Every text of the tree as it will be set, so that what is measured, drawn and checked is one thing. */
function settled<Node>(node: Node): Node {
  if (typeof node === 'string') return setText(node) as Node;
  if (Array.isArray(node)) return node.map(settled) as Node;
  if (node && typeof node === 'object') return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, settled(value)])) as Node;
  return node;
}
