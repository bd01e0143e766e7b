import { parentPort, workerData } from 'node:worker_threads';
import writeWorkbook from 'write-excel-file/node';

/* Runs in a worker: takes batches of rows, then {end}; answers the bytes of the workbook. */
const { columns, sheetName, extraSheets } = workerData;
const FILL = '#EEF2F7';
const REQUIRED = '#B42318';

const head = columns.map((column) => ({
  value: escaped(column.title),
  type: String,
  format: '@',
  fontWeight: 'bold',
  backgroundColor: FILL,
  ...(column.required ? { textColor: REQUIRED } : {}),
}));
const data = [head];

parentPort.on('message', async (message) => {
  if (message.rows) for (const cells of message.rows) data.push(columns.map((column, index) => cellOf(column, cells[index])));
  if (message.blankRows) for (let row = 0; row < message.blankRows; row++) data.push(columns.map(() => ({ type: String, format: '@' })));
  if (!message.end) return;
  const main = { data, sheet: sheetName, stickyRowsCount: 1, columns: columns.map((column) => ({ width: widthOf(column) })) };
  const extra = extraSheets.map(({ name, rows, widths }) => ({
    data: rows.map((cells, row) =>
      cells.map((value) => ({
        value: String(value),
        type: String,
        format: '@',
        wrap: true,
        ...(row === 0 ? { fontWeight: 'bold', backgroundColor: FILL } : {}),
      })),
    ),
    sheet: name,
    columns: widths.map((width) => ({ width })),
  }));
  const bytes = await writeWorkbook([main, ...extra]).toBuffer();
  parentPort.postMessage(bytes);
});

/** A number a double holds exactly becomes a number, everything else text. */
function cellOf(column, text) {
  if (text === '' || text === null || text === undefined) return null;
  if (column.numeric && /^-?\d+(\.\d+)?$/.test(text) && text.replace(/^-?0*\.?0*|\D/g, '').length <= 15)
    return { value: Number(text), type: Number, ...(column.format ? { format: column.format } : {}) };
  return { value: escaped(text), type: String, format: '@' };
}

/** What a spreadsheet would take for a formula is marked as text, also behind spaces or full-width. */
function escaped(text) {
  // write-excel-file 4.1.1 keeps its strings in a plain object and loses these few; our reader takes the invisible space off again.
  if (text in Object.prototype) return `${text}\u200b`;
  const safe = /^'*[\s\u00a0\u3000]*[=+\-@\uff1d\uff0b\uff0d\uff20]/.test(text) || /^[\t\r]/.test(text) ? `'${text}` : text;
  // Control characters XML cannot hold are left out; write-excel-file leaves out U+FFFD, the sign of an unreadable character, as well.
  return safe.length > 32_767 ? safe.slice(0, 32_767) : safe.replace(/[^\P{Cc}\t\n\r]/gu, '');
}

const widthOf = (column) => column.width ?? Math.min(Math.max([...column.title].length * 2 + 4, 12), 40);
