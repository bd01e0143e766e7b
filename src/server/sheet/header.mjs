import { refuseSheet } from './refused.mjs';

const SEARCHED_ROWS = 10;
const quoted = (titles) => titles.map((title) => `“${title}”`).join('、');

/** Titles compare without spaces, required marks, width and kind of brackets: "标准价（元） *" is "标准价(元)". */
export function plainTitle(title) {
  return String(title)
    .replace(/[\uff01-\uff5e]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0))
    .replace(/[【[〔]/g, '(')
    .replace(/[】\]〕]/g, ')')
    .replace(/[\s\u00a0\u3000\u200b-\u200f\u2060\ufeff]/g, '')
    .replace(/^\*+|\*+$/g, '')
    .replace(/\((必填|选填|必填项|可选)\)$/, '')
    .toLowerCase();
}
const withoutUnit = (title) => title.replace(/\([^()]*\)$/, '');

/**
 * Finds the header among the first rows: the one with the most expected titles. `columns` is [{title, aliases, required}];
 * without columns it is the first row with two filled cells. Gives the row index and one title a cell.
 */
export function findHeader(name, rows, columns) {
  if (columns.length === 0) return firstFilled(rows);
  const known = titlesOf(columns);
  let best = { index: -1, matched: 0, titles: [] };
  rows.slice(0, SEARCHED_ROWS).forEach((cells, index) => {
    const titles = withoutSpares(
      cells,
      cells.map((cell) => known.get(plainTitle(cell)) ?? known.get(withoutUnit(plainTitle(cell))) ?? null),
    );
    const matched = new Set(titles.filter(Boolean)).size;
    if (matched > best.matched) best = { index, matched, titles };
  });
  const enough = Math.min(2, columns.length);
  if (best.matched < enough) return null;
  refuseRepeated(name, best.titles);
  const missing = columns.filter((column) => column.required && !best.titles.includes(column.title)).map((column) => column.title);
  if (missing.length > 0) refuseSheet(`文件“${name}”表头缺少${quoted(missing)}（表头在第${best.index + 1}行）`);
  return { index: best.index, titles: unique(best.titles.map((title, column) => title ?? ownTitle(rows[best.index][column], column))) };
}

/** A column found by its own title needs no other one that only an alias names: “SKU编码” beside “商品编码”. */
function withoutSpares(cells, titles) {
  const isOwn = (at) => plainTitle(cells[at]) === plainTitle(titles[at]);
  const named = new Set(titles.filter((title, at) => title && isOwn(at)));
  return titles.map((title, at) => (named.has(title) && !isOwn(at) ? null : title));
}

export function refuseNoHeader(name, columns) {
  const wanted = columns.filter((column) => column.required);
  refuseSheet(`文件“${name}”前${SEARCHED_ROWS}行没有找到表头，表头缺少${quoted((wanted.length > 0 ? wanted : columns).map((column) => column.title))}`);
}

function titlesOf(columns) {
  const known = new Map();
  for (const column of columns) known.set(withoutUnit(plainTitle(column.title)), column.title);
  for (const column of columns) for (const title of [...(column.aliases ?? []), column.title]) known.set(plainTitle(title), column.title);
  return known;
}

function firstFilled(rows) {
  const index = rows.slice(0, SEARCHED_ROWS).findIndex((cells) => cells.filter(Boolean).length >= 2);
  return index < 0 ? null : { index, titles: unique(rows[index].map(ownTitle)) };
}

function refuseRepeated(name, titles) {
  const at = titles.findIndex((title, index) => title && titles.indexOf(title) !== index);
  if (at >= 0) refuseSheet(`文件“${name}”表头“${titles[at]}”重复（${letter(titles.indexOf(titles[at]))}列和${letter(at)}列），请只保留一列`);
}

const ownTitle = (cell, column) => cell || `${letter(column)}列`;

/** Columns nobody asked for may share a title; they keep their cells under a numbered one. */
function unique(titles) {
  const seen = new Map();
  return titles.map((title) => {
    const times = (seen.get(title) ?? 0) + 1;
    seen.set(title, times);
    return times === 1 ? title : `${title}（${times}）`;
  });
}

function letter(column) {
  const rest = Math.floor(column / 26);
  return (rest > 0 ? letter(rest - 1) : '') + String.fromCharCode(65 + (column % 26));
}
