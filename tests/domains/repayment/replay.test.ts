import { describe, expect, it } from 'vitest';
import { defaultTerms, type Terms } from '~/domains/credit/terms';
import type { Books, Payment, PlannedItem } from '~/domains/repayment/debts';
import { replay } from '~/domains/repayment/replay';
import { parseYuan } from '~/shared/money';

const terms = (over: Partial<Terms> = {}): Terms => ({ ...defaultTerms, allocation: ['PENALTY', 'INTEREST', 'FEE', 'PRINCIPAL'], ...over });
const item = (over: Partial<PlannedItem> = {}): PlannedItem => ({
  id: 'a',
  order: 'O1',
  seq: 1,
  start: '2026-09-08',
  due: '2026-10-08',
  principal: parseYuan('30000.00'),
  fee: 0n,
  terms: terms(),
  ...over,
});
const plan = (...items: PlannedItem[]): Books['revisions'] => [{ day: '2026-01-01', seq: 1, items }];
const payment = (id: string, day: string, yuan: string, over: Partial<Payment> = {}): Payment => ({
  id,
  day,
  seq: 1,
  amount: parseYuan(yuan),
  directed: [],
  ahead: true,
  ...over,
});
const late = payment('P1', '2026-10-20', '10000.00');
const found = payment('P2', '2026-10-10', '5000.00');
const paid = (books: Books, asOf: string, id: string) =>
  Object.fromEntries(
    replay(books, asOf)
      .allocations.filter((one) => one.payment === id)
      .map((one) => [one.bucket, one.amount]),
  );

describe('trap 9: days of grace', () => {
  const due = (graceMode: Terms['graceMode']) => plan(item({ principal: 1_000_000n, due: '2026-10-10', terms: terms({ graceMode, graceDays: 5 }) }));
  const owedOn = (graceMode: Terms['graceMode'], paidOn: string, amount: string, asOf: string) =>
    replay({ revisions: due(graceMode), payments: [payment('P1', paidOn, amount)], reliefs: [] }, asOf).items[0]?.owed.PENALTY;

  it('cost 5.00 or 14.00 of the same 9,000.00 paid within them, as was agreed', () => {
    expect(owedOn('FORGIVE_PAID', '2026-10-12', '9000.00', '2026-10-20')).toBe(500n);
    expect(owedOn('RETRO', '2026-10-12', '9000.00', '2026-10-20')).toBe(1_400n);
    expect(owedOn('NO_GRACE_INTEREST', '2026-10-12', '9000.00', '2026-10-20')).toBe(250n);
  });

  it('cost nothing of what is paid on the last of them, and a day later from where was agreed', () => {
    for (const mode of ['FORGIVE_PAID', 'RETRO', 'NO_GRACE_INTEREST'] as const) expect(owedOn(mode, '2026-10-15', '10000.00', '2026-11-30')).toBe(0n);
    const late = (mode: Terms['graceMode']) =>
      replay({ revisions: due(mode), payments: [payment('P1', '2026-10-16', '10000.00')], reliefs: [] }, '2026-11-30').allocations.find(
        ({ bucket }) => bucket === 'PENALTY',
      )?.amount;
    expect(late('FORGIVE_PAID')).toBe(3_000n);
    expect(late('RETRO')).toBe(3_000n);
    expect(late('NO_GRACE_INTEREST')).toBe(500n);
  });
});

