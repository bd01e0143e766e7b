import { pinyin } from 'pinyin-pro';

/** What the help's index knows of pinyin: made with the index, so that browsers load no dictionary. */
export const spellingOf = (...texts: readonly string[]): string =>
  (texts.join(' ').match(/[\u3400-\u9fff]+/g) ?? []).map((phrase) => pinyin(phrase, { toneType: 'none', type: 'array', v: true }).join(' ')).join('|');
