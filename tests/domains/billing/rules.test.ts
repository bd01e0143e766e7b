import fc from 'fast-check';
import { expect, test } from 'vitest';
import { invoiceNoProblem } from '~/domains/billing/billing';
import { type Billable, dueOf, leftOf, type Redable, ratesOf, redDueOf, redLeftOf, redOf, takenOf, totalOf } from '~/domains/billing/rules';
import { addQty, compareQty, taxInside, unscaled } from '~/shared/money';

const line = (change: Partial<Billable> = {}): Billable => ({
  qty: '10',
  netAmount: 10_001n,
  signed: '10',
  returned: '0',
  invoiced: '0',
  invoicedAmount: 0n,
  invoicing: '0',
  invoicingAmount: 0n,
  ...change,
});
const qty = (most: number) => fc.integer({ min: 1, max: most }).map((n) => unscaled(BigInt(n), 2));

test('however a line is invoiced, by quantities and amounts in turn, the parts never exceed it and the last takes the rest', () => {
  const step = fc.oneof(
    qty(400).map((part) => ({ qty: part, amount: null })),
    fc.bigInt(1n, 4_000n).map((amount) => ({ qty: null, amount })),
  );
  fc.assert(
    fc.property(fc.bigInt(1n, 999_999n), fc.array(step, { maxLength: 12 }), (netAmount, steps) => {
      const of = line({ netAmount });
      const take = (asked: { qty: string | null; amount: bigint | null }) => {
        const part = takenOf(leftOf(of), asked);
        if (!part) return false;
        of.invoiced = addQty(of.invoiced, part.qty);
        of.invoicedAmount += part.amount;
        expect(compareQty(of.invoiced, of.signed)).toBeLessThanOrEqual(0);
        expect(of.invoicedAmount).toBeLessThanOrEqual(netAmount);
        return true;
      };
      for (const one of steps) take(one);
      const left = leftOf(of);
      if (left.amount > 0n) expect(take({ qty: null, amount: left.amount })).toBe(true);
      expect(of.invoicedAmount).toBe(netAmount);
      expect(leftOf(of).amount).toBe(0n);
    }),
  );
});

test('what is returned after it was invoiced is due in red, exactly, and nothing else is left to invoice', () => {
  fc.assert(
    fc.property(qty(1000), qty(1000), (signed, returned) => {
      fc.pre(compareQty(returned, signed) <= 0);
      const whole = dueOf(line({ signed }));
      const after = line({ signed, returned, invoiced: whole.qty, invoicedAmount: whole.amount });
      expect(redDueOf(after)).toEqual({ qty: compareQty(returned, '0') > 0 ? addQty(returned, '0') : '0', amount: whole.amount - dueOf(after).amount });
      expect(leftOf(after).amount).toBe(0n);
    }),
  );
});

test('trap 18: red letters over a line in any parts, allowances among them, net to 0 in quantity, amount and tax', () => {
  const step = fc.record({ byQty: fc.boolean(), share: fc.integer({ min: 1, max: 100 }) });
  fc.assert(
    fc.property(
      fc.bigInt(1n, 500_000n),
      qty(1000),
      fc.constantFrom(130_000, 90_000, 60_000, 0),
      fc.array(step, { maxLength: 8 }),
      (amount, count, rate, steps) => {
        const tax = taxInside(amount, rate);
        const none = { redQty: '0', redAmount: 0n, redTax: 0n, reddingQty: '0', reddingAmount: 0n, reddingTax: 0n };
        const of: Redable = { qty: count, amount, tax, taxRatePpm: rate, ...none };
        const take = (asked: { qty: string | null; amount: bigint | null }) => {
          const part = redOf(of, asked);
          if (!part) return;
          of.redQty = addQty(of.redQty, part.qty);
          of.redAmount += part.amount;
          of.redTax += part.tax;
          const left = redLeftOf(of);
          expect(compareQty(left.qty, '0') >= 0 && left.amount >= 0n && left.tax >= 0n).toBe(true);
        };
        for (const { byQty, share } of steps) {
          const left = redLeftOf(of);
          take(
            byQty
              ? { qty: unscaled((BigInt(share) * BigInt(Math.round(Number(left.qty) * 10_000))) / 100n, 4), amount: null }
              : { qty: null, amount: (left.amount * BigInt(share)) / 100n },
          );
        }
        take({ qty: null, amount: redLeftOf(of).amount });
        expect(redLeftOf(of)).toEqual({ qty: '0', amount: 0n, tax: 0n });
      },
    ),
  );
});

test('totals per rate are the lines, whatever their rates, and net and tax make the amount', () => {
  const one = fc
    .record({ amount: fc.bigInt(1n, 1_000_000n), taxRatePpm: fc.constantFrom(130_000, 90_000, 60_000, 30_000, 0) })
    .map((of) => ({ ...of, tax: taxInside(of.amount, of.taxRatePpm) }));
  fc.assert(
    fc.property(fc.array(one, { maxLength: 30 }), (lines) => {
      const rates = ratesOf(lines);
      const total = totalOf(lines);
      expect(rates.reduce((sum, rate) => sum + rate.amount, 0n)).toBe(total.amount);
      expect(rates.reduce((sum, rate) => sum + rate.tax, 0n)).toBe(total.tax);
      for (const rate of rates) {
        const of = lines.filter((line) => line.taxRatePpm === rate.taxRatePpm);
        expect(rate).toEqual({ taxRatePpm: rate.taxRatePpm, ...totalOf(of), net: totalOf(of).amount - totalOf(of).tax });
      }
      expect(new Set(rates.map((rate) => rate.taxRatePpm)).size).toBe(rates.length);
    }),
  );
});

test('numbers are those of their kind of invoice', () => {
  const said = (kind: Parameters<typeof invoiceNoProblem>[0], code: string, no: string) => invoiceNoProblem(kind, { code, no })?.message ?? '';
  expect(said('E_SPECIAL', '', '26317000001234567890')).toBe('');
  expect(said('E_SPECIAL', '3300212130', '26317000001234567890')).toContain('没有发票代码');
  expect(said('E_GENERAL', '', '12345678')).toContain('20位');
  expect(said('P_SPECIAL', '3300212130', '12345678')).toBe('');
  expect(said('P_GENERAL', '033002100111', '12345678')).toBe('');
  expect(said('P_GENERAL', '', '12345678')).toContain('发票代码');
  expect(said('P_SPECIAL', '3300212130', '1234567')).toContain('8位');
});
