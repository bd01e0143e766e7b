import { parentPort, workerData } from 'node:worker_threads';
import { findHeader, refuseNoHeader } from './header.mjs';
import { refuseSheet, SheetRefused } from './refused.mjs';
import { sniff } from './sniff.mjs';

/* Runs alone in a worker with capped memory: takes bytes, answers {header, headerRow, rows: [[rowNumber, ...cells]]} or {refused}. */
const { name, columns, limits } = workerData;
const bytes = Buffer.from(workerData.bytes.buffer, workerData.bytes.byteOffset, workerData.bytes.byteLength);

try {
  parentPort.postMessage(await read());
} catch (error) {
  if (!(error instanceof SheetRefused)) throw error;
  parentPort.postMessage({ refused: error.message });
}

async function read() {
  // Each kind loads its own parser: half of a refusal's time would be loading the other's.
  if (sniff(name, bytes) === 'csv') {
    const { csvRows } = await import('./csv.mjs');
    return table(csvRows(name, bytes, limits)) ?? refuseNoHeader(name, columns);
  }
  const { xlsxSheets } = await import('./xlsx.mjs');
  const sheets = await xlsxSheets(name, bytes, limits);
  const first = table(await sheets.first());
  if (first) return first;
  for (const rows of await sheets.others()) {
    const other = table(rows);
    if (other) return other;
  }
  return refuseNoHeader(name, columns);
}

function table(all) {
  const found = findHeader(name, all, columns);
  if (!found) return null;
  const rows = [];
  all.slice(found.index + 1).forEach((cells, at) => {
    const kept = found.titles.map((_, column) => cells[column] ?? '');
    if (kept.some((cell) => cell !== '')) rows.push([found.index + at + 2, ...kept]);
  });
  if (rows.length === 0) refuseSheet(`文件“${name}”表头下面没有数据行`);
  if (rows.length > limits.rows) refuseSheet(`文件“${name}”有${rows.length}行，文件超过${limits.rows}行，请拆分后分批上传`);
  return { header: found.titles, headerRow: found.index + 1, rows };
}
