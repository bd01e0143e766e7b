import { type CSSProperties, type ReactNode, useEffect, useRef } from 'react';

interface Props {
  label: string;
  busy?: boolean;
  style?: CSSProperties;
  children: ReactNode;
}

/** Scrolls sideways, by keyboard too, and tells sticky cells whether anything lies beneath them. */
export function TableScroller({ label, busy, style, children }: Props) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const mark = () => {
      const width = element.querySelector('table')?.offsetWidth ?? 0;
      element.dataset['fits'] = String(width <= element.clientWidth);
      element.dataset['moreLeft'] = String(element.scrollLeft > 0);
      element.dataset['moreRight'] = String(element.scrollLeft + element.clientWidth < element.scrollWidth - 1);
    };
    mark();
    const watch = new ResizeObserver(mark);
    watch.observe(element);
    const table = element.querySelector('table');
    if (table) watch.observe(table);
    element.addEventListener('scroll', mark, { passive: true });
    return () => {
      watch.disconnect();
      element.removeEventListener('scroll', mark);
    };
  }, []);
  return (
    <section
      ref={box}
      aria-label={`${label}，可左右滚动`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      aria-busy={busy}
      className="table-box relative focus-visible:outline-offset-[-2px]"
      style={style}
    >
      {children}
    </section>
  );
}
