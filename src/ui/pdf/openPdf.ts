import type { PDFDocumentProxy } from 'pdfjs-dist';

const DATA = '/pdf-data';

/** Opens a PDF of this site; the reader's code comes with the first one. Character maps and fonts lie on this server too. */
export async function openPdf(href: string): Promise<{ pdf: PDFDocumentProxy; close: () => void }> {
  const [reader, { default: worker }] = await Promise.all([
    import('pdfjs-dist/legacy/build/pdf.mjs'),
    import('pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'),
  ]);
  const answer = await fetch(href, { credentials: 'same-origin' });
  const type = answer.headers.get('content-type') ?? '';
  if (!answer.ok || type.includes('json')) {
    const said = (await answer.json().catch(() => null)) as { message?: string } | null;
    throw new Error(said?.message || '文件暂时无法打开');
  }
  const data = await answer.arrayBuffer();
  reader.GlobalWorkerOptions.workerSrc = worker;
  const loading = reader.getDocument({
    data,
    cMapUrl: `${DATA}/cmaps/`,
    cMapPacked: true,
    standardFontDataUrl: `${DATA}/standard_fonts/`,
    enableXfa: false,
  });
  const pdf = await loading.promise;
  return { pdf, close: () => void loading.destroy() };
}

export const refusalOf = (error: unknown): string => {
  const { name, message } = error instanceof Error ? error : { name: '', message: '' };
  if (name === 'PasswordException') return '文件设有密码，无法在此阅读';
  if (name === 'InvalidPDFException') return '文件不是PDF，或已损坏';
  return /[\u4e00-\u9fff]/.test(message) ? message : '文件暂时无法打开';
};
