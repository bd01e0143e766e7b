import { describe, expect, test } from 'vitest';
import { idCardCheckCharacter, idCardProblem, isIdCard, isMobile } from '~/shared/identifiers';
import { normalizeUscc, usccCheckCharacter, usccProblem } from '~/shared/uscc';

const ALPHABET = '0123456789ABCDEFGHJKLMNPQRTUWXY';
const sample = (seed: number): string => {
  let state = seed * 2654435761;
  const next = () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state;
  };
  let body = `91${['110000', '330106', '440300', '320500'][seed % 4]}MA`;
  while (body.length < 17) body += ALPHABET[next() % 31];
  return body + usccCheckCharacter(body);
};

describe('unified social credit code', () => {
  test('the example of the standard family: MOD 31-3 gives the printed check character', () => {
    // Published codes of large listed companies.
    for (const code of ['91440300708461136T', '914403001922038216', '91110000802100433B', '91330000712560751D'])
      expect(`${code} ${usccCheckCharacter(code.slice(0, 17))}`).toBe(`${code} ${code[17]}`);
  });
  test('generated codes pass and any single changed character fails', () => {
    for (let seed = 1; seed <= 40; seed++) {
      const code = sample(seed);
      expect(usccProblem(code)).toBeNull();
      for (let at = 2; at < 18; at++) {
        const changed = code.slice(0, at) + ALPHABET[(ALPHABET.indexOf(code[at] as string) + 7) % 31] + code.slice(at + 1);
        expect(usccProblem(changed), changed).not.toBeNull();
      }
    }
  });
  test('says what is wrong', () => {
    expect(usccProblem('330106000123456')).toContain('15位旧注册号');
    expect(usccProblem('9133010')).toBe('应为18位，当前7位');
    expect(usccProblem('91330106MA2AXXXO1X')).toContain('不能包含“O”');
    expect(usccProblem('95330106MA27XXXX1X')).toContain('机构类别');
    expect(usccProblem(`${sample(3).slice(0, 17)}${sample(3)[17] === 'A' ? 'B' : 'A'}`)).toContain('校验位不正确');
  });
  test('lower case, spaces and full width are the same code', () => {
    const code = sample(5);
    expect(normalizeUscc(` ${code.slice(0, 4).toLowerCase()} ${code.slice(4)}`)).toBe(code);
    expect(usccProblem([...code].map((char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0)).join(''))).toBeNull();
  });
});

describe('person identifiers', () => {
  test('identity card: check character and date of birth', () => {
    const body = '33010619900307123';
    const number = body + idCardCheckCharacter(body);
    expect(isIdCard(number)).toBe(true);
    expect(isIdCard('11010519491231002X')).toBe(true);
    expect(idCardProblem('110105194912310021')).toContain('校验位');
    expect(idCardProblem('110105199002300020')).toContain('出生日期');
    expect(idCardProblem('330106900307123')).toContain('15位');
  });
  test('mobile', () => {
    expect(isMobile('13800000001')).toBe(true);
    expect(isMobile('23800000001')).toBe(false);
    expect(isMobile('1380000000')).toBe(false);
  });
});
