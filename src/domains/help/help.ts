import { z } from 'zod';

/** The four help centres: folder below content/help, page, and chapters in reading order. Each question is one Markdown file; its file name is its anchor. */
export const centres = {
  order: {
    page: 'orderMaster',
    title: '订单管家帮助',
    name: '订单管家',
    lead: '从建档、定价、下单到发货、签收与应收，厂家与经销商日常会遇到的问题。',
    chapters: {
      start: '开始使用',
      products: '商品与价格',
      customers: '客户与账号',
      team: '组织与权限',
      account: '账号与安全',
      batch: '导入导出与文件',
      orders: '下单与审核',
      stock: '库存与发货',
      signing: '签收与物流',
      contracts: '合同与印章',
      funds: '资金与应收',
    },
  },
  credit: {
    page: 'creditManager',
    title: '赊销管家帮助',
    name: '赊销管家',
    lead: '授信额度、用信与还款的概念和算法，以及现在就能用账期和应收管住赊销的办法。',
    chapters: { basics: '额度与账期', repayment: '还款与逾期', receivables: '应收计划与回款', collection: '催收' },
  },
  guard: {
    page: 'customerGuard',
    title: '客户卫士帮助',
    name: '客户卫士',
    lead: '客户画像、分层和风险事件怎么读，数据从哪里来，怎样避免误判。',
    chapters: { grading: '分层与等级', risk: '风险与数据' },
  },
  experts: {
    page: 'riskExperts',
    title: '风控专家常见问题',
    name: '风控专家',
    lead: '什么时候请专家、要准备什么材料、结论怎么用。',
    chapters: { asking: '委托与材料', conclusions: '结论与复核' },
  },
} as const satisfies Record<string, { page: string; title: string; name: string; lead: string; chapters: Record<string, string> }>;
export type CentreKey = keyof typeof centres;
export const centreKeys = Object.keys(centres) as CentreKey[];

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

export const centrePath = (key: CentreKey): string => `/portal/help/${centres[key].page}`;
export const chapterPath = (key: CentreKey, chapter: string): string => `${centrePath(key)}/${chapter}`;
/** `id` is `centre/file`. */
export const questionPath = (id: string, chapter: string): string => {
  const [key = '', anchor = ''] = id.split('/');
  return `${chapterPath(key as CentreKey, chapter)}#${anchor}`;
};
export const chapterTitle = (key: CentreKey, chapter: string): string => (centres[key].chapters as Record<string, string>)[chapter] ?? chapter;

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

/** A question as the search index holds it. */
export interface Found {
  id: string;
  title: string;
  chapter: string;
  keywords: string;
  /** How title and keywords sound: syllables apart by spaces, phrases by bars. */
  spelling: string;
  text: string;
}

/** Plain text of an answer's Markdown, for the index, structured data and descriptions. */
export function plainText(markdown: string): string {
  return markdown
    .replace(/```[\s\S]*?```/g, ' ')
    .replace(/!\[[^\]]*\]\([^)]*\)/g, ' ')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\s*\|?[\s:|-]+\|\s*$/gm, ' ')
    .replace(/^\s*(#{1,6}|[-*+]|\d+\.|>)\s+/gm, '')
    .replace(/[*_`]/g, '')
    .replace(/\|/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

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
