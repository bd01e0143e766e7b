import type { Me } from '~/portal/me';
import type { Tx } from './db.server';

/** A figure that differs from what its ledger says. Amounts and quantities as people read them. */
export interface Difference {
  /** The record the figure stands on, where there is one. */
  id?: string;
  name: string;
  figure: string;
  balance: string;
  proof: string;
}
/**
 * What the night recomputes from its ledger, said once by the domain whose figures they are, where it registers its calls. A proof compares and
 * tells; it never mends.
 */
export interface Proof {
  key: string;
  /** 库存: what people call the book. */
  book: string;
  /** What is compared with what. */
  title: string;
  /** Whoever holds it and sees the whole of the tenant reads the differences. */
  see: string;
  /** Which data scope keeps a person from seeing the whole. */
  of: 'customers' | 'warehouses';
  /** Subject type of the records, for links. */
  subject?: string;
  run(tx: Tx, me: Pick<Me, 'tenantId'>): Promise<{ compared: number; differences: readonly Difference[] }>;
}

const shared = globalThis as { portalProofs?: Map<string, Proof> };
shared.portalProofs ??= new Map();
const proofs = shared.portalProofs;

export const defineProof = (proof: Proof): void => void proofs.set(proof.key, proof);
export const definedProofs = (): readonly Proof[] => [...proofs.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
