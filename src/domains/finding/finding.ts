import type { FoundPage } from './finding.schema';

/** In the order they are offered; a document whose whole number was typed comes before everything. */
export const findKinds = { EXACT: '单据号', PAGE: '页面', ORDER: '订单', CUSTOMER: '客户', PRODUCT: '商品' } as const;
export type FindKind = keyof typeof findKinds;
/** Of each kind no more than fit on a screen together. */
export const MOST_FOUND = 5;

/** What people type, as numbers and names are kept. */
export const plainWord = (word: string): string => word.normalize('NFKC').trim();

/** The pages a word means, the nearest first: beginning of the title, part of it, pinyin, group of the menu. */
export function pagesFor(pages: readonly FoundPage[], typed: string): FoundPage[] {
  const word = plainWord(typed).toLowerCase().replaceAll(/['\s]/g, '');
  if (word === '') return [];
  const rank = ({ title, group, spelling }: FoundPage): number => {
    const name = title.toLowerCase();
    return [name.startsWith(word), name.includes(word), spelling.includes(` ${word}`), group.includes(word)].indexOf(true);
  };
  return pages
    .map((page) => ({ page, rank: rank(page) }))
    .filter((one) => one.rank >= 0)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MOST_FOUND)
    .map((one) => one.page);
}
