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

export const centrePath = (key: CentreKey): string => `/portal/help/${centres[key].page}`;
export const chapterPath = (key: CentreKey, chapter: string): string => `${centrePath(key)}/${chapter}`;
/** `id` is `centre/file`. */
export const questionPath = (id: string, chapter: string): string => {
  const [key = '', anchor = ''] = id.split('/');
  return `${chapterPath(key as CentreKey, chapter)}#${anchor}`;
};
export const chapterTitle = (key: CentreKey, chapter: string): string => (centres[key].chapters as Record<string, string>)[chapter] ?? chapter;

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
