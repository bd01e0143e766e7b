import MiniSearch from 'minisearch';
import type { Found } from './help';

const HAN = /[\u3400-\u9fff]/;
const RUN = /[\u3400-\u9fff]+|[a-z0-9]+/g;

/** Full-width letters and digits as people type them, in lower case. */
const plain = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Every two neighbouring characters of Chinese, and words of letters and digits: what is found does not hang on a dictionary. */
export function bigrams(text: string): string[] {
  return (plain(text).match(RUN) ?? []).flatMap((run) =>
    !HAN.test(run) ? [run] : run.length === 1 ? [run] : Array.from({ length: run.length - 1 }, (_, index) => run.slice(index, index + 2)),
  );
}

/** Whatever stands together in a phrase, from each syllable on: whole syllables and first letters; what is typed is the beginning of one. */
export const spelled = (spelling: string): string[] =>
  spelling.split('|').flatMap((phrase) => {
    const syllables = phrase.split(' ');
    return syllables.flatMap((_, at) => [
      syllables.slice(at).join(''),
      syllables
        .slice(at)
        .map((one) => one[0])
        .join(''),
    ]);
  });

/** Words of questions that say nothing about their subject. */
const EMPTY = /怎么样|怎样|怎么|如何|为什么|为何|什么|哪些|哪里|能不能|可不可以|可以|是不是|请问|多少|一下|我们|我的|吗|呢|了|的/g;
export const subject = (query: string): string => {
  const rest = plain(query).replace(EMPTY, ' ').trim();
  return rest === '' ? plain(query) : rest;
};

export type HelpIndex = MiniSearch<Found>;
export function buildIndex(questions: readonly Found[]): HelpIndex {
  const index = new MiniSearch<Found>({
    fields: ['title', 'keywords', 'spelling', 'text'],
    storeFields: ['id', 'title', 'chapter', 'text'],
    tokenize: (text, field) => (field === 'spelling' ? spelled(text) : bigrams(text)),
    processTerm: (term) => term,
  });
  index.addAll(questions);
  return index;
}

export interface Hit {
  id: string;
  title: string;
  chapter: string;
  text: string;
}

const BOOST = { title: 4, keywords: 5, spelling: 2, text: 1 };

/** The best first. A single character matches as the beginning of a pair; letters also match as a beginning. */
export function searchHelp(index: HelpIndex, query: string, limit = 8): Hit[] {
  const words = subject(query);
  const found = index.search(words, {
    boost: BOOST,
    prefix: (term) => term.length === 1 || !HAN.test(term),
    fuzzy: (term) => (HAN.test(term) || term.length < 5 ? false : 0.2),
  });
  const asked = new Set(bigrams(words)).size;
  // A long question shares a pair with many answers: what matches less than a third of it is noise.
  const near = found.filter((one) => one.queryTerms.length * 3 >= asked);
  return near.slice(0, limit).map((one) => one as unknown as Hit);
}

export interface Piece {
  text: string;
  hit: boolean;
}

/** `text` in pieces, those the query names marked. */
export function marked(text: string, query: string): Piece[] {
  // Letter by letter, as long as the text itself: “…” would become three.
  const letters = text.split('');
  const lower = letters.map((one) => (plain(one).length === one.length ? plain(one) : one)).join('');
  const flags = new Array<boolean>(text.length).fill(false);
  for (const term of new Set(bigrams(subject(query))))
    for (let at = lower.indexOf(term); at >= 0; at = lower.indexOf(term, at + 1)) flags.fill(true, at, at + term.length);
  const pieces: Piece[] = [];
  for (const [at, letter] of letters.entries()) {
    const last = pieces.at(-1);
    if (last && last.hit === flags[at]) last.text += letter;
    else pieces.push({ text: letter, hit: flags[at] === true });
  }
  return pieces;
}

const AROUND = 18;
const LENGTH = 84;

/** The part of an answer that shows why it was found. */
export function excerpt(text: string, query: string): string {
  const lower = plain(text);
  const first = Math.min(...bigrams(subject(query)).map((term) => (lower.indexOf(term) < 0 ? Number.POSITIVE_INFINITY : lower.indexOf(term))));
  const start = Number.isFinite(first) ? Math.max(0, first - AROUND) : 0;
  return `${start > 0 ? '…' : ''}${text.slice(start, start + LENGTH)}${text.length > start + LENGTH ? '…' : ''}`;
}
