import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Alert, Spinner } from '~/ui/kit/Feedback';

interface Sheet {
  width: number;
  height: number;
  draw(canvas: HTMLCanvasElement, scale: number): Promise<void>;
}
interface Props {
  /** Where the file is read from. */
  url: string;
  title: string;
  /** Stands over a page; `scale` is pixels a point. */
  over?: (page: number, sheet: { width: number; height: number }, scale: number) => ReactNode;
  onPages?: (pages: number) => void;
}

/** The pages of a PDF, one below the other, as wide as there is room; each is drawn when it comes into sight. */
export function PdfPages({ url, title, over, onPages }: Props) {
  const [sheets, setSheets] = useState<readonly Sheet[]>();
  const [problem, setProblem] = useState('');
  useEffect(() => {
    let gone = false;
    let close = () => {};
    open(url).then(
      (found) => {
        close = found.close;
        if (gone) return close();
        setSheets(found.sheets);
        onPages?.(found.sheets.length);
      },
      (error: unknown) => !gone && setProblem(error instanceof Error ? error.message : '文件无法显示'),
    );
    return () => {
      gone = true;
      close();
    };
  }, [url, onPages]);
  if (problem) return <Alert tone="danger">{problem}</Alert>;
  if (!sheets)
    return (
      <div className="grid min-h-96 place-items-center">
        <Spinner />
      </div>
    );
  return (
    <section aria-label={title} className="flex flex-col gap-3 bg-sunken p-3">
      {sheets.map((sheet, page) => (
        <Page key={page} sheet={sheet} page={page} pages={sheets.length} over={over} />
      ))}
    </section>
  );
}

function Page({ sheet, page, pages, over }: { sheet: Sheet; page: number; pages: number; over?: Props['over'] }) {
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [width, setWidth] = useState(0);
  const [seen, setSeen] = useState(page === 0);
  useEffect(() => {
    const box = frame.current;
    if (!box) return;
    const sizes = new ResizeObserver(([entry]) => setWidth(Math.round(entry?.contentRect.width ?? 0)));
    const sight = new IntersectionObserver((entries) => entries.some((one) => one.isIntersecting) && setSeen(true), { rootMargin: '400px' });
    sizes.observe(box);
    sight.observe(box);
    return () => {
      sizes.disconnect();
      sight.disconnect();
    };
  }, []);
  const scale = width / sheet.width;
  useEffect(() => {
    if (seen && width > 0 && canvas.current) void sheet.draw(canvas.current, scale * Math.min(2, window.devicePixelRatio || 1));
  }, [seen, width, scale, sheet]);
  return (
    <div
      ref={frame}
      role="img"
      aria-label={`第${page + 1}页，共${pages}页`}
      className="relative mx-auto w-full max-w-4xl overflow-hidden rounded bg-white shadow-card"
      style={{ aspectRatio: `${sheet.width} / ${sheet.height}` }}
    >
      <canvas ref={canvas} className="block size-full" />
      {over && width > 0 && over(page, sheet, scale)}
    </div>
  );
}

async function open(url: string): Promise<{ sheets: Sheet[]; close: () => void }> {
  const [pdfjs, worker] = await Promise.all([import('pdfjs-dist'), import('pdfjs-dist/build/pdf.worker.min.mjs?url')]);
  pdfjs.GlobalWorkerOptions.workerSrc = worker.default;
  const answer = await fetch(url, { credentials: 'same-origin' });
  if (!answer.ok) {
    const told = (await answer.json().catch(() => null)) as { message?: string } | null;
    throw new Error(told?.message || '文件读取失败，请刷新后重试');
  }
  const task = pdfjs.getDocument({
    data: await answer.arrayBuffer(),
    cMapUrl: '/pdf-data/cmaps/',
    cMapPacked: true,
    standardFontDataUrl: '/pdf-data/standard_fonts/',
  });
  const pdf = await task.promise;
  const sheets: Sheet[] = [];
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number);
    const { width, height } = page.getViewport({ scale: 1 });
    sheets.push({
      width,
      height,
      async draw(canvas, scale) {
        const viewport = page.getViewport({ scale });
        canvas.width = Math.round(viewport.width);
        canvas.height = Math.round(viewport.height);
        await page.render({ canvas, viewport }).promise.catch(() => undefined);
      },
    });
  }
  return { sheets, close: () => void task.destroy() };
}
