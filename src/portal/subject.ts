import type { PortalPath } from './screens';

/**
 * A kind of record the product writes about, said once by the domain whose record it is: `subjects.ts` of a domain exports one
 * `defineSubject` a kind, and the log, numbers, codes and names are read from there (`domains/subjects.ts` finds them all).
 */
export interface Subject {
  /** As the log, attachments, tasks and messages keep it: never changed once used. */
  type: string;
  name: string;
  /** The page that shows one record, by its `id`. */
  page?: PortalPath;
  table?: string;
  /** Which log entries people meet who see a part of the rows: those of records of `table` they see, all, or those they made themselves. */
  log: 'record' | 'everybody' | 'author';
  /** Documents are numbered by day: DD20261121000001. `crowded` are taken by many people at once, and nobody minds gaps in them. */
  number?: { prefix: string; crowded?: boolean };
  /** Master data is numbered through: KH000001, in the column `code` of `table`. */
  codePrefix?: string;
}

export const defineSubject = <const S extends Subject>(subject: S): S => subject;
