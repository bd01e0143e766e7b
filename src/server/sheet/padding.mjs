/**
 * Cells that show leading zeros by number format alone ("000000" over 7 shows 000007), which the reader does not tell.
 * Gives "row,column" (from 1) to the width shown; empty for nearly every file, and then the sheet is not looked at.
 */
export function zeroPaddedCells(stylesXml, sheetXml) {
  const widths = paddedStyles(stylesXml ?? '');
  const cells = new Map();
  if (widths.size === 0) return cells;
  for (const [, attributes] of (sheetXml ?? '').matchAll(/<c\s([^>]*[^/])>/g)) {
    const width = widths.get(Number(/\bs="(\d+)"/.exec(attributes)?.[1] ?? -1));
    const type = /\bt="(\w+)"/.exec(attributes)?.[1] ?? 'n';
    const address = /\br="([A-Z]+)(\d+)"/.exec(attributes);
    if (width && type === 'n' && address) cells.set(`${address[2]},${columnNumber(address[1])}`, width);
  }
  return cells;
}

export const mayPad = (stylesXml) => /formatCode="0{2,}(;[^"]*)?"/.test(stylesXml ?? '');

/** Index of a cell style to the zeros its format demands. */
function paddedStyles(xml) {
  const formats = new Map();
  for (const [tag] of xml.matchAll(/<numFmt\s[^>]*>/g)) {
    const zeros = /formatCode="(0{2,})(;[^"]*)?"/.exec(tag)?.[1];
    const id = /numFmtId="(\d+)"/.exec(tag)?.[1];
    if (zeros && id) formats.set(id, zeros.length);
  }
  const styles = new Map();
  const cellXfs = /<cellXfs[\s\S]*?<\/cellXfs>/.exec(xml)?.[0] ?? '';
  [...cellXfs.matchAll(/<xf\s[^>]*>/g)].forEach(([tag], index) => {
    const width = formats.get(/numFmtId="(\d+)"/.exec(tag)?.[1]);
    if (width) styles.set(index, width);
  });
  return styles;
}

const columnNumber = (letters) => [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
