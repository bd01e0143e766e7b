import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ApplyKind, applyKinds, problemOf, type Standing } from '~/domains/creditApply/apply';
import { type Figures, suggest } from '~/domains/creditApply/suggest';
import { told } from '~/shared/told';

const rules = {
  levels: [{ levelId: 'A', base: 20_000_000n, most: 50_000_000n }],
  months: 2,
  lowPct: 60,
  bonusPct: 20,
  loyalDays: 365,
  latePct: 10,
  stopDays: 30,
};
const figures: Figures = {
  levelId: 'A',
  levelName: 'A级',
  purchases: 120_000_000n,
  cooperationDays: 400,
  overdueAmount: 0n,
  overdueDays: 0,
  worstOverdueDays: 0,
};

describe('a suggested range', () => {
  it('is two months of purchases, the more for who pays on time', () => {
    expect(suggest(rules, figures)).toMatchObject({ lo: 14_400_000n, hi: 24_000_000n });
    expect(told(suggest(rules, figures).reasons)).toEqual([
      '近一年采购1,200,000.00元，按2个月平均采购额计200,000.00元',
      '近一年没有逾期且合作满365天，上调20%',
    ]);
  });
  it('is never above what the level allows, less what is overdue, and nothing for who is long overdue', () => {
    expect(suggest(rules, { ...figures, purchases: 9_000_000_000n }).hi).toBe(50_000_000n);
    expect(suggest(rules, { ...figures, overdueAmount: 4_000_000n, overdueDays: 5, worstOverdueDays: 5 }).hi).toBe(14_000_000n);
    expect(suggest(rules, { ...figures, overdueDays: 31, overdueAmount: 1n })).toMatchObject({ lo: 0n, hi: 0n });
  });

  const any = fc.record({
    levelId: fc.constantFrom('A', 'B'),
    levelName: fc.constant('级'),
    purchases: fc.bigInt(0n, 10_000_000_000n),
    cooperationDays: fc.nat(2000),
    overdueAmount: fc.bigInt(0n, 100_000_000n),
    overdueDays: fc.nat(60),
    worstOverdueDays: fc.nat(200),
  });
  it('has its ends in order, keeps to whole thousands, and tells why', () => {
    fc.assert(
      fc.property(any, (one) => {
        const { lo, hi, reasons } = suggest(rules, one);
        expect(lo >= 0n && lo <= hi).toBe(true);
        expect(lo % 100_000n === 0n && (hi % 100_000n === 0n || hi === 50_000_000n)).toBe(true);
        expect(reasons.length).toBeGreaterThan(0);
      }),
    );
  });
  it('never falls when more is bought, and never rises when more is overdue or was paid later', () => {
    fc.assert(
      fc.property(any, fc.bigInt(0n, 1_000_000_000n), fc.nat(50), (one, more, days) => {
        const before = suggest(rules, one).hi;
        expect(suggest(rules, { ...one, purchases: one.purchases + more }).hi >= before).toBe(true);
        expect(suggest(rules, { ...one, overdueAmount: one.overdueAmount + more }).hi <= before).toBe(true);
        expect(suggest(rules, { ...one, worstOverdueDays: one.worstOverdueDays + days }).hi <= before).toBe(true);
      }),
    );
  });
});

describe('what may be asked of an account', () => {
  const account: Standing = { no: 'SX1', status: 'ACTIVE', base: 10_000n, validFrom: '2026-01-01', validTo: '2026-12-31' };
  const asked = (kind: ApplyKind, over: object, on: Partial<Standing> | null = {}) =>
    problemOf({ kind, requested: null, validFrom: null, validTo: null, ...over }, on && { ...account, ...on }, '2026-06-15', String);
  it('is more than there is, less than there is, or a later end; each says the figures', () => {
    expect(asked('INCREASE', { requested: 10_000n })).toContain('须大于现有额度10000元');
    expect(asked('INCREASE', { requested: 10_001n })).toBe('');
    expect(asked('INCREASE', { requested: null })).toBe('');
    expect(asked('INCREASE', { requested: 20_000n }, { base: null })).toContain('不限额');
    expect(asked('DECREASE', { requested: 10_000n })).toContain('须小于');
    expect(asked('DECREASE', { requested: 0n })).toBe('');
    expect(asked('DECREASE', { requested: 5n }, { base: null })).toBe('');
    expect(asked('TEMP', { requested: 1n, validTo: '2026-06-14' })).toContain('不早于今天');
    expect(asked('RENEW', { validTo: '2026-12-31' })).toContain('须晚于');
    expect(asked('RENEW', { validTo: null })).toBe('');
    expect(asked('UNFREEZE', {})).toContain('没有冻结');
    expect(asked('UNFREEZE', {}, { status: 'FROZEN' })).toBe('');
    expect(asked('EXPIRE', {})).toBe('');
    expect(asked('NEW', { requested: 1n })).toContain('已有授信账户SX1');
    expect(asked('NEW', { requested: 0n }, null)).toContain('必须大于0');
  });
  it('is nothing but a first credit where there is no account or it was closed', () => {
    for (const kind of Object.keys(applyKinds) as ApplyKind[]) {
      expect(asked(kind, { requested: 1n, validTo: '2027-01-01' }, null) === '').toBe(kind === 'NEW');
      expect(asked(kind, { requested: 1n, validTo: '2027-01-01' }, { status: 'CLOSED' }) === '').toBe(kind === 'NEW');
    }
  });
});
