import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Case, explain, fixesOf, hitsOf, judge, verdictOf } from '~/domains/creditRule/judge';
import { byPriority, type Checkpoint, inForceOn, type Reaction, type Rule, ruleFields } from '~/domains/creditRule/rule';
import { Trace } from '~/domains/creditRule/rule.schema';
import { comparisonsOf, conditionProblems } from '~/domains/workflow/condition';
import type { Comparison, Condition, FormValues } from '~/domains/workflow/process';
import type { Me } from '~/portal/me';
import { withoutHidden } from '~/server/hidden.server';
import { told } from '~/shared/told';

const scope = { levelIds: [], typeIds: [], customerIds: [] };
const rule = (over: Partial<Rule>): Rule => ({
  ruleId: 'r1',
  ver: 1,
  name: '超额转特批',
  checkpoints: ['ORDER'],
  scope,
  condition: { field: 'projected', op: 'LT', value: '0' },
  reaction: 'APPROVE',
  priority: 10,
  effectiveFrom: '2026-01-01',
  enabled: true,
  releaseDeviationPct: 10,
  releaseValidDays: 7,
  ...over,
});
const asked = (values: FormValues, over: Partial<Case> = {}): Case => ({
  checkpoint: 'ORDER',
  day: '2026-11-22',
  levelId: 'A',
  typeId: 't1',
  customerId: 'c1',
  values,
  releases: [],
  ...over,
});

describe('a rule', () => {
  it('tells value, threshold, verdict and what would let it pass', () => {
    const { verdict, rules } = judge([rule({})], asked({ projected: '-200.00', orderAmount: '1000' }));
    expect(verdict).toBe('APPROVE');
    expect(told(rules[0])).toMatchObject({
      outcome: 'HIT',
      tree: { actual: '-200.00', threshold: '0', holds: true },
      hint: '本次之后可用额度不低于0元（当前：-200.00元）',
    });
  });
  it('shows no sum to whoever may not see any: neither the figure nor what it is held to nor what would let it pass', () => {
    const parts = [
      { field: 'projected', op: 'LT', value: '0.25' },
      { field: 'purchases', op: 'BETWEEN', value: ['4321', '98765'] },
      { field: 'overdueDays', op: 'LT', value: '31' },
    ];
    const { rules } = judge([rule({ condition: { all: parts } as never })], asked({ projected: '-200.75', purchases: '5432.10', overdueDays: '17' }));
    const answer = z.object({ rules: z.array(Trace) });
    const shown = JSON.stringify(withoutHidden({ hidden: ['amount'] } as unknown as Me, { path: '/x', answer }, { rules }));
    for (const sum of ['0.25', '4321', '98765', '200.75', '5432']) expect(shown).not.toContain(sum);
    for (const days of ['"17"', '"31"']) expect(shown).toContain(days);
    expect(JSON.stringify(withoutHidden({ hidden: [] } as unknown as Me, { path: '/x', answer }, { rules }))).toContain('-200.75');
  });
  it('asks nothing of what the customer has no figure of: an unlimited account never runs short', () => {
    expect(judge([rule({})], asked({ orderAmount: '99999999' })).verdict).toBe('PASS');
  });
  it('takes 0 for a limit, not for the lack of one', () => {
    const none = rule({ condition: { field: 'limit', op: 'LE', value: '0' }, reaction: 'BLOCK' });
    expect(judge([none], asked({ limit: '0.00' })).verdict).toBe('BLOCK');
    expect(judge([none], asked({})).verdict).toBe('PASS');
  });
  it('lets a 放行 end the check for those behind it, and shows them all the same', () => {
    const through = rule({ ruleId: 'p', name: '重点客户', reaction: 'PASS', priority: 1, condition: { field: 'purchases', op: 'GE', value: '1000000' } });
    const { verdict, rules } = judge([rule({ reaction: 'BLOCK' }), through], asked({ projected: '-1', purchases: '2000000' }));
    expect([verdict, rules.map(({ outcome }) => outcome)]).toEqual(['PASS', ['HIT', 'BEHIND']]);
  });
  it('is not asked again of an order that was released, until it grows or the days are over', () => {
    const releases = [{ ruleId: 'r1', amount: 100_000n, deviationPct: 10, until: '2026-11-22' }];
    const at = (orderAmount: string, day = '2026-11-22') => judge([rule({})], asked({ projected: '-1', orderAmount }, { releases, day })).verdict;
    expect([at('1000.00'), at('1100.00'), at('1100.01'), at('1000.00', '2026-11-23')]).toEqual(['PASS', 'PASS', 'APPROVE', 'APPROVE']);
  });
  it('that blocks is never released', () => {
    const releases = [{ ruleId: 'r1', amount: 100_000n, deviationPct: 10, until: '2099-01-01' }];
    expect(judge([rule({ reaction: 'BLOCK' })], asked({ projected: '-1', orderAmount: '1' }, { releases })).verdict).toBe('BLOCK');
  });
  it('counts by its version in force on the day; a version that switches it off ends it', () => {
    const versions = [
      rule({}),
      rule({ ver: 2, effectiveFrom: '2026-06-01', reaction: 'BLOCK' }),
      rule({ ver: 3, effectiveFrom: '2026-12-01', enabled: false }),
    ];
    const on = (day: string) => inForceOn(versions, day).map(({ ver }) => ver);
    expect([on('2025-12-31'), on('2026-01-01'), on('2026-11-30'), on('2026-12-01')]).toEqual([[], [1], [2], []]);
  });
  it('hints at either part of 且 and at every part of 或', () => {
    const late: Condition = { field: 'overdueDays', op: 'GT', value: '30' };
    const much: Condition = { field: 'overdueAmount', op: 'GE', value: '1000.00' };
    const values = { overdueDays: '40', overdueAmount: '5000.00' };
    const hint = (condition: Condition) => judge([rule({ condition })], asked(values)).rules[0]?.hint;
    expect(hint({ all: [late, much] })).toContain('，或');
    expect(hint({ any: [late, much] })).toContain('，并且');
  });
});

