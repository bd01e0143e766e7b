/** Code 128 (ISO/IEC 15417): bar and space widths of each symbol value, then start B, start C and stop. */
const symbols =
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112'.split(
    ' ',
  );
const TO_C = 99;
const TO_B = 100;
const START_B = 104;
const START_C = 105;
const STOP = 106;

/** Symbol values of a text with check symbol and stop; digits go two by two. Null when it holds what Code 128 B has not. */
export function code128Values(text: string): number[] | null {
  if (!/^[\x20-\x7e]{1,60}$/.test(text)) return null;
  const values: number[] = [];
  let pairs = false;
  for (let at = 0; at < text.length; ) {
    const digits = /^\d*/.exec(text.slice(at))?.[0].length ?? 0;
    const toPairs: boolean = pairs ? digits >= 2 : digits >= 4 && digits % 2 === 0;
    if (toPairs !== pairs || !values.length) {
      values.push(values.length ? (toPairs ? TO_C : TO_B) : toPairs ? START_C : START_B);
      pairs = toPairs;
    }
    values.push(pairs ? Number(text.slice(at, at + 2)) : text.charCodeAt(at) - 32);
    at += pairs ? 2 : 1;
  }
  const check = values.reduce((sum, value, index) => sum + value * Math.max(index, 1), 0) % 103;
  return [...values, check, STOP];
}

/** Bars as [start, width] in modules, and the width of all. */
export function code128Bars(text: string): { bars: [number, number][]; width: number } | null {
  const values = code128Values(text);
  if (!values) return null;
  const bars: [number, number][] = [];
  let at = 0;
  for (const value of values)
    for (const [index, width] of [...(symbols[value] as string)].entries()) {
      if (index % 2 === 0) bars.push([at, Number(width)]);
      at += Number(width);
    }
  return { bars, width: at };
}
