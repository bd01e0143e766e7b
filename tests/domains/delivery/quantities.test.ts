import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { basePortion, coveredBy, deliverableOf, remainingOf, shippedAmount } from '~/domains/delivery/quantities';
import { addQty, compareQty, subQty } from '~/shared/money';

const line = { qty: '10', baseQty: '120', shipped: '3', closed: '1', pendingQty: null, waiting: '2', unitDecimals: 0 };

describe('what may still go out', () => {
  test('ordered less closed, shipped and waiting', () => expect(remainingOf(line)).toBe('4'));
  test('trap 10: while a change is pending, the smaller of old and new quantity', () => {
    expect(remainingOf({ ...line, pendingQty: '8' })).toBe('2');
    expect(remainingOf({ ...line, pendingQty: '20' })).toBe('4');
    expect(remainingOf({ ...line, pendingQty: '0' })).toBe('0');
  });
  test('never more than own reservation and free stock cover, cut to whole units', () => {
    expect(deliverableOf(line, { reserved: '24', available: '23' })).toBe('3');
    expect(deliverableOf(line, { reserved: '0', available: '11' })).toBe('0');
    expect(deliverableOf(line, { reserved: '120', available: '0' })).toBe('4');
    expect(coveredBy({ ...line, unitDecimals: 2 }, '11')).toBe('0.91');
  });
  test('a part converts to base units exactly or not at all', () => {
    expect(basePortion(line, '3')).toBe('36');
    expect(basePortion({ qty: '3', baseQty: '1' }, '1')).toBeNull();
  });
});

describe('what a shipment is worth', () => {
  test('0.05 元 in three parts: nothing lost to rounding', () => {
    let counters = { qty: '3', closed: '0', shipped: '0', keptAmount: 5n, shippedAmount: 0n };
    const parts = ['1', '1', '1'].map((qty) => {
      const amount = shippedAmount(counters, qty);
      counters = { ...counters, shipped: addQty(counters.shipped, qty), shippedAmount: counters.shippedAmount + amount };
      return amount;
    });
    expect(parts).toEqual([2n, 1n, 2n]);
  });

  test('any split, with shipments reversed in between, sums to the line when all is out', () => {
    const steps = fc.array(fc.record({ qty: fc.integer({ min: 1, max: 400 }), undo: fc.nat(5) }), { maxLength: 25 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1000 }), fc.bigInt({ min: 0n, max: 999_999n }), steps, (total, keptAmount, plan) => {
        let state = { qty: String(total), closed: '0', shipped: '0', keptAmount, shippedAmount: 0n };
        const done: { qty: string; amount: bigint }[] = [];
        const ship = (qty: string) => {
          const amount = shippedAmount(state, qty);
          expect(amount >= 0n).toBe(true);
          done.push({ qty, amount });
          state = { ...state, shipped: addQty(state.shipped, qty), shippedAmount: state.shippedAmount + amount };
          expect(state.shippedAmount <= keptAmount).toBe(true);
        };
        for (const { qty, undo } of plan) {
          if (compareQty(addQty(state.shipped, String(qty)), state.qty) <= 0) ship(String(qty));
          const [reversed] = undo === 0 && done.length ? done.splice(0, 1) : [];
          if (reversed) state = { ...state, shipped: subQty(state.shipped, reversed.qty), shippedAmount: state.shippedAmount - reversed.amount };
        }
        const rest = subQty(state.qty, state.shipped);
        if (compareQty(rest, '0') > 0) ship(rest);
        expect(done.reduce((sum, one) => sum + one.amount, 0n)).toBe(keptAmount);
      }),
    );
  });
});
