import type { MatchWay } from './plan';

export interface Line {
  id: string;
  customerId: string;
  amount: bigint;
  /** What the payer wrote, and when it came: the earlier line takes first. */
  summary: string;
  at: number;
}
export interface Debt {
  id: string;
  no: string;
  /** Other numbers people write: of the order, delivery or contract. */
  numbers: readonly string[];
  dueDate: string;
  /** What may be matched: open and not disputed. */
  open: bigint;
}
export interface Matched {
  lineId: string;
  way: MatchWay;
  score: number;
  parts: { id: string; no: string; open: bigint; apply: bigint }[];
  rest: bigint;
}

const scores: Record<MatchWay, number> = { NO: 100, EXACT: 95, SUM: 92, OLDEST: 75, PREPAID: 70 };
/** A shorter number is too likely to stand in a summary by chance. */
export const SHORTEST_NO = 6;
/** Sums of more debts than this are not tried: the earliest due first is as good then. */
const MOST_IN_SUM = 60;

/**
 * Matches the lines of one customer with its debts, each debt no further than it is open: a number in the summary, one debt of exactly that amount,
 * the earliest due that are together exactly that amount, else the earliest due first; what nothing takes is prepaid.
 * Lines can take no more than they bring: the earliest due debts up to the sum of the lines (by due date, then number), those of a line's amount and
 * those whose number a summary contains give the same answer as all debts.
 */
export function matchLines(lines: readonly Line[], debts: readonly Debt[]): Matched[] {
  const left = debts.filter((debt) => debt.open > 0n).map((debt) => ({ ...debt }));
  left.sort((a, b) => (a.dueDate === b.dueDate ? (a.no < b.no ? -1 : 1) : a.dueDate < b.dueDate ? -1 : 1));
  const ordered = [...lines].sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
  // What is named or exact takes first, so that a sum that fits nothing does not eat the debt another line was meant for.
  const found = new Map<string, Matched>();
  for (const find of [named, exact, summed, oldest])
    for (const line of ordered) {
      if (found.has(line.id)) continue;
      const match = find(line, left);
      if (match) found.set(line.id, take(line, match.way, match.debts));
    }
  return ordered.map((line) => found.get(line.id) ?? { lineId: line.id, way: 'PREPAID', score: scores.PREPAID, parts: [], rest: line.amount });
}

type Found = { way: MatchWay; debts: Debt[] } | null;
const openOnly = (debts: readonly Debt[]): Debt[] => debts.filter((debt) => debt.open > 0n);

function named(line: Line, left: readonly Debt[]): Found {
  if (line.summary.length < SHORTEST_NO) return null;
  const said = line.summary.toUpperCase();
  const debts = openOnly(left).filter((debt) => [debt.no, ...debt.numbers].some((no) => no.length >= SHORTEST_NO && said.includes(no.toUpperCase())));
  return debts.length ? { way: 'NO', debts } : null;
}

function exact(line: Line, left: readonly Debt[]): Found {
  const debt = left.find((one) => one.open === line.amount);
  return debt ? { way: 'EXACT', debts: [debt] } : null;
}

function summed(line: Line, left: readonly Debt[]): Found {
  let sum = 0n;
  const debts: Debt[] = [];
  for (const debt of openOnly(left).slice(0, MOST_IN_SUM)) {
    sum += debt.open;
    debts.push(debt);
    if (sum === line.amount) return { way: 'SUM', debts };
    if (sum > line.amount) return null;
  }
  return null;
}

function oldest(_line: Line, left: readonly Debt[]): Found {
  const debts = openOnly(left);
  return debts.length ? { way: 'OLDEST', debts } : null;
}

function take(line: Line, way: MatchWay, debts: readonly Debt[]): Matched {
  let rest = line.amount;
  const parts: Matched['parts'] = [];
  for (const debt of debts) {
    const apply = debt.open < rest ? debt.open : rest;
    if (apply <= 0n) break;
    parts.push({ id: debt.id, no: debt.no, open: debt.open, apply });
    debt.open -= apply;
    rest -= apply;
  }
  return { lineId: line.id, way, score: scores[way], parts, rest };
}
