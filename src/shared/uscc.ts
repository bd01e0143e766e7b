/** Unified social credit code, GB 32100-2015: registry, category, 6 digits of region, 9 of organisation, check character. */

/** No I, O, S, V, Z. */
const ALPHABET = '0123456789ABCDEFGHJKLMNPQRTUWXY';

/** ISO 7064 MOD 31-3 over the first 17 characters. */
export function usccCheckCharacter(first17: string): string {
  let sum = 0;
  let weight = 1;
  for (const char of first17) {
    sum += ALPHABET.indexOf(char) * weight;
    weight = (weight * 3) % 31;
  }
  return ALPHABET[(31 - (sum % 31)) % 31] as string;
}

/** As people type it: spaces, hyphens, lower case and full width. */
export const normalizeUscc = (typed: string): string =>
  typed
    .replace(/[\uff01-\uff5e]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0))
    .replace(/[\s\u00a0\u3000-]/g, '')
    .toUpperCase();

/** Why a code is refused, or null when it is right. */
export function usccProblem(typed: string): string | null {
  const code = normalizeUscc(typed);
  if (/^\d{15}$/.test(code)) return '为15位旧注册号，请填写营业执照上的18位统一社会信用代码';
  if (code.length !== 18) return `应为18位，当前${code.length}位`;
  const wrong = [...code].find((char) => !ALPHABET.includes(char));
  if (wrong) return `不能包含“${wrong}”（统一社会信用代码不使用I、O、S、V、Z）`;
  if (!/^[1-9A-HJ-NP-RTUWXY][1239]\d{6}/.test(code)) return '登记管理部门、机构类别或行政区划码不正确';
  return usccCheckCharacter(code.slice(0, 17)) === code[17] ? null : '校验位不正确，请核对是否有字符填错';
}
