/** Masking rules of spec section 5. */
export const maskMobile = (value: string): string => (value.length < 7 ? value : `${value.slice(0, 3)}****${value.slice(-3)}`);
export const maskName = (value: string): string => {
  const letters = [...value];
  if (letters.length <= 1) return value;
  return letters.length > 2 ? `${letters[0]}${'*'.repeat(letters.length - 2)}${letters.at(-1)}` : `${letters[0]}*`;
};
const keepEnds = (value: string, head: number, tail: number): string =>
  value.length <= head + tail ? value : `${value.slice(0, head)}${'*'.repeat(value.length - head - tail)}${value.slice(-tail)}`;
export const maskIdCard = (value: string): string => keepEnds(value, 6, 4);
export const maskBankCard = (value: string): string => keepEnds(value, 4, 4);

/** Stands for a value the person's roles keep from them. */
export const HIDDEN = '***';
/** First letter and domain. */
export const maskEmail = (value: string): string => value.replace(/^(.)[^@]*(?=@)/, '$1***');

/** Whether a value of a form, at any depth, stands for one the person may not see. `kept`: keys whose stored value a save leaves as it is (`Endpoint.options.keepsHidden`). */
export function standsHidden(value: unknown, kept: readonly string[] = []): boolean {
  if (value === HIDDEN) return true;
  if (Array.isArray(value)) return value.some((one) => standsHidden(one, kept));
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, one]) => !(one === HIDDEN && kept.includes(key)) && standsHidden(one, kept));
}