const amount = fc
  .integer({ min: -500, max: 500 })
  .map((fen) => `${fen < 0 ? '-' : ''}${Math.floor(Math.abs(fen) / 100)}.${String(Math.abs(fen) % 100).padStart(2, '0')}`);
const figure = fc.integer({ min: -5, max: 5 }).map(String);
const comparison: fc.Arbitrary<Comparison> = fc.oneof(
  fc.record({ field: fc.constantFrom('projected', 'orderAmount'), op: fc.constantFrom('GT', 'GE', 'LT', 'LE', 'EQ', 'NE'), value: amount }),
  fc.record({ field: fc.constantFrom('overdueDays', 'usagePct'), op: fc.constantFrom('GT', 'GE', 'LT', 'LE', 'EQ', 'NE'), value: figure }),
  fc.tuple(figure, figure).map(([a, b]): Comparison => ({ field: 'overdueDays', op: 'BETWEEN', value: [a, b].sort((x, y) => Number(x) - Number(y)) })),
  fc.record({ field: fc.constant('watched'), op: fc.constant('EQ'), value: fc.constantFrom('true', 'false') }),
  fc.record({ field: fc.constant('accountStatus'), op: fc.constant('IN'), value: fc.subarray(['ACTIVE', 'FROZEN', 'EXPIRED'], { minLength: 1 }) }),
) as fc.Arbitrary<Comparison>;
const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    comparison,
    fc.record({ all: fc.array(tie('condition'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ any: fc.array(tie('condition'), { minLength: 1, maxLength: 3 }) }),
  ),
}));
const values: fc.Arbitrary<FormValues> = fc.record(
  {
    projected: amount,
    orderAmount: amount.map((text) => text.replace('-', '')),
    overdueDays: figure,
    usagePct: figure,
    watched: fc.constantFrom('true', 'false'),
    accountStatus: fc.constantFrom('ACTIVE', 'FROZEN', 'EXPIRED'),
  },
  { requiredKeys: [] },
);
const rules = fc
  .array(
    fc.record({
      condition,
      reaction: fc.constantFrom<Reaction>('PASS', 'WARN', 'APPROVE', 'BLOCK'),
      priority: fc.integer({ min: 1, max: 3 }),
      checkpoints: fc.subarray<Checkpoint>(['ORDER', 'DELIVER'], { minLength: 1 }),
      levelIds: fc.subarray(['A', 'B']),
    }),
    { maxLength: 6 },
  )
  .map((list) => list.map(({ levelIds, ...one }, at) => rule({ ...one, ruleId: `r${at}`, scope: { ...scope, levelIds } })));

