import { defineCollection } from 'astro:content';
import { glob } from 'astro/loaders';
import { QuestionMatter } from '~/domains/help/help.schema';
import { IntroMatter, LegalMatter } from '~/domains/intro/intro.schema';

/** What editors change, below content/; content/README.md tells them how. */
export const collections = {
  help: defineCollection({ loader: glob({ base: 'content/help', pattern: '*/*.md' }), schema: QuestionMatter }),
  intro: defineCollection({
    loader: glob({ base: 'content/intro', pattern: '*.md', generateId: ({ entry }) => entry.replace(/\.md$/, '') }),
    schema: IntroMatter,
  }),
  legal: defineCollection({ loader: glob({ base: 'content/legal', pattern: '*.md' }), schema: LegalMatter }),
};
