import readWorkbook, { readSheet } from 'read-excel-file/node';
import { cellText, NumberText } from './cells.mjs';
import { admitWorkbook } from './guard.mjs';
import { mayPad, zeroPaddedCells } from './padding.mjs';
import { refuseSheet } from './refused.mjs';

const FIRST_SHEET = 'xl/worksheets/sheet1.xml';
const STYLES = 'xl/styles.xml';
const options = { parseNumber: (raw) => new NumberText(raw), trim: false };

/** The sheets of a workbook as rows of text, the first one first; the others are only read when asked for. */
export async function xlsxSheets(name, bytes, limits) {
  const styles = (await admitWorkbook(name, bytes, limits, (entry) => entry === STYLES)).get(STYLES);
  const padded = mayPad(styles) ? zeroPaddedCells(styles, (await admitWorkbook(name, bytes, limits, (entry) => entry === FIRST_SHEET)).get(FIRST_SHEET)) : new Map();
  return {
    first: async () => asText(await readable(name, () => readSheet(bytes, 1, options)), padded),
    others: async () => (await readable(name, () => readWorkbook(bytes, options))).slice(1).map((sheet) => asText(sheet.data, new Map())),
  };
}

async function readable(name, read) {
  try {
    return await read();
  } catch (error) {
    return refuseSheet(`文件“${name}”的表格内容无法解析（${String(error.message).slice(0, 80)}），请在Excel或WPS中重新保存后再上传`);
  }
}

const asText = (rows, padded) => rows.map((cells, row) => cells.map((cell, column) => cellText(cell, padded.get(`${row + 1},${column + 1}`))));
