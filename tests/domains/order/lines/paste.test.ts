import { expect, test } from 'vitest';
import { PackageInput } from '~/domains/delivery/packing.schema';
import { blankRow } from '~/domains/order/form/orderForm';
import { addInto } from '~/domains/order/lines/bulk';
import { parsePaste } from '~/domains/order/lines/entry';

const row = (skuId: string, qty: string, more: object = {}) => ({ ...blankRow(), id: '', skuId, skuCode: skuId, unitId: 'box', qty, ...more });

test('goods the order has already count up on their line: same unit, no gift, no price by hand', () => {
  const stored = [row('A', '2', { id: 'a' }), row('B', '1', { manualPrice: '9' }), blankRow()];
  const { rows, joined } = addInto(stored, [row('A', '3.5'), row('B', '4'), row('A', '1', { unitId: 'piece' }), row('C', '1'), row('C', '2')]);
  expect(rows.map((one) => [one.id, one.skuId, one.unitId, one.qty])).toEqual([
    ['a', 'A', 'box', '5.5'],
    ['', 'B', 'box', '1'],
    ['', 'B', 'box', '4'],
    ['', 'A', 'piece', '1'],
    ['', 'C', 'box', '3'],
  ]);
  expect(joined).toBe(2);
});

test('codes and waybills copied with blanks inside are what they stand for', () => {
  expect(parsePaste('TL 001 02\t1,200\t箱')).toMatchObject([{ code: 'TL00102', qty: '1200', unit: '箱' }]);
  expect(PackageInput.parse({ waybillNo: ' SF 1234 5678\u200b90 ' }).waybillNo).toBe('SF1234567890');
  expect(PackageInput.safeParse({ waybillNo: 'SF＃1' }).success).toBe(false);
});
