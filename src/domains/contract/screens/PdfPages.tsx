import { ZoomIn, ZoomOut } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { arriving } from '~/ui/arriving';
import { IconButton } from '~/ui/kit/Button';
import { Alert, Spinner } from '~/ui/kit/Feedback';

interface Sheet {
  width: number;
  height: number;
  /** Answers what breaks it off: a canvas takes one drawing at a time. */
  draw(canvas: HTMLCanvasElement, scale: number): () => void;
}
interface Props {
  /** Where the file is read from. */
  url: string;
  title: string;
  /** Stands over a page; `scale` is pixels a point. */
  over?: (page: number, sheet: { width: number; height: number }, scale: number) => ReactNode;
  onPages?: (pages: number) => void;
}

/** How much wider than its room a page is shown. */
const ZOOMS = [1, 1.5, 2, 3] as const;
const REM_OF_PAGE = 56;

/**
 * The pages of a PDF, one below the other, as wide as there is room or wider, in a box of the caller's that scrolls; each is drawn while it is in sight,
 * so that a long file does not fill a phone's memory. A double tap goes closer, and back.
 */
export function PdfPages({ url, title, over, onPages }: Props) {
  const [sheets, setSheets] = useState<readonly Sheet[]>();
  const [problem, setProblem] = useState('');
  const [zoom, setZoom] = useState<number>(ZOOMS[0]);
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
    <section aria-label={title} className="flex flex-col bg-sunken" style={{ width: `${zoom * 100}%` }}>
      <Zoom zoom={zoom} onZoom={setZoom} />
      <div className="flex flex-col gap-3 px-3 pb-3">
        {sheets.map((sheet, page) => (
          <Page
            key={page}
            sheet={sheet}
            page={page}
            pages={sheets.length}
            over={over}
            most={REM_OF_PAGE * zoom}
            onDouble={over ? undefined : () => setZoom(zoom > 1 ? 1 : 2)}
          />
        ))}
      </div>
    </section>
  );
}

function Zoom({ zoom, onZoom }: { zoom: number; onZoom: (zoom: number) => void }) {
  const at = ZOOMS.indexOf(zoom as (typeof ZOOMS)[number]);
  const step = (by: number) => onZoom(ZOOMS[at + by] ?? zoom);
  return (
    <div className="sticky top-0 left-0 z-10 flex w-fit items-center gap-1 rounded-br bg-sunken/90 px-2 py-1 text-sm text-ink-2">
      <IconButton label="缩小" icon={<ZoomOut aria-hidden />} disabled={at === 0} onPress={() => step(-1)} />
      <span className="figures w-12 text-center">{`${zoom * 100}%`}</span>
      <IconButton label="放大" icon={<ZoomIn aria-hidden />} disabled={at === ZOOMS.length - 1} onPress={() => step(1)} />
    </div>
  );
}

interface PageProps {
  sheet: Sheet;
  page: number;
  pages: number;
  over?: Props['over'];
  /** rem */
  most: number;
  onDouble: (() => void) | undefined;
}

function Page({ sheet, page, pages, over, most, onDouble }: PageProps) {
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [width, setWidth] = useState(0);
  const [seen, setSeen] = useState(page === 0);
  useEffect(() => {
    const box = frame.current;
    if (!box) return;
    const sizes = new ResizeObserver(([entry]) => setWidth(Math.round(entry?.contentRect.width ?? 0)));
    const sight = new IntersectionObserver((entries) => setSeen(entries.at(-1)?.isIntersecting ?? false), { rootMargin: '400px' });
    sizes.observe(box);
    sight.observe(box);
    return () => {
      sizes.disconnect();
      sight.disconnect();
    };
  }, []);
  const scale = width / sheet.width;
  useEffect(() => {
    const picture = canvas.current;
    if (!picture) return undefined;
    if (seen && width > 0) return sheet.draw(picture, scale * Math.min(2, window.devicePixelRatio || 1));
    picture.width = 0;
    return undefined;
  }, [seen, width, scale, sheet]);
  return (
    <div
      ref={frame}
      role="img"
      aria-label={`第${page + 1}页，共${pages}页`}
      className="relative mx-auto w-full overflow-hidden rounded bg-white shadow-card"
      style={{ aspectRatio: `${sheet.width} / ${sheet.height}`, maxWidth: `${most}rem` }}
      onDoubleClick={onDouble}
    >
      <canvas ref={canvas} className="block size-full" />
      {over && width > 0 && over(page, sheet, scale)}
    </div>
  );
}

async function open(url: string): Promise<{ sheets: Sheet[]; close: () => void }> {
  const [pdfjs, worker] = await arriving(Promise.all([import('pdfjs-dist'), import('pdfjs-dist/build/pdf.worker.min.mjs?url')]));
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
      draw(canvas, scale) {
        const viewport = page.getViewport({ scale });
        canvas.width = Math.round(viewport.width);
        canvas.height = Math.round(viewport.height);
        const drawing = page.render({ canvas, viewport });
        drawing.promise.catch(() => undefined);
        return () => drawing.cancel();
      },
    });
  }
  return { sheets, close: () => void task.destroy() };
}
