import type { AdjustRow } from '../adjust.schema';

/** 2026-11-01 → 2026-12-01, or from one kind of payment to another. */
export function whatOf(row: Pick<AdjustRow, 'kind' | 'dueFrom' | 'dueTo' | 'natureFrom' | 'natureTo'>): string {
  if (row.kind === 'RESCHEDULE') return `到期日 ${row.dueFrom} → ${row.dueTo}`;
  if (row.kind === 'RECLASS') return `${row.natureFrom} → ${row.natureTo}`;
  return row.kind === 'RESTORE' ? '恢复应收' : '减少应收';
}
