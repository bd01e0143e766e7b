import type { PDFDocumentProxy, RenderTask } from 'pdfjs-dist';
import { useEffect, useRef, useState } from 'react';

/** Width to height of A4, until the page says its own. */
const A4 = Math.SQRT2;
const SHARPEST = 2;

/** One page, drawn while it is near the window; its text is there for screen readers. */
export function PdfPage({ pdf, number, width, title }: { pdf: PDFDocumentProxy; number: number; width: number; title: string }) {
  const holder = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [near, setNear] = useState(number === 1);
  const [shape, setShape] = useState(A4);
  const [text, setText] = useState('');

  useEffect(() => {
    const element = holder.current;
    if (!element) return;
    const watch = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), { rootMargin: '600px' });
    watch.observe(element);
    return () => watch.disconnect();
  }, []);

  useEffect(() => {
    const surface = canvas.current;
    if (!near || !surface) return;
    let gone = false;
    let task: RenderTask | undefined;
    const draw = async () => {
      const page = await pdf.getPage(number);
      if (gone) return;
      const plain = page.getViewport({ scale: 1 });
      setShape(plain.height / plain.width);
      const viewport = page.getViewport({ scale: (width / plain.width) * Math.min(devicePixelRatio || 1, SHARPEST) });
      surface.width = Math.floor(viewport.width);
      surface.height = Math.floor(viewport.height);
      task = page.render({ canvas: surface, viewport });
      await task.promise;
      const { items } = await page.getTextContent();
      if (!gone) setText(items.map((item) => ('str' in item ? item.str : '')).join(''));
    };
    // A drawing that was cancelled by the next one rejects; there is nothing to tell.
    draw().catch(() => undefined);
    return () => {
      gone = true;
      task?.cancel();
      surface.width = 0;
    };
  }, [pdf, number, width, near]);

  return (
    <div ref={holder} className="relative mx-auto mb-2 bg-white shadow-sm" style={{ width, height: width * shape }}>
      <canvas ref={canvas} role="img" aria-label={`${title}第${number}页`} className="h-full w-full" />
      <p className="sr-only">{text}</p>
    </div>
  );
}
