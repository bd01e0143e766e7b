import { deflateSync } from 'node:zlib';
import { type PDF, PdfArray, PdfDict, PdfName, PdfNumber, type PdfObject, type PdfRef, PdfStream, PdfString } from '@libpdf/core';
import { face } from './font.server';
import { metrics, programOf } from './trueType.server';

/** Bytes that would have to be escaped in strings. */
const ESCAPED = new Set([0x0d, 0x28, 0x29, 0x5c]);

/** A font with exactly what a document uses. */
export interface Subset {
  /** Two bytes a character. */
  encode(text: string): string;
  /** Puts it into the file. */
  embed(pdf: PDF): PdfRef;
}

/** Frequent characters get low numbers and narrow ones the lowest: both make what names them smaller. */
export function subsetFor(texts: Iterable<string>): Subset {
  const { font } = face();
  const counts = new Map<number, number>();
  for (const text of texts) for (const sign of text) counts.set(sign.codePointAt(0) as number, (counts.get(sign.codePointAt(0) as number) ?? 0) + 1);
  const width = (code: number): number => font.getWidth(code);
  const codes = [...counts.keys()].sort(
    (a, b) => Number(width(a) === 1000) - Number(width(b) === 1000) || (counts.get(b) ?? 0) - (counts.get(a) ?? 0) || a - b,
  );
  const ids = new Map<number, number>();
  let id = 0;
  for (const code of codes) {
    do id += 1;
    while (ESCAPED.has(id & 255) || ESCAPED.has(id >> 8));
    ids.set(code, id);
  }
  return {
    encode: (text) =>
      [...text]
        .map((sign) => ids.get(sign.codePointAt(0) as number) ?? 0)
        .map((one) => String.fromCharCode(one >> 8, one & 255))
        .join(''),
    embed: (pdf) => embedded(pdf, ids),
  };
}

const name = (text: string): PdfName => PdfName.of(text);
const number = (value: number): PdfNumber => PdfNumber.of(value);
const numbers = (...values: number[]): PdfArray => new PdfArray(values.map(number));

/** A stream packed as far as it goes. */
export const packed = (bytes: Uint8Array, entries: Record<string, PdfObject> = {}): PdfStream =>
  new PdfStream(PdfDict.of({ ...entries, Filter: name('FlateDecode') }), new Uint8Array(deflateSync(bytes, { level: 9, memLevel: 9 })));

function embedded(pdf: PDF, ids: ReadonlyMap<number, number>): PdfRef {
  const { font } = face();
  const program = programOf(ids);
  const hhea = metrics();
  const descriptor = pdf.register(
    PdfDict.of({
      Type: name('FontDescriptor'),
      FontName: name('PORTAL+NotoSansSC-Regular'),
      Flags: number(4),
      FontBBox: numbers(-100, hhea.descender, 1100, hhea.ascender),
      ItalicAngle: number(0),
      Ascent: number(hhea.ascender),
      Descent: number(hhea.descender),
      CapHeight: number(733),
      StemV: number(88),
      FontFile2: pdf.register(packed(program, { Length1: number(program.length) })),
    }),
  );
  const narrow = [...ids].filter(([code]) => font.getWidth(code) !== 1000);
  const widths = narrow.flatMap(([code, id]) => [number(id), numbers(font.getWidth(code))]);
  const cid = pdf.register(
    PdfDict.of({
      Type: name('Font'),
      Subtype: name('CIDFontType2'),
      BaseFont: name('PORTAL+NotoSansSC-Regular'),
      CIDSystemInfo: PdfDict.of({ Registry: PdfString.fromString('Adobe'), Ordering: PdfString.fromString('Identity'), Supplement: number(0) }),
      FontDescriptor: descriptor,
      DW: number(1000),
      W: new PdfArray(widths),
      CIDToGIDMap: name('Identity'),
    }),
  );
  return pdf.register(
    PdfDict.of({
      Type: name('Font'),
      Subtype: name('Type0'),
      BaseFont: name('PORTAL+NotoSansSC-Regular'),
      Encoding: name('Identity-H'),
      DescendantFonts: new PdfArray([cid]),
      ToUnicode: pdf.register(packed(Buffer.from(textMap(ids), 'latin1'))),
    }),
  );
}

const hex = (value: number): string => value.toString(16).toUpperCase().padStart(4, '0');
const utf16 = (code: number): string =>
  [...String.fromCodePoint(code)].flatMap((sign) => [...Array(sign.length).keys()].map((at) => hex(sign.charCodeAt(at)))).join('');

/** What copying and searching reads: the character of every number. */
function textMap(ids: ReadonlyMap<number, number>): string {
  const pairs = [...ids];
  const lists: string[] = [];
  for (let at = 0; at < pairs.length; at += 100) {
    const some = pairs.slice(at, at + 100);
    lists.push(`${some.length} beginbfchar\n${some.map(([code, id]) => `<${hex(id)}><${utf16(code)}>`).join('\n')}\nendbfchar`);
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo<</Registry(Adobe)/Ordering(UCS)/Supplement 0>>def
/CMapName/Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000><FFFF>
endcodespacerange
${lists.join('\n')}
endcmap
CMapName currentdict/CMap defineresource pop
end
end`;
}
