import { toast } from './toast';

/** What became of each of several documents: how many went well, and why the others did not. */
export function toastResults(results: readonly { ok: boolean; message: string }[]): void {
  const failed = results.filter((row) => !row.ok);
  toast([`成功${results.length - failed.length}张`, ...failed.map((row) => row.message)].join('\n'), failed.length ? 'warn' : 'ok');
}
