import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Course, collectible, type Debt, done, dueNow, follow, freshCourse, inReach, nextOf, promiseOutcome } from '~/domains/collection/rhythm';
import { bases, type Rhythm, type Stop, stepOf } from '~/domains/collection/strategy';
import { addDays, daysBetween } from '~/shared/dates';
import { isWorkingDay } from '~/shared/workingTime';

const rhythm = (more: Partial<Rhythm> = {}): Rhythm => ({
  entry: 'STANDARD',
  gapDays: 2,
  dailyCap: 0,
  windowFrom: 540,
  windowUntil: 1080,
  workdaysOnly: false,
  minAmount: 0n,
  stopOn: ['PTP', 'DISPUTE', 'LEGAL'],
  promiseGrace: 1,
  endAction: 'LEGAL',
  endAfter: 5,
  steps: [
    stepOf({ offset: -3, channel: 'MESSAGE' }),
    stepOf({ offset: 1, channel: 'SMS' }),
    stepOf({ offset: 3, channel: 'PHONE' }),
    stepOf({ offset: 10, channel: 'LETTER', repeatEvery: 7, repeatMax: 2 }),
  ],
  ...more,
});
const debt = (id: string, due: string, open = 100n, disputed = 0n): Debt => ({ id, due, open, disputed });

describe('the steps of a case', () => {
  it('waits for the day of the first step, and reminds within the window only', () => {
    const r = rhythm();
    expect(follow(freshCourse, r, [debt('a', '2026-06-10')], '2026-06-06').carrying).toBeNull();
    const course = follow(freshCourse, r, [debt('a', '2026-06-10')], '2026-06-07');
    expect(nextOf(course, r)).toEqual({ step: 1, repeat: 0, cycle: 1, day: '2026-06-07' });
    expect(dueNow(course, r, '2026-06-07', 539)).toBeNull();
    expect(dueNow(course, r, '2026-06-07', 1080)).toBeNull();
    expect(dueNow(course, r, '2026-06-07', 540)?.step).toBe(1);
  });

  // Golden vector G6.
  it.each([
    ['STANDARD', 1],
    ['CONTEXTUAL', 3],
  ] as const)('when the carrying item is paid while another is three days overdue, %s goes on with step %i', (entry, step) => {
    const r = rhythm({ entry });
    const before: Course = { ...freshCourse, cycle: 1, carrying: 'a', anchor: '2026-05-20', step: 4, lastStepOn: '2026-05-30', lastContactOn: '2026-05-30' };
    const course = follow(before, r, [debt('a', '2026-05-20', 0n), debt('b', '2026-06-07')], '2026-06-10');
    expect(course).toMatchObject({ carrying: 'b', cycle: 2 });
    expect(nextOf(course, r)).toEqual({ step, repeat: 0, cycle: 2, day: '2026-06-10' });
  });

  it('keeps the distance of the steps of a late start', () => {
    const r = rhythm();
    let course = follow(freshCourse, r, [debt('a', '2026-06-10')], '2026-06-20');
    expect(nextOf(course, r)?.day).toBe('2026-06-20');
    course = done(course, r, { step: 1, repeat: 0 }, '2026-06-20');
    expect(nextOf(course, r)).toMatchObject({ step: 2, day: '2026-06-24' });
  });

  it('moves with a new due day, and stands still for a legal case or a pause', () => {
    const r = rhythm({ entry: 'CONTEXTUAL' });
    const course = follow(freshCourse, r, [debt('a', '2026-06-10')], '2026-06-11');
    const first = done(course, r, { step: 2, repeat: 0 }, '2026-06-11');
    const moved = follow(first, r, [debt('a', '2026-06-14')], '2026-06-12');
    expect(nextOf(moved, r)).toMatchObject({ step: 3, day: '2026-06-17', cycle: 1 });
    expect(nextOf({ ...moved, legal: true }, r)).toBeNull();
    expect(nextOf({ ...moved, paused: true }, r)).toBeNull();
  });

  it('repeats a step as often as it says, then ends', () => {
    const r = rhythm();
    let course: Course = { ...freshCourse, cycle: 1, carrying: 'a', anchor: '2026-06-10', step: 4, lastStepOn: '2026-06-20', lastContactOn: '2026-06-20' };
    for (const day of ['2026-06-27', '2026-07-04']) {
      const next = nextOf(course, r);
      expect(next).toMatchObject({ step: 4, day });
      course = done(course, r, next as NonNullable<typeof next>, day);
    }
    expect(nextOf(course, r)).toMatchObject({ step: 5, day: '2026-07-09' });
    course = done(course, r, { step: 5, repeat: 0 }, '2026-07-09');
    expect(course.lastContactOn).toBe('2026-07-04');
    expect(nextOf(course, r)).toBeNull();
  });

  it('counts month ends and the step before', () => {
    const r = rhythm({
      entry: 'CONTEXTUAL',
      gapDays: 0,
      steps: [stepOf({ offset: 2, basis: 'MONTH_END', channel: 'SMS' }), stepOf({ offset: 4, basis: 'PREV', channel: 'SMS' })],
    });
    let course = follow(freshCourse, r, [debt('a', '2028-02-11')], '2028-02-12');
    expect(nextOf(course, r)?.day).toBe('2028-03-02');
    course = done(course, r, { step: 1, repeat: 0 }, '2028-03-05');
    expect(nextOf(course, r)?.day).toBe('2028-03-09');
  });

  it('says what became of a promise', () => {
    const promised = { amount: 100n, until: '2026-06-11' };
    expect(promiseOutcome(promised, 0n, '2026-06-11')).toBe('OPEN');
    expect(promiseOutcome(promised, 100n, '2026-06-01')).toBe('KEPT');
    expect(promiseOutcome(promised, 40n, '2026-06-12')).toBe('PARTIAL');
    expect(promiseOutcome(promised, 0n, '2026-06-12')).toBe('BROKEN');
  });
});

