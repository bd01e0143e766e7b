import { type KeyboardEvent, type MouseEvent, type ReactNode, useId, useState } from 'react';
import { cx } from './cx';
import { plainClick } from './plainClick';

export interface TabItem {
  value: string;
  label: string;
  count?: number | string | undefined;
  content?: ReactNode;
  /** Tabs that are places: drawn as links. */
  href?: string;
}
interface TabsProps {
  items: readonly TabItem[];
  value?: string;
  onChange?: (value: string) => void;
  label?: string;
  className?: string;
}

const tabLook = (on: boolean) =>
  cx(
    'relative -mb-px inline-flex min-h-10 shrink-0 items-center gap-1.5 border-b-2 px-1 whitespace-nowrap no-underline hover:no-underline',
    on ? 'border-brand font-semibold text-brand' : 'border-transparent text-ink-2 hover:text-ink',
  );

export function Tabs({ items, value, onChange, label = '分页', className }: TabsProps) {
  const [own, setOwn] = useState(items[0]?.value ?? '');
  const id = useId();
  const current = value ?? own;
  const choose = (next: string) => {
    setOwn(next);
    onChange?.(next);
  };
  const step = (event: KeyboardEvent<HTMLElement>) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (!by) return;
    const at = items.findIndex((item) => item.value === current);
    const next = items[(at + by + items.length) % items.length];
    if (!next) return;
    event.preventDefault();
    choose(next.value);
    document.getElementById(`${id}-${next.value}`)?.focus();
  };
  const shown = items.find((item) => item.value === current);
  const strip = 'flex gap-x-6 overflow-x-auto border-b border-line [scrollbar-width:none]';
  return (
    <div className={className}>
      {items.some((item) => item.href !== undefined) ? (
        <nav aria-label={label} className={strip}>
          {items.map((item) => (
            <TabLink key={item.value} item={item} on={item.value === current} onChoose={onChange && (() => choose(item.value))} />
          ))}
        </nav>
      ) : (
        <div role="tablist" aria-label={label} className={cx(strip, 'sm:flex-wrap sm:overflow-visible')} onKeyDown={step}>
          {items.map((item) => (
            <button
              key={item.value}
              type="button"
              role="tab"
              id={`${id}-${item.value}`}
              aria-selected={item.value === current}
              aria-controls={item.content === undefined ? undefined : `${id}-panel`}
              tabIndex={item.value === current ? 0 : -1}
              className={tabLook(item.value === current)}
              onClick={() => choose(item.value)}
            >
              <TabBody item={item} on={item.value === current} />
            </button>
          ))}
        </div>
      )}
      {shown?.content !== undefined && (
        <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current}`} className="pt-4">
          {shown.content}
        </div>
      )}
    </div>
  );
}

function TabLink({ item, on, onChoose }: { item: TabItem; on: boolean; onChoose?: (() => void) | undefined }) {
  const press = (event: MouseEvent) => {
    if (!onChoose || !plainClick(event)) return;
    event.preventDefault();
    onChoose();
  };
  return (
    <a href={item.href} aria-current={on ? 'page' : undefined} className={tabLook(on)} onClick={press}>
      <TabBody item={item} on={on} />
    </a>
  );
}

function TabBody({ item, on }: { item: TabItem; on: boolean }) {
  return (
    <>
      {item.label}
      {item.count !== undefined && (
        <span className={cx('figures rounded-full px-1.5 text-xs', on ? 'bg-brand-soft' : 'bg-sunken text-ink-3')}>{item.count}</span>
      )}
    </>
  );
}
