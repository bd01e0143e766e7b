/** Rules of batches: which is taken first, and how a quantity is shared out among them. Quantities are base units in ten-thousandths. */

export interface HeldBatch {
  batchNo: string;
  expiresOn: string | null;
  qty: bigint;
}
export interface BatchQty {
  batchNo: string;
  qty: bigint;
}
/** Soon: shown as 临期. */
export const SOON_DAYS = 30;
export const NO_BATCH = '未标批次';
export const batchName = (batchNo: string): string => batchNo || NO_BATCH;

export const batchLooks = { GOOD: '正常', SOON: '临期', EXPIRED: '已过期' } as const;
export type BatchLook = keyof typeof batchLooks;
export const batchTones = { GOOD: 'ok', SOON: 'warn', EXPIRED: 'danger' } as const;

/** `soon` is the last day that counts as 临期. Goods expire after their last day. */
export function lookOf(expiresOn: string | null, today: string, soon: string): BatchLook {
  if (expiresOn === null || expiresOn > soon) return 'GOOD';
  return expiresOn < today ? 'EXPIRED' : 'SOON';
}

/** Oldest first: goods without a batch are from before, then by the day they expire, then as they came (the order given). Expired goods go last. */
export function oldestFirst<Batch extends { batchNo: string; expiresOn: string | null }>(batches: readonly Batch[], today: string): Batch[] {
  const rank = (one: Batch): string => {
    if (one.expiresOn !== null && one.expiresOn < today) return '9';
    return one.batchNo === '' ? '0' : `1${one.expiresOn ?? '9999-99-99'}`;
  };
  return batches
    .map((batch, index) => ({ batch, index }))
    .sort((a, b) => (rank(a.batch) < rank(b.batch) ? -1 : rank(a.batch) > rank(b.batch) ? 1 : a.index - b.index))
    .map(({ batch }) => batch);
}

/** `wanted` from the batches in their order; answers what each gives and what none could. */
export function shareOut(batches: readonly { batchNo: string; qty: bigint }[], wanted: bigint): { parts: BatchQty[]; lacking: bigint } {
  const parts: BatchQty[] = [];
  let lacking = wanted;
  for (const { batchNo, qty } of batches) {
    if (lacking <= 0n) break;
    const given = qty < lacking ? qty : lacking;
    if (given <= 0n) continue;
    parts.push({ batchNo, qty: given });
    lacking -= given;
  }
  return { parts, lacking };
}
