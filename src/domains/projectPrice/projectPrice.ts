import { displayQty } from '~/shared/money';
import { saidPrice } from '~/shared/said';
import { stateTable } from '~/shared/states';

export const sheetStates = { DRAFT: '草稿', PENDING_AUDIT: '待审批', REJECTED: '已驳回', ACTIVE: '生效中', DISABLED: '已停用' } as const;
export type SheetStatus = keyof typeof sheetStates;
/** As people see a sheet: one that holds also by its days. */
export const shownStates = { ...sheetStates, NOT_STARTED: '未开始', EXPIRED: '已过期' } as const;
export type SheetState = keyof typeof shownStates;
export const sheetTones = {
  DRAFT: 'neutral',
  PENDING_AUDIT: 'warn',
  REJECTED: 'danger',
  ACTIVE: 'ok',
  DISABLED: 'neutral',
  NOT_STARTED: 'info',
  EXPIRED: 'neutral',
} as const;

/** A change of a sheet that holds waits in a version of its own; the sheet stays ACTIVE meanwhile. */
export const sheetFlow = stateTable<SheetStatus>(sheetStates, {
  DRAFT: ['PENDING_AUDIT'],
  PENDING_AUDIT: ['ACTIVE', 'REJECTED', 'DRAFT'],
  REJECTED: ['PENDING_AUDIT'],
  ACTIVE: ['DISABLED'],
  DISABLED: [],
});

/** Written over as it stands. */
export const isDraft = (state: SheetState): boolean => state === 'DRAFT' || state === 'REJECTED';
/** Approved and not stopped, whatever its days: a change of it waits in a version of its own. */
export const isHolding = (state: SheetState): boolean => state === 'ACTIVE' || state === 'NOT_STARTED' || state === 'EXPIRED';
export const isEditable = (state: SheetState): boolean => isDraft(state) || isHolding(state);

export function sheetStateOn(row: { status: string; validFrom: string; validTo: string }, today: string): SheetState {
  if (row.status !== 'ACTIVE') return row.status as SheetState;
  if (today < row.validFrom) return 'NOT_STARTED';
  return today > row.validTo ? 'EXPIRED' : 'ACTIVE';
}

/** What a sheet says, as versions keep it. Lines are known by goods and unit. */
export interface SheetContent {
  validFrom: string;
  validTo: string;
  reason: string;
  lines: ContentLine[];
}
export interface ContentLine {
  skuId: string;
  unitId: string;
  /** Only for people. */
  skuCode: string;
  name: string;
  unitName: string;
  price: string;
  /** '' : as much as is ordered. */
  capQty: string;
  remark: string;
}
export interface SheetChange {
  label: string;
  before: string;
  after: string;
}

export const lineKey = (line: Pick<ContentLine, 'skuId' | 'unitId'>): string => `${line.skuId}/${line.unitId}`;
const priceWords = (line: ContentLine): string =>
  [`${saidPrice(line.price)}元/${line.unitName}`, line.capQty ? `上限${displayQty(line.capQty)}${line.unitName}` : '不限量', line.remark]
    .filter(Boolean)
    .join('，');

/** What became different, in words people read. */
export function changesOf(before: SheetContent | null, after: SheetContent): SheetChange[] {
  const changes: SheetChange[] = [];
  const add = (label: string, old: string, now: string) => old !== now && changes.push({ label, before: old, after: now });
  if (before) {
    add('生效日期', before.validFrom, after.validFrom);
    add('失效日期', before.validTo, after.validTo);
    add('说明', before.reason, after.reason);
  }
  const old = new Map(before?.lines.map((line) => [lineKey(line), line]));
  for (const line of after.lines) {
    const was = old.get(lineKey(line));
    add(`${line.skuCode} ${line.name}`, was ? priceWords(was) : '', priceWords(line));
    old.delete(lineKey(line));
  }
  for (const line of old.values()) add(`${line.skuCode} ${line.name}`, priceWords(line), '');
  return changes;
}
