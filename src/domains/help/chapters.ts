import { type CollectionEntry, getCollection } from 'astro:content';
import { type CentreKey, centreKeys, centres, chapterPath, chapterTitle, questionPath } from './help';

export type Question = CollectionEntry<'help'>;
export interface Chapter {
  centre: CentreKey;
  key: string;
  title: string;
  path: string;
  questions: Question[];
}

export const anchorOf = (question: Question): string => question.id.split('/')[1] ?? '';
export const pathOf = (question: Question): string => questionPath(question.id, question.data.chapter);
export const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

/** Every chapter with its questions, in reading order. */
export async function allChapters(): Promise<Chapter[]> {
  const questions = await getCollection('help');
  return centreKeys.flatMap((centre) =>
    Object.keys(centres[centre].chapters).map((key) => ({
      centre,
      key,
      title: chapterTitle(centre, key),
      path: chapterPath(centre, key),
      questions: questions
        .filter(({ id, data }) => id.startsWith(`${centre}/`) && data.chapter === key)
        .sort((a, b) => a.data.order - b.data.order || a.id.localeCompare(b.id)),
    })),
  );
}

/** An answer's HTML with its links to other questions' files turned into their pages. */
export function answerHtml(question: Question, all: readonly Question[]): string {
  const html = question.rendered?.html ?? '';
  return html.replace(/href="([^":]+?)\.md(?:#[^"]*)?"/g, (whole, path: string) => {
    const folder = question.id.split('/')[0] ?? '';
    const id = path.startsWith('../') ? path.slice(3) : `${folder}/${path.replace(/^\.\//, '')}`;
    const target = all.find((one) => one.id === id);
    return target ? `href="${pathOf(target)}"` : whole;
  });
}