/** Written the plain way, with floats: the figures here are small enough for them. */
function plainly(condition: Condition, given: FormValues): boolean {
  if ('all' in condition) return condition.all.every((part) => plainly(part, given));
  if ('any' in condition) return condition.any.some((part) => plainly(part, given));
  const actual = given[condition.field] as string | undefined;
  if (actual === undefined) return false;
  const { op, value } = condition;
  if (op === 'IN') return value.includes(actual);
  if (condition.field === 'watched') return actual === value;
  const [x, y, z] = [Number(actual), ...[value].flat().map(Number)] as [number, number, number];
  return op === 'GT'
    ? x > y
    : op === 'GE'
      ? x >= y
      : op === 'LT'
        ? x < y
        : op === 'LE'
          ? x <= y
          : op === 'EQ'
            ? x === y
            : op === 'NE'
              ? x !== y
              : x >= y && x <= z;
}
function worstPlainly(all: readonly Rule[], given: Case): Reaction {
  const order: Reaction[] = ['PASS', 'WARN', 'APPROVE', 'BLOCK'];
  let worst = 0;
  for (const one of [...all].sort(byPriority)) {
    if (!one.checkpoints.includes(given.checkpoint)) continue;
    if (one.scope.levelIds.length > 0 && !one.scope.levelIds.includes(given.levelId)) continue;
    if (!plainly(one.condition, given.values)) continue;
    if (one.reaction === 'PASS') break;
    worst = Math.max(worst, order.indexOf(one.reaction));
  }
  return order[worst] as Reaction;
}

describe('any rules on any figures', () => {
  it('trap 22: decide as a plain reading of them does, and the tree says the same as the decision', () => {
    fc.assert(
      fc.property(rules, values, (all, given) => {
        const one = asked(given);
        const { verdict, rules: traces } = judge(all, one);
        expect(verdict).toBe(worstPlainly(all, one));
        expect(verdictOf(traces)).toBe(verdict);
        if (verdict !== 'PASS') expect(hitsOf({ verdict, rules: traces }, verdict).length).toBeGreaterThan(0);
      }),
      { numRuns: 2000 },
    );
  });
  it('do not depend on the order they are kept in', () => {
    fc.assert(
      fc.property(rules, values, (all, given) => {
        expect(judge([...all].reverse(), asked(given))).toEqual(judge(all, asked(given)));
      }),
    );
  });
  it('no longer hold once what the tree hints at is so', () => {
    fc.assert(
      fc.property(condition, values, (one, given) => {
        const asks = comparisonsOf(one);
        fc.pre(new Set(asks.map(({ field }) => field)).size === asks.length);
        const tree = explain(one, given);
        expect(tree.holds).toBe(plainly(one, given));
        const fixes = fixesOf(tree);
        if (fixes) expect(explain(one, { ...given, ...fixes }).holds).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });
  it('fit the fields they are written with', () => {
    fc.assert(
      fc.property(condition, (one) => {
        expect(conditionProblems(one, ruleFields)).toEqual([]);
      }),
    );
  });
});
