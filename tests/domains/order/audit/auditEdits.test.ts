import { expect, test } from 'vitest';
import { amountAsTyped, editsToSend, typedChanges } from '~/domains/order/audit/auditEdits';

const line = {
  id: 'a',
  lineNo: 1,
  skuCode: 'A001',
  unitName: '箱',
  qty: '1500',
  price: '10.00',
  amount: '15000.00',
  gift: false,
  manualPrice: false,
  manualReason: '',
};
const typed = (change: object) => ({ a: { qty: '1500', manualPrice: '', manualReason: '', ...change } });

test('the amount follows what is typed: by the price by hand, else by the price of the day for that quantity', () => {
  expect(amountAsTyped(line, {}, undefined)).toEqual({ price: '10.00', amount: 1_500_000n });
  expect(amountAsTyped(line, typed({ qty: '1400' }), '9.50')).toEqual({ price: '9.50', amount: 1_330_000n });
  expect(amountAsTyped(line, typed({ qty: '1400' }), undefined).amount).toBe(1_400_000n);
  expect(amountAsTyped(line, typed({ manualPrice: '9' }), '10.00').amount).toBe(1_350_000n);
  expect(amountAsTyped(line, typed({ qty: '1.' }), '10.00').amount).toBe(0n);
});

test('only what changed is sent, and told in words', () => {
  expect(editsToSend([line], typed({}))).toEqual([]);
  expect(editsToSend([line], typed({ qty: '1400' }))).toEqual([{ lineId: 'a', qty: '1400', manualPrice: '', manualReason: '' }]);
  expect(typedChanges([line], typed({ qty: '1400', manualPrice: '9.5' }))).toBe('第1行 A001 数量 1,500 → 1,400 箱、单价 10.00 → 9.50 元');
});
