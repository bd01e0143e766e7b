import type { APIRoute } from 'astro';
import { allChapters, pathOf } from '~/domains/help/chapters';
import { centres, type Found, plainText } from '~/domains/help/help';
import { spellingOf } from '~/domains/help/spelling.server';

export const prerender = true;

/** What the search of the help pages reads, once, when a person first turns to it. */
export const GET: APIRoute = async () => {
  const questions: Found[] = (await allChapters()).flatMap((chapter) =>
    chapter.questions.map((question) => ({
      id: pathOf(question),
      title: question.data.title,
      chapter: `${centres[chapter.centre].name} · ${chapter.title}`,
      keywords: question.data.keywords.join(' '),
      spelling: spellingOf(question.data.title, ...question.data.keywords),
      text: plainText(question.body ?? ''),
    })),
  );
  return new Response(JSON.stringify(questions), { headers: { 'Content-Type': 'application/json; charset=utf-8' } });
};
