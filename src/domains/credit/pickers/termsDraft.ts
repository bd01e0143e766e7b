import { defaultTerms, type Terms } from '../terms';

/** An agreement as forms hold it: figures are what was typed, rates in percent a day. */
export interface TermsDraft {
  way: string;
  days: string;
  billDay: string;
  instalments: string;
  shift: string;
  graceDays: string;
  graceMode: string;
  penaltyRate: string;
  interestRate: string;
  /** What the form does not ask for. */
  rest: Pick<Terms, 'dayCount' | 'allocation' | 'allocationWay'>;
}

const percentOf = (ppm: number): string => String(ppm / 10_000);
const ppmOf = (percent: string): number => Math.round(Number(percent || '0') * 10_000);

export function termsDraft(stored: Partial<Terms> | null | undefined): TermsDraft {
  const terms = { ...defaultTerms, ...stored };
  return {
    way: terms.way,
    days: String(terms.days),
    billDay: String(terms.billDay),
    instalments: String(terms.instalments),
    shift: terms.shift,
    graceDays: String(terms.graceDays),
    graceMode: terms.graceMode,
    penaltyRate: percentOf(terms.penaltyPpm),
    interestRate: percentOf(terms.interestPpm),
    rest: { dayCount: terms.dayCount, allocation: terms.allocation, allocationWay: terms.allocationWay },
  };
}

export const termsFrom = (draft: TermsDraft): Terms => ({
  way: draft.way as Terms['way'],
  days: Number(draft.days || '0'),
  billDay: Number(draft.billDay || '25'),
  instalments: Number(draft.instalments || '1'),
  shift: draft.shift as Terms['shift'],
  graceDays: Number(draft.graceDays || '0'),
  graceMode: draft.graceMode as Terms['graceMode'],
  penaltyPpm: ppmOf(draft.penaltyRate),
  interestPpm: ppmOf(draft.interestRate),
  ...draft.rest,
});
