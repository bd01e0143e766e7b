import { Download, Minus, Plus } from 'lucide-react';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../kit/Button';
import { Alert, Spinner } from '../kit/Feedback';
import { openPdf, refusalOf } from './openPdf';
import { PdfPage } from './PdfPage';

const zooms = [0.75, 1, 1.25, 1.5, 2, 3] as const;

/** A PDF read in the page: as wide as its place, page by page as one scrolls, so that a hundred pages cost a phone no more than three. */
export default function PdfReader({ href, title }: { href: string; title: string }) {
  const [pdf, setPdf] = useState<PDFDocumentProxy | null>(null);
  const [problem, setProblem] = useState('');
  const [zoom, setZoom] = useState(1);
  const [width, setWidth] = useState(0);
  const frame = useRef<HTMLElement>(null);

  useEffect(() => {
    let gone = false;
    let close = () => {};
    setPdf(null);
    setProblem('');
    openPdf(href).then(
      (opened) => {
        close = opened.close;
        if (gone) close();
        else setPdf(opened.pdf);
      },
      (error: unknown) => !gone && setProblem(refusalOf(error)),
    );
    return () => {
      gone = true;
      close();
    };
  }, [href]);

  useEffect(() => {
    const room = frame.current;
    if (!room) return;
    const watch = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    watch.observe(room);
    return () => watch.disconnect();
  }, []);

  const at = zooms.indexOf(zoom as 1);
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <span className="figures text-sm text-ink-3">{pdf ? `共 ${pdf.numPages} 页` : ' '}</span>
        <span className="ml-auto flex items-center gap-1">
          <Button size="sm" icon={<Minus aria-hidden />} aria-label="缩小" disabled={at <= 0} onPress={() => setZoom(zooms[at - 1] ?? 1)} />
          <span className="figures w-12 text-center text-sm">{Math.round(zoom * 100)}%</span>
          <Button size="sm" icon={<Plus aria-hidden />} aria-label="放大" disabled={at === zooms.length - 1} onPress={() => setZoom(zooms[at + 1] ?? 1)} />
          <Button size="sm" icon={<Download aria-hidden />} href={href} external>
            下载
          </Button>
        </span>
      </div>
      <section
        ref={frame}
        aria-label={`${title}的页面，可滚动`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        className="max-h-[80vh] min-h-96 overflow-auto rounded border border-line bg-sunken p-2"
      >
        {problem ? (
          <Alert tone="danger" title={problem}>
            可以先下载文件，用本机的阅读器打开。
          </Alert>
        ) : pdf && width > 0 ? (
          Array.from({ length: pdf.numPages }, (_, index) => <PdfPage key={index} pdf={pdf} number={index + 1} width={width * zoom} title={title} />)
        ) : (
          <Spinner label="正在打开文件" />
        )}
      </section>
    </section>
  );
}