describe('what is owed after payments', () => {
  it('charges the overdue principal and settles the penalty first', () => {
    const books = { revisions: plan(item()), payments: [late], reliefs: [] };
    expect(paid(books, '2026-11-21', 'P1')).toEqual({ PENALTY: 18_000n, PRINCIPAL: 982_000n });
    const [owing] = replay(books, '2026-11-21').items;
    expect(owing?.owed).toEqual({ FEE: 0n, PENALTY: 32_288n, INTEREST: 0n, PRINCIPAL: 2_018_000n });
    expect(owing?.segments).toEqual([
      { from: '2026-10-08', to: '2026-10-20', days: 12, principal: 3_000_000n, ppm: 500, amount: 18_000n },
      { from: '2026-10-20', to: '2026-11-21', days: 32, principal: 2_018_000n, ppm: 500, amount: 32_288n },
    ]);
  });

  it('lets a payment found later change what came after it, by the agreed grace', () => {
    const both = (mode: Terms['graceMode']): Books => ({ revisions: plan(item({ terms: terms({ graceMode: mode }) })), payments: [late, found], reliefs: [] });
    const forgiving = both('FORGIVE_PAID');
    expect(paid(forgiving, '2026-11-21', 'P2')).toEqual({ PRINCIPAL: 500_000n });
    expect(paid(forgiving, '2026-11-21', 'P1')).toEqual({ PENALTY: 15_000n, PRINCIPAL: 985_000n });
    expect(replay(forgiving, '2026-11-21').items[0]?.owed).toMatchObject({ PENALTY: 24_240n, PRINCIPAL: 1_515_000n });
    const strict = both('RETRO');
    expect(paid(strict, '2026-11-21', 'P1')).toEqual({ PENALTY: 15_500n, PRINCIPAL: 984_500n });
    expect(replay(strict, '2026-11-21').items[0]?.owed).toMatchObject({ PENALTY: 24_248n, PRINCIPAL: 1_515_500n });
  });

  it.each([
    ['FORGIVE_PAID', 500n],
    ['RETRO', 1400n],
    ['NO_GRACE_INTEREST', 250n],
  ] as const)('reads a part payment in grace by %s', (graceMode, penalty) => {
    const owing = item({ due: '2026-06-10', principal: parseYuan('10000'), terms: terms({ graceMode, graceDays: 5 }) });
    const books = { revisions: plan(owing), payments: [payment('P', '2026-06-12', '9000')], reliefs: [] };
    expect(replay(books, '2026-06-20').items[0]?.owed).toMatchObject({ PENALTY: penalty, PRINCIPAL: 100_000n });
  });

  it.each(['FORGIVE_PAID', 'RETRO', 'NO_GRACE_INTEREST'] as const)('takes no penalty for what is paid on the last day of grace, by %s', (graceMode) => {
    const owing = item({ terms: terms({ graceMode }) });
    const on = (day: string) => replay({ revisions: plan(owing), payments: [payment('P', day, '30000')], reliefs: [] }, '2026-12-31').items[0];
    expect(on('2026-10-11')).toMatchObject({ owed: { PENALTY: 0n, PRINCIPAL: 0n }, settledOn: '2026-10-11' });
    // One day later: from the due day, or of the one day after the grace period.
    expect(on('2026-10-12')?.paid.PENALTY).toBe(graceMode === 'NO_GRACE_INTEREST' ? 1500n : 6000n);
  });

  it('trap 7: rounds once: small sums are not lost day by day', () => {
    const owing = (yuan: string) => item({ due: '2026-01-01', start: '2026-01-01', principal: parseYuan(yuan), terms: terms({ graceDays: 0 }) });
    const asOf = (yuan: string) => replay({ revisions: plan(owing(yuan)), payments: [], reliefs: [] }, '2026-04-01').items[0]?.owed.PENALTY;
    expect(asOf('9.99')).toBe(45n);
    expect(asOf('10000.37')).toBe(45_002n);
    expect(asOf('0.01')).toBe(0n);
  });

  it('counts interest from delivery until the day before payment, by real days or months of thirty', () => {
    const owing = (dayCount: Terms['dayCount']) =>
      item({ start: '2028-02-28', due: '2028-12-31', principal: parseYuan('100000'), terms: terms({ interestPpm: 100, dayCount }) });
    const at = (dayCount: Terms['dayCount'], day: string) =>
      replay({ revisions: plan(owing(dayCount)), payments: [], reliefs: [] }, day).items[0]?.owed.INTEREST;
    expect(at('ACT_365', '2028-02-28')).toBe(0n);
    // A leap day counts.
    expect(at('ACT_365', '2028-03-01')).toBe(2000n);
    expect(at('D30_360', '2028-03-01')).toBe(3000n);
    expect(at('D30_360', '2028-03-28')).toBe(30_000n);
  });
});

