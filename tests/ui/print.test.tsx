import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Barcode } from '~/ui/print/Barcode';
import { code128Bars, code128Values } from '~/ui/print/code128';

test('Code 128: the check symbol of the standard, digits in pairs, every symbol eleven modules wide', () => {
  // 104 + 48·1 + 42·2 + 42·3 + 17·4 + 18·5 + 19·6 + 35·7 = 879, modulo 103 is 55.
  expect(code128Values('PJJ123C')).toEqual([104, 48, 42, 42, 17, 18, 19, 35, 55, 106]);
  const order = code128Values('DD20261121000123');
  expect(order?.slice(0, 11)).toEqual([104, 36, 36, 99, 20, 26, 11, 21, 0, 1, 23]);
  expect(code128Values('1234')?.slice(0, 3)).toEqual([105, 12, 34]);
  expect(code128Values('订单')).toBeNull();
  const seen = new Set<string>();
  for (let at = 32; at < 127; at++) {
    const drawn = code128Bars(String.fromCharCode(at));
    expect(drawn?.width).toBe(11 * 3 + 13);
    expect(drawn?.bars.every(([, wide]) => wide >= 1 && wide <= 4)).toBe(true);
    seen.add(JSON.stringify(drawn?.bars.slice(3, 6)));
  }
  expect(seen.size).toBe(95);
});

test('a barcode carries its number for readers; text without bars draws nothing', () => {
  expect(renderToStaticMarkup(<Barcode value="FH20261121000001" />)).toContain('aria-label="条码 FH20261121000001"');
  expect(renderToStaticMarkup(<Barcode value="草稿" />)).toBe('');
});
