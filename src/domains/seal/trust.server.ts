import { database, type Tx } from '~/server/db.server';
import type { SentTrust } from '~/server/pdf/apart.server';
import { stampRoots } from '~/server/pdf/configuredStamps.server';

export interface Relied {
  /** DER of authorities. */
  roots: Uint8Array[];
  revoked: { serial: string; at: Date }[];
}
const sources = new Set<(tx: Tx) => Promise<Relied>>();

/** A domain that gives certificates says which authorities its files are verified against, of all companies of this installation. */
export const defineTrust = (source: (tx: Tx) => Promise<Relied>): void => void sources.add(source);

/** What a file from anywhere is verified against. */
export async function trustOfAll(): Promise<SentTrust> {
  const found = await database().inSystem((tx) => Promise.all([...sources].map((source) => source(tx))), { readOnly: true });
  return {
    roots: found.flatMap((one) => one.roots),
    stampRoots: stampRoots(),
    revoked: found.flatMap((one) => one.revoked.map(({ serial, at }) => [serial, at] as const)),
  };
}
