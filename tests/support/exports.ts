import { runExports } from '~/domains/batch/runExports.server';
import { database } from '~/server/db.server';
import { readSheet } from '~/server/sheet/read.server';
import { type Person, post, send } from './app';

const base = '/saas-boss/dataExport';
export const exportCall = (what: string, input: unknown, who: Person) => post(`${base}/${what}`, input, who);
export const startExport = (type: string, query: Record<string, string>, who: Person, more: Record<string, unknown> = {}) =>
  exportCall('start', { type, query, ...more }, who);
export const runAll = async () => {
  await runExports(database(), 'small');
  await runExports(database(), 'large');
};

/** The file as bytes; throws when there is none. */
export async function downloadOf(id: string, who: Person): Promise<{ name: string; bytes: Uint8Array; text: string }> {
  const answer = await send('GET', `${base}/download`, { id }, who);
  if (answer.headers.get('content-type')?.includes('json')) throw new Error(answer.message);
  const name = decodeURIComponent(answer.headers.get('content-disposition')?.split("''")[1] ?? '');
  return { name, bytes: answer.bytes, text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(answer.bytes) };
}

/** Asks, writes, downloads and reads it back: the titles and the rows as text. */
export async function exported(type: string, query: Record<string, string>, who: Person, more: Record<string, unknown> = {}) {
  const started = await startExport(type, query, who, more);
  if (started.code !== '0') throw new Error(started.message);
  await runAll();
  const { name, bytes } = await downloadOf(started.data.id, who);
  return { id: started.data.id as string, name, ...(await tableOf(name, bytes)) };
}

/** Read as an import would; the watermark line of a CSV is not a header. */
export async function tableOf(name: string, bytes: Uint8Array): Promise<{ header: string[]; rows: string[][] }> {
  const sheet = await readSheet({ name, bytes }, [], { rows: 200_000 });
  return { header: sheet.header, rows: sheet.rows.map((row) => sheet.header.map((title) => row.cells[title] ?? '')) };
}
