import { z } from 'zod';
import { type CentreKey, centreKeys, centrePath, centres, chapterPath, chapterTitle } from './help';

const allChapters = centreKeys.flatMap((key) => Object.entries(centres[key].chapters).map(([chapter, title]) => ({ key, chapter, title })));
const chapterList = centreKeys.map((key) => `${key}：${Object.keys(centres[key].chapters).join('、')}`).join('；');

/** Front matter of a question, with messages for the person who writes it. */
export const QuestionMatter = z.strictObject(
  {
    title: z.string('缺少 title（问题本身）').min(4, 'title 太短，请写成一个完整的问题').max(40, 'title 请控制在40个字以内'),
    chapter: z
      .string('缺少 chapter（所属章节）')
      .refine((value) => allChapters.some((one) => one.chapter === value), `chapter 不在章节表里，可以填写（${chapterList}）`),
    order: z.int('order 应为整数，决定问题在章节里的先后').min(0, 'order 不能小于0'),
    updated: z.coerce.date('updated 应为日期，如 2026-11-20'),
    keywords: z.array(z.string(), 'keywords 应为列表，如 [改单, 变更]').max(12, 'keywords 最多12个').default([]),
  },
  { error: (issue) => (issue.code === 'unrecognized_keys' ? `不认识的字段：${issue.keys.join('、')}` : undefined) },
);
export type QuestionMatter = z.output<typeof QuestionMatter>;

/** Spec section 3: an entry of the help menu. `id` is the address it opens at. */
export const Guideline = z.object({
  title: z.string(),
  id: z.string(),
  children: z.array(z.object({ title: z.string(), id: z.string(), children: z.array(z.never()) })),
});
export const guidelines = (): z.output<typeof Guideline>[] =>
  centreKeys.map((key) => ({
    title: centres[key].title,
    id: centrePath(key),
    children: Object.keys(centres[key].chapters).map((chapter) => ({ title: chapterTitle(key, chapter), id: chapterPath(key, chapter), children: [] })),
  }));

const slug = (max: number) => z.string().regex(new RegExp(`^[a-z0-9-]{1,${max}}$`), '问题编号格式不正确');
export const VoteInput = z.object({
  centre: z.enum(centreKeys as [CentreKey, ...CentreKey[]], '帮助中心不存在'),
  question: slug(60),
  helpful: z.boolean('请选择是否有帮助'),
  /** What was missing; said by those who found no help. */
  reason: z.string().trim().max(300, '说明最多300个字').default(''),
  /** Names the browser, not the person: one vote a question and browser, the last one counts. */
  voter: z.string().regex(/^[\w-]{16,64}$/, '浏览器标识格式不正确'),
});
export type VoteInput = z.output<typeof VoteInput>;
