import { cellText, NumberText } from './cells.mjs';
import { admitWorkbook } from './guard.mjs';
import { cellHints, keepForHints } from './hints.mjs';
import { refuseSheet } from './refused.mjs';

const options = { parseNumber: (raw) => new NumberText(raw), trim: false };

/** Loaded only once the workbook is admitted: a bomb is refused sooner. */
const reader = () => import('read-excel-file/node');

/** The sheets of a workbook as rows of text, the first one first; the others are only read when asked for. */
export async function xlsxSheets(name, bytes, limits) {
  const hints = cellHints(await admitWorkbook(name, bytes, limits, keepForHints));
  return {
    first: async () => asText(await readable(name, async () => (await reader()).readSheet(bytes, 1, options)), hints),
    others: async () => (await readable(name, async () => (await reader()).default(bytes, options))).slice(1).map((sheet) => asText(sheet.data, new Map())),
  };
}

async function readable(name, read) {
  try {
    return await read();
  } catch {
    return refuseSheet(`文件“${name}”的表格内容无法解析，请在Excel或WPS中重新保存后再上传`);
  }
}

function asText(rows, hints) {
  const text = rows.map((cells) => cells.map((cell) => cellText(cell)));
  for (const [at, hint] of hints) {
    const [row, column] = at.split(',').map(Number);
    while (text.length < row) text.push([]);
    const cells = text[row - 1];
    while (cells.length < column) cells.push('');
    cells[column - 1] = hint.text ?? cells[column - 1].padStart(hint.width, '0');
  }
  return text;
}
