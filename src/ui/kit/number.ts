/**
 * What a person typed or pasted, as the start of a plain decimal: full-width forms to ASCII, thousand separators, spaces and ¥ dropped.
 * Undefined when it is no number at all.
 */
export function normaliseNumber(raw: string): string | undefined {
  const plain = raw
    .replace(/[\uff01-\uff5e]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0xfee0))
    .replace(/。/g, '.')
    .replace(/[,，\s\u3000¥￥]/g, '')
    .replace(/^\./, '0.');
  return /^-?\d*(\.\d*)?$/.test(plain) ? plain : undefined;
}
