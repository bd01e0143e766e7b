import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { toast } from '../kit/toast';
import { DASHES } from './format';

/** Text with a button that copies it. */
export function Copyable({ value, children }: { value: string | null | undefined; children?: ReactNode }) {
  if (!value) return <span className="text-ink-3">{DASHES}</span>;
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => toast('已复制', 'ok'),
      () => toast('浏览器不允许复制，请手动选择文字复制', 'warn'),
    );
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      {children ?? <span className="figures min-w-0 wrap-anywhere">{value}</span>}
      <button
        type="button"
        aria-label={`复制${value}`}
        title="复制"
        onClick={copy}
        className="grid size-6 shrink-0 place-items-center rounded text-ink-3 hover:bg-hover hover:text-brand"
      >
        <Copy aria-hidden className="size-3.5" />
      </button>
    </span>
  );
}