interface Sent {
  step: number;
  repeat: number;
  cycle: number;
  day: string;
}
type Happening = { kind: 'DAYS'; days: number } | { kind: 'RAISE' | 'PAY' | 'DISPUTE' | 'SETTLE' | 'CALL' | 'PROMISE' | 'MOVE'; which: number; amount: number };

const happening = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('DAYS' as const), days: fc.integer({ min: 1, max: 20 }) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom('RAISE' as const, 'PAY' as const, 'DISPUTE' as const, 'SETTLE' as const, 'CALL' as const, 'PROMISE' as const, 'MOVE' as const),
      which: fc.nat(4),
      amount: fc.integer({ min: 1, max: 400 }),
    }),
  },
);
const strategies: fc.Arbitrary<Rhythm> = fc
  .record({
    entry: fc.constantFrom('STANDARD' as const, 'CONTEXTUAL' as const),
    gapDays: fc.nat(5),
    workdaysOnly: fc.boolean(),
    minAmount: fc.constantFrom(0n, 150n),
    stopOn: fc.subarray(['PTP', 'DISPUTE', 'LEGAL'] as Stop[]),
    promiseGrace: fc.nat(2),
    endAction: fc.constantFrom('NONE' as const, 'LEGAL' as const),
    steps: fc.array(
      fc.record({
        after: fc.nat(6),
        basis: fc.constantFrom(...(Object.keys(bases) as (keyof typeof bases)[])),
        repeatEvery: fc.integer({ min: 1, max: 4 }),
        repeatMax: fc.nat(2),
      }),
      { minLength: 1, maxLength: 5 },
    ),
  })
  .map(({ steps, ...more }) => {
    let at = -4;
    return rhythm({
      ...more,
      steps: steps.map(({ after, basis, ...one }, index) => {
        const counted = index === 0 && basis === 'PREV' ? 'DUE' : basis;
        at += after;
        return stepOf({ ...one, basis: counted, offset: counted === 'DUE' ? at : after, channel: 'MESSAGE' });
      }),
    });
  });

/** One customer, one case, looked at every day at ten. */
class World {
  today = '2026-03-02';
  debts: Debt[] = [];
  course: Course = freshCourse;
  promise: { amount: bigint; until: string; received: bigint } | null = null;
  sent: Sent[] = [];
  contacts: string[] = [];
  entered = new Map<number, number>();
  constructor(readonly r: Rhythm) {}

  look() {
    if (this.promise && promiseOutcome(this.promise, this.promise.received, this.today) !== 'OPEN') this.promise = null;
    const cycle = this.course.cycle;
    this.course = follow({ ...this.course, promisedUntil: this.promise?.until ?? null }, this.r, this.debts, this.today);
    if (this.course.cycle !== cycle) this.entered.set(this.course.cycle, this.course.step);
    const next = dueNow(this.course, this.r, this.today, 600);
    if (!next) return;
    const speaks = next.step <= this.r.steps.length;
    if (speaks) this.check(next);
    this.sent.push({ ...next, day: this.today });
    if (speaks) this.contacts.push(this.today);
    this.course = done(this.course, this.r, next, this.today);
  }

