import { readdirSync, readFileSync } from 'node:fs';
import { centreKeys, type Found, plainText } from '~/domains/help/help';
import { spellingOf } from '~/domains/help/spelling.server';

/** The questions as the search index holds them, read from their files; `id` is `centre/file` here. */
export const questions: Found[] = centreKeys.flatMap((centre) =>
  readdirSync(`content/help/${centre}`).map((file) => {
    const [, matter = '', body = ''] = readFileSync(`content/help/${centre}/${file}`, 'utf8').split(/^---$/m);
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(matter)?.[1] ?? '';
    return {
      id: `${centre}/${file.replace('.md', '')}`,
      title: field('title'),
      chapter: field('chapter'),
      keywords: keywordsOf(matter),
      spelling: spellingOf(field('title'), keywordsOf(matter)),
      text: plainText(body),
    };
  }),
);

/** `[a, b]` as people write it, or a list as the web editor does. */
function keywordsOf(matter: string): string {
  const [, lines = ''] = /^keywords:([\s\S]*?)(?=^\w|$(?![\s\S]))/m.exec(matter) ?? [];
  return lines
    .replace(/[[\],]|^\s*-/gm, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
