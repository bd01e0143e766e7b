import { parse } from 'csv-parse/sync';
import { cleanText } from './cells.mjs';
import { refuseSheet } from './refused.mjs';
import { isUtf16 } from './sniff.mjs';

/** Rows of cleaned text; blank rows stay so that row numbers are those the person sees. */
export function csvRows(name, bytes, limits) {
  refuseLong(name, bytes, limits);
  const text = decoded(name, bytes);
  try {
    return parse(text, { delimiter: delimiterOf(text), relax_column_count: true, relax_quotes: true, skip_empty_lines: false, max_record_size: 200_000 }).map(
      (cells) => cells.map(cleanText),
    );
  } catch (error) {
    const line = Number(error.lines);
    return refuseSheet(`文件“${name}”${Number.isInteger(line) ? `第${line}行` : ''}的引号不成对，无法分列，请在Excel或WPS中另存为 .xlsx 再上传`);
  }
}

/** Blank lines count too: each becomes a row in memory. */
function refuseLong(name, bytes, limits) {
  let lines = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines += 1;
  if (lines > limits.sheetRows) refuseSheet(`文件“${name}”有${lines}行（含空行），超过上限${limits.sheetRows}行，请删除空行或拆分后分批上传`);
}

/** Byte order mark, then strict UTF-8, then GB18030 (which holds GBK and GB2312). */
function decoded(name, bytes) {
  if (isUtf16(bytes)) return new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes);
  for (const encoding of ['utf-8', 'gb18030']) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {}
  }
  return refuseSheet(`文件“${name}”的文字编码无法识别，请另存为UTF-8编码的 .csv 或 .xlsx 再上传`);
}

function delimiterOf(text) {
  const lines = text.slice(0, 20_000).split(/\r?\n/).slice(0, 10).join('\n');
  const counted = [',', '\t', ';'].map((mark) => ({ mark, times: lines.split(mark).length }));
  return counted.reduce((best, one) => (one.times > best.times ? one : best)).mark;
}
