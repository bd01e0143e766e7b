import { saidYuan } from '~/shared/said';

/** What a limit might be, from the customer's own figures; every step is told. Amounts in 分, percents whole. */

export interface SuggestRules {
  levels: readonly { levelId: string; base: bigint; most: bigint | null }[];
  /** So many months' purchases make the upper end; the lower is `lowPct` of it. */
  months: number;
  lowPct: number;
  /** Who never paid late in the last year and has bought longer than `loyalDays` gets so many percent more. */
  bonusPct: number;
  loyalDays: number;
  /** For each started 10 days of the worst delay in the last year, so many percent less. */
  latePct: number;
  /** Overdue now by more than so many days: nothing. */
  stopDays: number;
}
export interface Figures {
  levelId: string;
  levelName: string;
  purchases: bigint;
  cooperationDays: number;
  overdueAmount: bigint;
  overdueDays: number;
  worstOverdueDays: number;
}
export interface Suggested {
  lo: bigint;
  hi: bigint;
  reasons: string[];
}

/** Thousands of 元: nobody grants 12,345.67. */
const STEP = 100_000n;
const rounded = (fen: bigint): bigint => (fen / STEP) * STEP;

export function suggest(rules: SuggestRules, figures: Figures): Suggested {
  const reasons: string[] = [];
  if (figures.overdueDays > rules.stopDays)
    return { lo: 0n, hi: 0n, reasons: [`现有逾期${figures.overdueDays}天（${saidYuan(figures.overdueAmount)}元），超过${rules.stopDays}天，不建议授信`] };
  const level = rules.levels.find(({ levelId }) => levelId === figures.levelId);
  const months = (figures.purchases / 12n) * BigInt(rules.months);
  const base = level?.base ?? 0n;
  reasons.push(`近一年采购${saidYuan(figures.purchases)}元，按${rules.months}个月平均采购额计${saidYuan(months)}元`);
  let hi = months;
  if (base > months) {
    hi = base;
    reasons.push(`客户等级“${figures.levelName}”的默认额度为${saidYuan(base)}元，取较高者`);
  }
  const pct = factorOf(rules, figures, reasons);
  hi = rounded((hi * BigInt(pct)) / 100n);
  if (figures.overdueAmount > 0n) {
    hi = rounded(hi > figures.overdueAmount ? hi - figures.overdueAmount : 0n);
    reasons.push(`扣除现有逾期${saidYuan(figures.overdueAmount)}元`);
  }
  if (level?.most != null && hi > level.most) {
    hi = level.most;
    reasons.push(`不超过客户等级“${figures.levelName}”的上限${saidYuan(level.most)}元`);
  }
  return { lo: rounded((hi * BigInt(rules.lowPct)) / 100n), hi, reasons };
}

function factorOf(rules: SuggestRules, { worstOverdueDays: worst, cooperationDays }: Figures, reasons: string[]): number {
  if (worst > 0) {
    const less = Math.min(100, Math.ceil(worst / 10) * rules.latePct);
    reasons.push(`近一年最长逾期${worst}天，下调${less}%`);
    return 100 - less;
  }
  if (rules.bonusPct === 0 || cooperationDays < rules.loyalDays) return 100;
  reasons.push(`近一年没有逾期且合作满${rules.loyalDays}天，上调${rules.bonusPct}%`);
  return 100 + rules.bonusPct;
}
