import { addDays } from '~/shared/dates';
import { keysOf } from '~/shared/keysOf';

/** Where an account stands. `next`: what people and the nightly run may make of it. */
export const accountStates = {
  PENDING: { name: '待激活', next: ['ACTIVE', 'CLOSED'] },
  ACTIVE: { name: '正常', next: ['FROZEN', 'EXPIRED', 'CLOSED'] },
  FROZEN: { name: '冻结', next: ['ACTIVE', 'EXPIRED', 'CLOSED'] },
  EXPIRED: { name: '已失效', next: ['ACTIVE', 'FROZEN', 'CLOSED'] },
  CLOSED: { name: '已注销', next: [] },
} as const;
export type AccountStatus = keyof typeof accountStates;
export const accountStatuses = keysOf(accountStates);

export const accountStateNames = Object.fromEntries(Object.entries(accountStates).map(([key, { name }]) => [key, name])) as Record<AccountStatus, string>;

export const creditOrderStates = {
  HELD: '额度已占用',
  IN_USE: '用信中',
  SETTLED: '已结清',
  CANCELLED: '已取消',
  REJECTED: '已驳回',
  WRITTEN_OFF: '已核销',
} as const;
export type CreditOrderStatus = keyof typeof creditOrderStates;
export const creditOrderStatuses = keysOf(creditOrderStates);

export const lineKinds = { BASE: '基础额度', TEMP: '临时额度', ADJUST: '额度调整' } as const;
export type LineKind = keyof typeof lineKinds;

export const freezeSources = { MANUAL: '人工', OVERDUE: '逾期', RISK: '风控' } as const;
export type FreezeSource = keyof typeof freezeSources;

export const useSources = { ORDER: '订单', FORM: '用信单', OPENING: '期初导入' } as const;
export type UseSource = keyof typeof useSources;

export const useKinds = { COMMIT: '转用信', REVERSE: '冲销', RETURN: '退货' } as const;

export const journalEvents = {
  OPEN: '开立',
  LIMIT: '额度变动',
  HOLD: '占用',
  COMMIT: '转用信',
  RELEASE: '释放',
  EXPIRE: '超时释放',
  REVERSE: '发货冲销',
  RETURN: '退货恢复',
  REPAY: '还款恢复',
  REPAY_REVERSE: '还款冲销',
  FREEZE: '冻结',
  THAW: '解冻',
  RENEW: '有效期变动',
  CLOSE: '注销',
  GROUP: '集团变动',
} as const;
export type JournalEvent = keyof typeof journalEvents;

/** What came and what was taken back together, as statistics add it up. */
export const journalFlows = {
  USED: { name: '用信净额（减发货冲销）', events: ['COMMIT', 'REVERSE'] },
  REPAID: { name: '还款净额（减还款冲销）', events: ['REPAY', 'REPAY_REVERSE'] },
} as const satisfies Record<string, { name: string; events: readonly JournalEvent[] }>;
export type JournalFlow = keyof typeof journalFlows;
export const journalKinds = {
  ...journalEvents,
  ...(Object.fromEntries(Object.entries(journalFlows).map(([key, { name }]) => [key, name])) as Record<JournalFlow, string>),
};
/** The events a choice of `journalKinds` stands for. */
export const eventsOf = (kind: JournalEvent | JournalFlow): readonly JournalEvent[] =>
  Object.hasOwn(journalFlows, kind) ? journalFlows[kind as JournalFlow].events : [kind as JournalEvent];

/** A part of the limit, as `credit_line` keeps it; 分, days as yyyy-MM-dd. */
export interface Line {
  kind: LineKind;
  /** null: unlimited, of base lines only. */
  amount: bigint | null;
  validFrom: string;
  validTo: string | null;
}
export interface Effective {
  base: bigint | null;
  limit: bigint | null;
  /** The first day after `day` on which a line begins or is over; null: never. */
  changesOn: string | null;
}

/** What lines that have not been ended come to on a day. A limit never falls below nothing. */
export function effectiveOn(lines: readonly Line[], day: string): Effective {
  const valid = lines.filter((line) => line.validFrom <= day && (line.validTo === null || line.validTo >= day));
  const bases = valid.filter((line) => line.kind === 'BASE');
  const unlimited = bases.some((line) => line.amount === null);
  const sum = (some: readonly Line[]) => some.reduce((all, line) => all + (line.amount ?? 0n), 0n);
  const total = sum(valid);
  const changes = lines
    .flatMap((line) => [line.validFrom, ...(line.validTo === null ? [] : [addDays(line.validTo, 1)])])
    .filter((on) => on > day)
    .sort();
  return { base: unlimited ? null : sum(bases), limit: unlimited ? null : total > 0n ? total : 0n, changesOn: changes[0] ?? null };
}
