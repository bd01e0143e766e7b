import { call } from '~/shell/call';
import { dictOptions } from '../calls';

const asked = new Map<string, Promise<string[]>>();

/** The words of a dictionary, asked once a page. */
export function dictWords(category: string): Promise<string[]> {
  const words = asked.get(category) ?? call(dictOptions, { dictCategoryCode: category }).then(({ items }) => items.map((item) => item.name));
  asked.set(category, words);
  words.catch(() => asked.delete(category));
  return words;
}
