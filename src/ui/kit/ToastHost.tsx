import { useStore } from '@nanostores/react';
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { createRoot } from 'react-dom/client';
import { $toasts, closeToast, type ToastItem } from './toast';

const looks = {
  ok: { icon: CircleCheck, tint: 'text-ok' },
  info: { icon: Info, tint: 'text-info' },
  warn: { icon: TriangleAlert, tint: 'text-warn' },
  error: { icon: CircleAlert, tint: 'text-danger' },
} as const;

/** One host a page, outside every island, so that any island may call `toast`. */
export function mountToasts(): void {
  const place = document.createElement('div');
  document.body.append(place);
  createRoot(place).render(<ToastHost />);
}

function ToastHost() {
  const toasts = useStore($toasts);
  return (
    <section aria-label="消息提示" aria-live="polite" className="pointer-events-none fixed inset-x-0 top-4 z-[90] flex flex-col items-center gap-2 px-4">
      {toasts.map((item) => (
        <Toast key={item.id} item={item} />
      ))}
    </section>
  );
}

function Toast({ item }: { item: ToastItem }) {
  const { icon: Icon, tint } = looks[item.kind];
  return (
    <div
      role={item.kind === 'error' ? 'alert' : 'status'}
      className="rise pointer-events-auto flex max-w-xl items-start gap-2.5 rounded-lg border border-line bg-raised py-2.5 pr-2 pl-3.5 shadow-raised"
    >
      <Icon aria-hidden className={`mt-0.5 size-[18px] shrink-0 ${tint}`} />
      <p className="min-w-0 flex-1 whitespace-pre-line">{item.message}</p>
      <button
        type="button"
        aria-label="关闭提示"
        onClick={() => closeToast(item.id)}
        className="grid size-6 place-items-center rounded text-ink-3 hover:bg-hover hover:text-ink"
      >
        <X aria-hidden className="size-4" />
      </button>
    </div>
  );
}
