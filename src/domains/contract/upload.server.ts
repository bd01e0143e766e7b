import { PDF } from '@libpdf/core';
import { refuse } from '~/shared/refusal';

const MOST_PAGES = 300;

/** The pages of a PDF somebody uploaded, refusing what cannot be signed. */
export async function pagesOf(bytes: Uint8Array, what: string): Promise<{ width: number; height: number }[]> {
  if (!startsAsPdf(bytes)) return refuse('CONTRACT_FILE', `${what}的文件不是PDF，请上传PDF文件`);
  const pdf = await PDF.load(bytes).catch(() => refuse('CONTRACT_FILE', `${what}的PDF文件已损坏或有打开密码，请另存为不加密的PDF后上传`));
  if (pdf.isEncrypted) return refuse('CONTRACT_FILE', `${what}的PDF文件有密码保护，请另存为不加密的PDF后上传`);
  const pages = pdf.getPages();
  if (pages.length === 0) return refuse('CONTRACT_FILE', `${what}的PDF文件没有页面`);
  if (pages.length > MOST_PAGES) return refuse('CONTRACT_FILE', `${what}的PDF文件有${pages.length}页，最多${MOST_PAGES}页`);
  return pages.map(({ width, height }) => ({ width, height }));
}

const startsAsPdf = (bytes: Uint8Array): boolean => new TextDecoder('latin1').decode(bytes.subarray(0, 1024)).includes('%PDF-');