describe('which debt a payment settles', () => {
  const early = item({ id: 'early', due: '2026-05-01', principal: 10_000n });
  const next = item({ id: 'next', order: 'O2', due: '2026-06-01', principal: 10_000n });
  const far = item({ id: 'far', order: 'O2', seq: 2, due: '2026-09-01', principal: 10_000n });
  const none = terms({ penaltyPpm: 0 });
  const three = plan(...[early, next, far].map((one) => ({ ...one, terms: none })));
  const owed = (payments: Payment[], asOf = '2026-06-10') =>
    replay({ revisions: three, payments, reliefs: [] }, asOf).items.map((one) => [one.id, one.owed.PRINCIPAL]);

  it('goes by due day, and ahead only where wanted', () => {
    expect(owed([payment('P', '2026-06-10', '250')])).toEqual([
      ['early', 0n],
      ['next', 0n],
      ['far', 5000n],
    ]);
    const kept = replay({ revisions: three, payments: [payment('P', '2026-06-10', '250', { ahead: false })], reliefs: [] }, '2026-06-10');
    expect(kept.items.at(-1)?.owed.PRINCIPAL).toBe(10_000n);
    expect(kept.unapplied.get('P')).toBe(5000n);
  });

  it('follows a direction first and the rule with the rest', () => {
    expect(owed([payment('P', '2026-06-10', '150', { directed: [{ to: 'O2', amount: 12_000n }] })])).toEqual([
      ['early', 7000n],
      ['next', 0n],
      ['far', 8000n],
    ]);
    expect(owed([payment('P', '2026-06-10', '60', { directed: [{ to: 'far' }] })]).at(-1)).toEqual(['far', 4000n]);
  });

  it('keeps what is too much as prepaid, and uses it when told to', () => {
    const books: Books = { revisions: three, payments: [payment('P', '2026-05-01', '150', { ahead: false })], reliefs: [] };
    expect(replay(books, '2026-06-10').unapplied.get('P')).toBe(5000n);
    const used = replay({ ...books, draws: [{ id: 'D', day: '2026-06-01', seq: 1, amount: 8000n, directed: [] }] }, '2026-06-10');
    expect(used.unapplied.get('P')).toBe(0n);
    expect(used.items.map((one) => one.owed.PRINCIPAL)).toEqual([0n, 5000n, 10_000n]);
  });

  it('settles one bucket of all that are due before the next where that is agreed', () => {
    const flat = terms({ allocationWay: 'HORIZONTAL', graceDays: 0, allocation: ['PENALTY', 'INTEREST', 'FEE', 'PRINCIPAL'] });
    const books = {
      revisions: plan({ ...early, principal: 100_000n, terms: flat }, { ...next, principal: 100_000n, terms: flat }),
      payments: [payment('P', '2026-06-11', '30')],
      reliefs: [],
    };
    const [first, second] = replay(books, '2026-06-11').items;
    // 41 days and 10 days of 50 分 each.
    expect(first?.paid).toMatchObject({ PENALTY: 2050n, PRINCIPAL: 450n });
    expect(second?.paid).toMatchObject({ PENALTY: 500n, PRINCIPAL: 0n });
  });

  it('gives back to the latest payments what goods that came back had been paid with', () => {
    const books: Books = {
      revisions: [...three, { day: '2026-06-15', seq: 2, items: [{ ...next, principal: 4000n, terms: none }] }],
      payments: [payment('P', '2026-06-10', '200')],
      reliefs: [],
    };
    const after = replay(books, '2026-06-20');
    expect(after.items.map((one) => one.owed.PRINCIPAL)).toEqual([0n, 0n, 4000n]);
    expect(after.unapplied.get('P')).toBe(0n);
  });

  it('waives no more than is demanded, and writes principal off', () => {
    const books: Books = {
      revisions: plan(item()),
      payments: [],
      reliefs: [
        { id: 'W', day: '2026-10-20', seq: 1, item: 'a', bucket: 'PENALTY', amount: 99_999n },
        { id: 'B', day: '2026-10-20', seq: 2, item: 'a', bucket: 'PRINCIPAL', amount: 3_000_000n },
      ],
    };
    const after = replay(books, '2026-12-31');
    expect(after.relieved.get('W')).toBe(18_000n);
    expect(after.items[0]).toMatchObject({ owed: { PENALTY: 0n, PRINCIPAL: 0n }, settledOn: '2026-10-20' });
  });

  it('keeps what a postponed instalment had cost, and counts from its new day', () => {
    const books: Books = { revisions: [...plan(item()), { day: '2026-10-20', seq: 2, items: [item({ due: '2026-12-01' })] }], payments: [], reliefs: [] };
    expect(replay(books, '2026-12-04').items[0]?.owed.PENALTY).toBe(18_000n);
    expect(replay(books, '2026-12-05').items[0]?.owed.PENALTY).toBe(24_000n);
  });
});
