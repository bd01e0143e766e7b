/** `<row r="12">` and `<c r="AB12">`, whatever else they carry and with or without a namespace. */
const TAGS = /<(?:\w+:)?(row|c)(?=[\s/>])(?:[^>]*?\sr="([A-Z]*)(\d+)")?/g;
/** Part of a tag that a chunk may end in; longer ones are no rows or cells. */
const LONGEST_TAG = 2000;

/**
 * Counts rows and cells of a worksheet while it unpacks, before anything is built from them. Gives for each chunk why the sheet is too much, or ''.
 * A lone cell far out counts as all the rows above it, since a reader fills them in.
 */
export function cellCounter({ sheetRows, cells, columns }) {
  let [rows, filled, rest] = [0, 0, ''];
  return (chunk) => {
    const text = rest + chunk.toString('latin1');
    const end = text.lastIndexOf('>') + 1;
    rest = text.slice(Math.max(end, text.length - LONGEST_TAG));
    for (const [, kind, column, row] of text.slice(0, end).matchAll(TAGS)) {
      if (kind === 'row') rows += 1;
      else filled += 1;
      const last = Math.max(rows, Number(row ?? 0));
      if (last > sheetRows) return `有${last}行或更多（含空行），超过上限${sheetRows}行，可能含有大量空白格式行，请把有内容的行复制到新表格后再上传`;
      if (column && columnNumber(column) > columns) return `的列数超过上限${columns}列，请删除多余的列后再上传`;
    }
    return filled > cells ? `的单元格超过上限${cells}个，请拆分后分批上传` : '';
  };
}

const columnNumber = (letters) => [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
