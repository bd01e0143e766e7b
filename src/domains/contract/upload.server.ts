import { sizesApart, TooHeavy } from '~/server/pdf/apart.server';
import { refuse } from '~/shared/refusal';

const MOST_PAGES = 300;

/** The pages of a PDF somebody uploaded, refusing what cannot be signed. Read on a thread of its own: a file may be made to stall its reader. */
export async function pagesOf(bytes: Uint8Array, what: string): Promise<{ width: number; height: number }[]> {
  if (!startsAsPdf(bytes)) return refuse('CONTRACT_FILE', `${what}的文件不是PDF，请上传PDF文件`);
  const found = await sizesApart(bytes).catch((error: unknown) => {
    if (error instanceof TooHeavy) return refuse('CONTRACT_FILE', `${what}的PDF文件过于复杂，无法处理，请重新导出后上传`);
    throw error;
  });
  if ('problem' in found) return refuse('CONTRACT_FILE', `${what}的PDF文件${faults[found.problem]}`);
  if (found.pages.length === 0) return refuse('CONTRACT_FILE', `${what}的PDF文件没有页面`);
  if (found.pages.length > MOST_PAGES) return refuse('CONTRACT_FILE', `${what}的PDF文件有${found.pages.length}页，最多${MOST_PAGES}页`);
  return found.pages;
}

const faults = {
  LOCKED: '有密码保护，请另存为不加密的PDF后上传',
  BROKEN: '已损坏或有打开密码，请另存为不加密的PDF后上传',
  SIGNED: '中已有电子签名或签名位置，再盖章会使它失效；请上传签署前的文件，或打印为新的PDF后上传',
} as const;

const startsAsPdf = (bytes: Uint8Array): boolean => new TextDecoder('latin1').decode(bytes.subarray(0, 1024)).includes('%PDF-');
