/**
 * What the reader does not tell of a cell: leading zeros shown by number format alone ("000000" over 7 shows 000007), error values (#N/A),
 * and formulas saved without a result. Read as nothing they would change codes or empty cells silently.
 */
export function cellHints(files) {
  const sheet = files.get(firstSheetPath(files)) ?? '';
  const widths = paddedStyles(files.get(STYLES) ?? '');
  const hints = new Map();
  if (widths.size === 0 && !/\bt="e"|<f[\s>]/.test(sheet)) return hints;
  for (const [, attributes, content] of sheet.matchAll(/<c\s([^>]*[^/])>([\s\S]*?)<\/c>/g)) {
    const address = /\br="([A-Z]+)(\d+)"/.exec(attributes);
    const hint = hintOf(attributes, content, widths);
    if (address && hint) hints.set(`${address[2]},${columnNumber(address[1])}`, hint);
  }
  return hints;
}

const STYLES = 'xl/styles.xml';
const WORKBOOK = 'xl/workbook.xml';
const RELATIONS = 'xl/_rels/workbook.xml.rels';

/** Which unpacked files cellHints needs; worksheets come after the others. */
export const keepForHints = (name, files) =>
  [STYLES, WORKBOOK, RELATIONS].includes(name) || (name.startsWith('xl/worksheets/') && name === firstSheetPath(files));

function firstSheetPath(files) {
  const id = /<(?:\w+:)?sheet\s[^>]*\br:id="([^"]+)"/.exec(files.get(WORKBOOK) ?? '')?.[1];
  for (const [tag] of (files.get(RELATIONS) ?? '').matchAll(/<(?:\w+:)?Relationship\s[^>]*>/g)) {
    if (/\bId="([^"]+)"/.exec(tag)?.[1] !== id) continue;
    const target = /\bTarget="([^"]+)"/.exec(tag)?.[1] ?? '';
    return target.startsWith('/') ? target.slice(1) : `xl/${target}`;
  }
  return 'xl/worksheets/sheet1.xml';
}

function hintOf(attributes, content, widths) {
  const type = /\bt="(\w+)"/.exec(attributes)?.[1] ?? 'n';
  const value = /<v[^>]*>([^<]*)<\/v>/.exec(content)?.[1];
  if (type === 'e') return { text: value ?? '#VALUE!' };
  const formula = /<f[^>]*>([^<]*)<\/f>/.exec(content)?.[1];
  if (formula && value === undefined) return { text: `=${plain(formula)}` };
  const width = type === 'n' && value !== undefined ? widths.get(Number(/\bs="(\d+)"/.exec(attributes)?.[1] ?? -1)) : undefined;
  return width ? { width } : null;
}

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

const plain = (xml) => xml.replace(/&(lt|gt|quot|apos|amp);/g, (_, name) => ({ lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' })[name]);
const columnNumber = (letters) => [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
