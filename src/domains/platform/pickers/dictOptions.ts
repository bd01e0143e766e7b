import { call } from '~/shell/call';
import { oncePerPage } from '~/ui/kit/page';
import { dictOptions } from '../calls';

const asked = new Map<string, () => Promise<string[]>>();

/** The words of a dictionary, asked once a page. */
export function dictWords(category: string): Promise<string[]> {
  const words = asked.get(category) ?? oncePerPage(async () => (await call(dictOptions, { dictCategoryCode: category })).items.map((item) => item.name));
  asked.set(category, words);
  return words();
}
