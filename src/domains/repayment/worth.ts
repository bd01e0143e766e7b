import { type LprRate, lprOn, presentValue, yearlyPercent } from '~/domains/credit/lpr';
import type { Terms } from '~/domains/credit/terms';
import { divideHalfUp, parseYuan } from '~/shared/money';
import { dayNumber, demanded, interestDays } from './accrual';
import type { PlanRow } from './repayment';

/** A plan as two of them are compared: what it is worth today by the LPR, the interest it brings from today when paid by the day, and for how many days money is out. */
export interface Worth {
  value: bigint;
  interest: bigint;
  days: number;
}

export function worthOf(rows: readonly PlanRow[], { dayCount }: Pick<Terms, 'dayCount'>, today: string, rates: readonly LprRate[]): Worth {
  const now = dayNumber(today);
  const parts = rows.map(({ due, principal, interestPpm = 0 }) => {
    const [at, amount] = [dayNumber(due), parseYuan(principal)];
    const interest = at > now ? demanded(amount * BigInt(interestPpm) * BigInt(interestDays(dayCount, now, at))) : 0n;
    return { days: at - now, principal: amount, interest, amount: amount + interest };
  });
  const total = parts.reduce((sum, one) => sum + one.principal, 0n);
  const weighted = parts.reduce((sum, one) => sum + one.principal * BigInt(Math.max(one.days, 0)), 0n);
  return {
    value: presentValue(parts, lprOn(rates, today)?.ppm ?? 0),
    interest: parts.reduce((sum, one) => sum + one.interest, 0n),
    days: total > 0n ? Number(divideHalfUp(weighted, total)) : 0,
  };
}

export function discountWords(rates: readonly LprRate[], today: string): string {
  const lpr = lprOn(rates, today);
  return lpr ? `按一年期LPR ${yearlyPercent(lpr.ppm)}（${lpr.from}发布）折现到今天` : '';
}
