import { call, newKey } from '~/shell/call';
import type { PaperKind } from '~/ui/print/Paper';
import { printCounts, printRecord } from '../calls';
import type { Printed } from '../export/printed.schema';

export const COPIES = '白联：存根　红联：客户　黄联：财务';
const AT_ONCE = 5;

/** How many of the documents were printed before, as a sentence; '' when none was. */
export async function printHistory(docType: Printed['docType'], ids: readonly string[]): Promise<string> {
  const { counts } = await call(printCounts, { docType, ids: [...ids] });
  const times = Object.values(counts);
  if (!times.length) return '';
  return ids.length === 1 ? `已打印过${times[0]}次` : `其中${times.length}张已打印过，最多的打印了${Math.max(...times)}次`;
}

/** Fetches the documents, a few at a time and in order, and writes down that they are printed. */
export async function loadToPrint<Doc>(
  docType: Printed['docType'],
  ids: readonly string[],
  paper: PaperKind,
  load: (id: string) => Promise<Doc>,
): Promise<Doc[]> {
  const docs: Doc[] = [];
  for (let at = 0; at < ids.length; at += AT_ONCE) docs.push(...(await Promise.all(ids.slice(at, at + AT_ONCE).map(load))));
  await call(printRecord, { docType, ids: [...ids], paper }, { key: newKey() });
  return docs;
}
