import { describe, expect, test } from 'vitest';
import { blankRow } from '~/domains/order/form/orderForm';
import type { FormRow } from '~/domains/order/form/orderForm.schema';
import { byProduct, changesSince, inUnit, putGoods, withSeen } from '~/domains/order/lines/shopping';
import type { Quote } from '~/domains/order/views/orderView.schema';
import type { PickedSku } from '~/domains/product/product.schema';

const unit = (unitId: string, name: string, num: number) => ({ unitId, name, decimals: 0, num, den: 1, listPrice: null });
const sku = (skuId: string, more: Partial<PickedSku> = {}): PickedSku =>
  ({
    skuId,
    productId: `p-${skuId}`,
    skuCode: skuId.toUpperCase(),
    name: `商品${skuId}`,
    spec: '',
    saleText: '',
    image: null,
    baseUnitId: 'b',
    units: [unit('b', '桶', 1), unit('u', '托', 24)],
    moq: '0',
    multiple: '0',
    ...more,
  }) as unknown as PickedSku;
const lineOf = (rows: readonly FormRow[]) => rows.map((row) => [row.skuId, row.unitId, row.qty]);

describe('putting goods into the list', () => {
  test('new goods come last, known goods change where they stand, none of them takes them out', () => {
    let rows = putGoods([blankRow()], sku('a'), 'b', '3');
    rows = putGoods(rows, sku('c'), 'u', '1');
    rows = putGoods(rows, sku('a'), 'b', '5');
    expect(lineOf(rows)).toEqual([
      ['a', 'b', '5'],
      ['c', 'u', '1'],
    ]);
    expect(lineOf(putGoods(rows, sku('a'), 'b', ''))).toEqual([['c', 'u', '1']]);
    expect(lineOf(putGoods(rows, sku('x'), 'b', ''))).toEqual(lineOf(rows));
  });

  test('a gift of the same goods stays as it is, and remarks survive a change of quantity', () => {
    const gift = { ...putGoods([], sku('a'), 'b', '1')[0], gift: true } as FormRow;
    const rows = putGoods([gift], sku('a'), 'b', '2');
    expect(rows).toHaveLength(2);
    const noted = rows.map((row) => ({ ...row, remark: '急' }));
    expect(putGoods(noted, sku('a'), 'b', '4')[1]).toMatchObject({ qty: '4', remark: '急' });
  });

  test('another unit has another price and at least its own minimum', () => {
    const few = sku('a', { moq: '48' });
    const [row] = putGoods([], few, 'u', '2') as [FormRow];
    expect(inUnit({ ...row, price: '9.00' }, few, 'b')).toMatchObject({ unitId: 'b', qty: '48', price: '' });
    expect(inUnit({ ...row, price: '9.00' }, few, 'u')).toMatchObject({ unitId: 'u', qty: '2', price: '9.00' });
    const stored: FormRow = { ...row, units: [{ unitId: 'u', name: '托' }] };
    expect(inUnit(stored, few, 'u').units, 'a stored line learns its other units').toHaveLength(2);
  });

  test('SKUs of one product share a card also across pages', () => {
    const [a, b, c] = [sku('a', { productId: 'p' }), sku('b', { productId: 'p' }), sku('c')];
    expect(byProduct([a, b, c]).map((group) => group.length)).toEqual([2, 1]);
  });
});

describe('what changed since it was seen', () => {
  const [row] = putGoods([], sku('a'), 'b', '3') as [FormRow];
  const quote = (price: string | null, stockHint: string | null) => () => ({ price, stockHint }) as Quote;

  test('a price or stock that is another is told with before and now, until it is accepted', () => {
    const seen = withSeen({}, [row], quote('12.00', 'ENOUGH'));
    expect(changesSince(seen, [row], quote('12.000000', 'ENOUGH'))).toEqual([]);
    const now = quote('12.50', 'OUT');
    expect(changesSince(withSeen(seen, [row], now), [row], now), 'looking again hides nothing').toMatchObject([
      { name: '商品a', unit: '桶', price: ['12.00', '12.50'], stock: ['有货', '缺货'] },
    ]);
    expect(changesSince(withSeen(seen, [row], now, true), [row], now)).toEqual([]);
    expect(changesSince(seen, [row], quote(null, 'ENOUGH'))).toMatchObject([{ price: ['12.00', null] }]);
  });

  test('the own choice of another quantity or unit is no change', () => {
    const seen = withSeen({}, [row], quote('12.00', 'ENOUGH'));
    expect(changesSince(seen, [{ ...row, qty: '30' }], quote('11.00', 'TIGHT'))).toEqual([]);
    expect(changesSince(seen, [{ ...row, unitId: 'u' }], quote('280.00', 'TIGHT'))).toEqual([]);
  });

  test('an order kept earlier knows its prices, not its stock', () => {
    const kept = { 'a/b/3': { price: '10.00', stock: null } };
    const now = quote('12.00', 'TIGHT');
    const seen = withSeen(kept, [row], now);
    expect(changesSince(seen, [row], now)).toMatchObject([{ price: ['10.00', '12.00'] }]);
    expect(changesSince(seen, [row], quote('12.00', 'OUT'))).toMatchObject([{ stock: ['库存紧张', '缺货'] }]);
  });

  test('what has no answer yet says nothing', () => {
    expect(withSeen({}, [row], () => undefined)).toEqual({});
    expect(changesSince({ 'a/b/3': { price: '1.00', stock: null } }, [row], () => undefined)).toEqual([]);
  });
});