  check(next: Sent) {
    const { r, today } = this;
    const owed = inReach(this.debts, r, today).reduce((sum, one) => sum + collectible(one, r), 0n);
    expect(owed, 'nothing is owed').toBeGreaterThan(0n);
    expect(owed).toBeGreaterThanOrEqual(r.minAmount);
    const last = this.contacts.at(-1);
    if (last) expect(daysBetween(last, today)).toBeGreaterThanOrEqual(r.gapDays);
    if (r.workdaysOnly) expect(isWorkingDay(today)).toBe(true);
    if (r.stopOn.includes('PTP')) expect(this.promise).toBeNull();
    const own = this.sent.filter(({ cycle }) => cycle === next.cycle);
    const before = own.at(-1);
    const [step, repeat] = before ? [before.step, before.repeat] : [this.entered.get(next.cycle) ?? 0, 0];
    const follows = (next.step === step + 1 && next.repeat === 0) || (before !== undefined && next.step === step && next.repeat === repeat + 1);
    expect(follows, `${JSON.stringify(next)} after ${JSON.stringify(before)}`).toBe(true);
  }

  happen(one: Happening) {
    if (one.kind === 'DAYS') {
      for (let left = one.days; left > 0; left--) {
        this.today = addDays(this.today, 1);
        this.look();
      }
      return;
    }
    const amount = BigInt(one.amount);
    const at = this.debts[one.which];
    if (one.kind === 'RAISE' && this.debts.length < 5) this.debts.push(debt(String(this.debts.length), addDays(this.today, one.amount % 30), amount));
    if (one.kind === 'PAY' && at) {
      const paid = amount < at.open ? amount : at.open;
      at.open -= paid;
      if (at.disputed > at.open) at.disputed = at.open;
      if (this.promise) this.promise.received += paid;
    }
    if (one.kind === 'DISPUTE' && at) at.disputed = amount < at.open ? amount : at.open;
    if (one.kind === 'SETTLE' && at) at.disputed = 0n;
    if (one.kind === 'MOVE' && at) at.due = addDays(at.due, one.amount % 9);
    if (one.kind === 'CALL') {
      this.contacts.push(this.today);
      this.course = { ...this.course, lastContactOn: this.today };
    }
    if (one.kind === 'PROMISE') this.promise = { amount, until: addDays(this.today, (one.amount % 10) + this.r.promiseGrace), received: 0n };
    this.look();
  }
}

describe('any course of receipts, promises, disputes and days', () => {
  it('never reminds of nothing, keeps the gaps, and takes the steps one by one', () => {
    let reminders = 0;
    fc.assert(
      fc.property(strategies, fc.array(happening, { maxLength: 40 }), (r, happenings) => {
        const world = new World(r);
        for (const one of [...[7, 190, 305].map((amount): Happening => ({ kind: 'RAISE', which: 0, amount })), ...happenings]) world.happen(one);
        const keys = world.sent.map(({ cycle, step, repeat }) => `${cycle}/${step}/${repeat}`);
        expect(new Set(keys).size).toBe(keys.length);
        reminders += keys.length;
      }),
      { numRuns: 400 },
    );
    expect(reminders).toBeGreaterThan(400);
  });

  it('comes to its last step when nobody pays', () => {
    fc.assert(
      fc.property(strategies, (r) => {
        const world = new World({ ...r, minAmount: 0n });
        world.happen({ kind: 'RAISE', which: 0, amount: 20 });
        world.happen({ kind: 'DAYS', days: 200 });
        expect(Math.max(...world.sent.map(({ step }) => step))).toBe(r.steps.length + (r.endAction === 'NONE' ? 0 : 1));
      }),
      { numRuns: 100 },
    );
  });

  it('resumes after a broken promise with the step that was next', () => {
    fc.assert(
      fc.property(strategies, fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 9 }), (r, days, amount) => {
        const world = new World({ ...r, stopOn: ['PTP'], minAmount: 0n });
        world.happen({ kind: 'RAISE', which: 0, amount: 3 });
        world.happen({ kind: 'DAYS', days });
        const would = nextOf(world.course, world.r);
        // Not in reach of any step yet.
        fc.pre(world.course.carrying !== null);
        const count = world.sent.length;
        world.happen({ kind: 'PROMISE', which: 0, amount });
        const until = world.promise?.until ?? '';
        world.happen({ kind: 'DAYS', days: 200 });
        const resumed = world.sent[count];
        // The strategy had come to its end already.
        if (would === null) expect(resumed).toBeUndefined();
        else {
          expect(resumed).toMatchObject({ step: would.step, repeat: would.repeat, cycle: would.cycle });
          expect((resumed?.day ?? '') > until).toBe(true);
        }
      }),
      { numRuns: 150 },
    );
  });
});
