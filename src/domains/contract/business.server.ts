import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { refuse } from '~/shared/refusal';
import type { ContractKind } from './contract';
import { contractKinds } from './contract';

/** What a contract may say of a business document: its figures as they are now, by the labels of `variables.ts`. */
export interface Snapshot {
  no: string;
  title: string;
  customerId: string;
  amount: bigint | null;
  validFrom?: string | null;
  validTo?: string | null;
  values: Readonly<Record<string, string>>;
  tables: Readonly<Record<string, readonly (readonly string[])[]>>;
}
export interface Signed {
  id: string;
  no: string;
  title: string;
  kind: string;
  customerId: string;
  bizId: string;
  address: string;
  amount: bigint | null;
  /** What was typed for the template's own fields, by label. */
  own: Readonly<Record<string, string>>;
}

/**
 * Documents contracts are made from, said once a kind of contract: what is read of one, which ones are offered, and what happens to it. The hooks
 * run in the transaction of the click; `me` acts for the factory there, whoever signed. What they throw, the signature takes back with it.
 */
export interface ContractBusiness {
  kind: ContractKind;
  /** Subject type of the documents. */
  type: string;
  snapshot(tx: Tx, me: Me, id: string): Promise<Snapshot>;
  options(tx: Tx, me: Me, query: { word: string; customerId: string }): Promise<{ id: string; no: string; note: string }[]>;
  /** What it says is of the day it was drawn up, and is signed as that: a debt goes on being paid. */
  ofItsDay?: true;
  /** Refuses what must not be signed any more: asked when it is submitted and before every signature. */
  mustStand?(tx: Tx, me: Me, contract: Signed): Promise<void>;
  /** After the last signature. */
  signed?(tx: Tx, me: Me, contract: Signed, now: Date): Promise<void>;
  /** Revoked, refused or expired before everybody signed. */
  ended?(tx: Tx, me: Me, contract: Signed, why: { status: string; reason: string }, now: Date): Promise<void>;
  /** A signed one was rescinded by both; what only waits for a contract asks `rescindedAbout` instead. */
  rescinded?(tx: Tx, me: Me, contract: Signed, now: Date): Promise<void>;
}

const shared = globalThis as { portalContractBusinesses?: Map<string, ContractBusiness> };
shared.portalContractBusinesses ??= new Map();
const businesses = shared.portalContractBusinesses;

export const defineContractBusiness = (business: ContractBusiness): void => void businesses.set(`${business.kind}/${business.type}`, business);

export const businessesOf = (kind: string): ContractBusiness[] => [...businesses.values()].filter((one) => one.kind === kind);
export const businessOf = (kind: string, type: string | null): ContractBusiness | undefined => businesses.get(`${kind}/${type ?? ''}`);

export function businessNamed(kind: ContractKind, type: string): ContractBusiness {
  return businessOf(kind, type) ?? refuse('CONTRACT_RULE', `${contractKinds[kind]}不能由这种单据发起，请从单据页面发起或不关联单据`);
}
