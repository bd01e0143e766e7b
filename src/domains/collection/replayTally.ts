import { daysBetween } from '~/shared/dates';
import { saidYuan } from '~/shared/said';
import { sumsOf, type Versioned } from './assess';
import { type Past, replayOne, type WouldSend } from './replay';
import type { Debt } from './rhythm';
import { type channels, matches, type Strategy } from './strategy';

const SAMPLE = 30;
const EXAMPLES = 5;
/** A payment so soon after a reminder was on its way already. */
const CROSSED_DAYS = 1;

export interface Debtor {
  id: string;
  name: string;
  levelId: string | null;
  region: string;
  tags: string[];
}

/** Counts what would have been sent, and what of it would have gone wrong. */
export class Tally {
  private sent = 0;
  private reached = new Set<string>();
  private byStep = new Map<number, { count: number; customers: Set<string> }>();
  private byMonth = new Map<string, number>();
  private byDay = new Map<string, number>();
  private sample: { customerName: string; day: string; step: number; channel: keyof typeof channels; open: bigint }[] = [];
  private conflicts = { crossed: [] as string[], doubled: [] as string[] };
  private counts = { crossed: 0, doubled: 0 };
  private overruled = new Set<string>();
  private overruledBy: string[] = [];
  /** `others`: strategies in force that are asked before this one. */
  constructor(
    private strategy: Strategy,
    private others: readonly Versioned[] = [],
  ) {}

  add(customer: Debtor, past: Past | undefined, start: string, end: string): void {
    if (!past) return;
    const figures = (debts: readonly Debt[], day: string) => {
      const { overdue, oldest } = sumsOf(debts, day);
      return { levelId: customer.levelId, region: customer.region, tags: customer.tags, overdue, days: oldest ? daysBetween(oldest, day) : 0 };
    };
    const before = (debts: readonly Debt[], day: string) => this.others.find(({ strategy }) => matches(strategy.match, figures(debts, day)));
    const applies = (debts: readonly Debt[], day: string): boolean => {
      if (!matches(this.strategy.match, figures(debts, day))) return false;
      const other = before(debts, day);
      if (other && !this.overruled.has(customer.id)) {
        this.overruled.add(customer.id);
        if (this.overruled.size <= EXAMPLES) this.overruledBy.push(`${customer.name}：由“${other.name}”催收`);
      }
      return !other;
    };
    for (const one of replayOne(past, this.strategy, start, end, applies)) this.take(customer, past, one);
  }

  private take(customer: Debtor, past: Past, { day, step, open }: WouldSend): void {
    const channel = (this.strategy.steps[step - 1] as Strategy['steps'][number]).channel;
    this.sent++;
    this.reached.add(customer.id);
    const own = this.byStep.get(step) ?? { count: 0, customers: new Set() };
    own.count++;
    own.customers.add(customer.id);
    this.byStep.set(step, own);
    this.byMonth.set(day.slice(0, 7), (this.byMonth.get(day.slice(0, 7)) ?? 0) + 1);
    this.byDay.set(day, (this.byDay.get(day) ?? 0) + 1);
    if (this.sample.length < SAMPLE) this.sample.push({ customerName: customer.name, day, step, channel, open });
    const crossed = past.debts.flatMap(({ paid }) => paid).find((one) => one.amount > 0n && one.day >= day && daysBetween(day, one.day) <= CROSSED_DAYS);
    if (crossed) this.conflict('crossed', `${customer.name}：${day}提醒，${crossed.day}付款${saidYuan(crossed.amount)}元`);
    const doubled = past.contacts.find((one) => one <= day && daysBetween(one, day) < this.strategy.gapDays);
    if (doubled) this.conflict('doubled', `${customer.name}：${day}提醒，${doubled}已联系过`);
  }

  private conflict(kind: 'crossed' | 'doubled', words: string): void {
    this.counts[kind]++;
    if (this.conflicts[kind].length < EXAMPLES) this.conflicts[kind].push(words);
  }

  result() {
    const { dailyCap, steps } = this.strategy;
    const over = dailyCap > 0 ? [...this.byDay].filter(([, count]) => count > dailyCap) : [];
    const conflicts = [
      { kind: 'CROSSED', count: this.counts.crossed, words: '提醒当天或次日客户已付款', examples: this.conflicts.crossed },
      { kind: 'DOUBLED', count: this.counts.doubled, words: `提醒前${this.strategy.gapDays}天内已人工联系过`, examples: this.conflicts.doubled },
      { kind: 'OVERRULED', count: this.overruled.size, words: '符合本策略，但由优先级更高的策略催收的客户', examples: this.overruledBy },
      {
        kind: 'CAP',
        count: over.length,
        words: `当天应发超过每日上限${dailyCap}条，会顺延到次日`,
        examples: over.slice(0, EXAMPLES).map(([day, count]) => `${day}：${count}条`),
      },
    ].filter(({ count }) => count > 0);
    return {
      sent: this.sent,
      reached: this.reached.size,
      steps: steps.map(({ channel }, index) => ({
        step: index + 1,
        channel,
        count: this.byStep.get(index + 1)?.count ?? 0,
        customers: this.byStep.get(index + 1)?.customers.size ?? 0,
      })),
      months: [...this.byMonth].sort(([a], [b]) => (a < b ? -1 : 1)).map(([month, count]) => ({ month, count })),
      conflicts,
      sample: this.sample.map(({ open, ...one }) => ({ ...one, open: String(open) })),
    };
  }
}
