import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Refusal } from '~/shared/refusal';
import { saidPrice, saidYuan } from '~/shared/said';
import { said, told } from '~/shared/told';

it('tells a sentence in plain words, and without the values of the fields somebody may not know', () => {
  const text = `敞口${saidYuan(1234567n)}，单价${saidPrice('12.500000')}，毛利${said('cost', '3.20')}，共5箱`;
  expect(told(text)).toBe('敞口12,345.67，单价12.50，毛利3.20，共5箱');
  expect(told(text, ['amount'])).toBe('敞口***，单价***，毛利3.20，共5箱');
  expect(told(text, ['cost'])).toBe('敞口12,345.67，单价12.50，毛利***，共5箱');
});

it('finds sentences wherever they stand in an answer, and leaves one without marks as the very object it was', () => {
  const answer = { rows: [{ note: `还差${saidYuan(100n)}元`, qty: 3 }], at: null };
  expect(told(answer, ['amount'])).toEqual({ rows: [{ note: '还差***元', qty: 3 }], at: null });
  const plain = { rows: [{ note: '共3行' }] };
  expect(told(plain)).toBe(plain);
});

it('looks at a sentence as often deep inside lists as at their top', () => {
  const looks = (depth: number): number => {
    let count = 0;
    const row = Object.defineProperty({}, 'note', {
      enumerable: true,
      get: () => {
        count += 1;
        return `还差${saidYuan(100n)}元`;
      },
    });
    let answer: unknown = row;
    for (let level = 0; level < depth; level += 1) answer = [answer];
    expect(JSON.stringify(told(answer, ['amount']))).toContain('还差***元');
    return count;
  };
  expect(looks(6)).toBe(looks(0));
});

it('hides the rest of a sentence that was cut inside a value', () => {
  expect(told(`可用${saidYuan(123456n)}元`.slice(0, 6), ['amount'])).toBe('可用***');
});

it('says a refusal in plain words, and keeps the marks for whoever it goes to', () => {
  const refusal = new Refusal('330001', `可用${saidYuan(500n)}元`, { needed: saidYuan(700n), fields: { amount: `最多${saidYuan(500n)}元` } });
  expect(refusal.message).toBe('可用5.00元');
  expect(refusal.data).toEqual({ needed: '7.00', fields: { amount: '最多5.00元' } });
  expect(told(refusal.said, ['amount'])).toEqual({ message: '可用***元', data: { needed: '***', fields: { amount: '最多***元' } } });
});

it('leaves no mark and no hidden value, whatever words stand around it', () => {
  const words = fc.stringMatching(/^[一-龥，。]{0,6}$/);
  fc.assert(
    fc.property(fc.array(fc.tuple(words, fc.bigInt({ min: 0n, max: 999_999_999_999n }))), (parts) => {
      const text = parts.map(([before, fen]) => `${before}${saidYuan(fen)}`).join('');
      expect(told(text)).not.toMatch(/[\u2062-\u2064]/);
      expect(told(text, ['amount'])).not.toMatch(/\d|[\u2062-\u2064]/);
    }),
  );
});
