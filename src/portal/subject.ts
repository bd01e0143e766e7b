import type { PortalPath } from './screens';

declare const registered: unique symbol;

/**
 * A kind of record the product writes about, said once by the domain whose record it is: `subjects.ts` of a domain exports one
 * `defineSubject` a kind, and the log, numbers, codes and names are read from there (`domains/subjects.ts` finds them all).
 */
interface Words {
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
  /** Its whole number, typed into the search, leads to `page`. Which columns of `table` hold its customer and amount, and tell it from what else is kept there. */
  found?: { customer?: true; amount?: string; where?: readonly [column: string, value: string] };
  /** Master data is numbered through: KH000001, in the column `code` of `table`. */
  codePrefix?: string;
}

/** Only what `defineSubject` gave: a type in quotes is none. */
export interface Subject extends Words {
  readonly [registered]: true;
}

export const defineSubject = <const W extends Words>(words: W): W & Subject => words as W & Subject;
