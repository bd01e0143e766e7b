import { z } from 'zod';

const line = (name: string, max: number) => z.string(`缺少 ${name}`).min(2, `${name} 太短`).max(max, `${name} 请控制在${max}个字以内`);
const Feature = z.object({ title: line('title', 20), text: line('text', 120) });

/** Front matter of an intro page. `now` is what people can use today, `planned` what is being built: the page never mixes them. */
export const IntroMatter = z.object({
  title: line('title', 20),
  headline: line('headline', 40),
  lead: line('lead', 160),
  description: line('description', 120),
  features: z.array(Feature).min(3, 'features 至少3条').max(6, 'features 最多6条'),
  tour: z.array(Feature.extend({ shot: line('shot', 40), alt: line('alt', 80) })).default([]),
  now: z.array(line('now', 90)).min(2, 'now 至少2条'),
  planned: z.array(line('planned', 90)).default([]),
  data: z.array(z.object({ name: line('name', 20), source: line('source', 80), update: line('update', 60) })).default([]),
  /** Ids of help questions, `centre/file`. */
  questions: z.array(z.string()).default([]),
});
export type IntroMatter = z.output<typeof IntroMatter>;

export const LegalMatter = z.object({
  title: line('title', 20),
  description: line('description', 120),
  updated: z.coerce.date('updated 应为日期，如 2026-11-20'),
});
