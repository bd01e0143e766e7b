import { ChevronRight } from 'lucide-react';

export function Breadcrumb({ items }: { items: readonly { label: string; href?: string | undefined }[] }) {
  return (
    <nav aria-label="面包屑">
      <ol className="flex flex-wrap items-center gap-1 text-sm text-ink-3">
        {items.map((item, index) => (
          <li key={`${index}-${item.label}`} className="flex items-center gap-1">
            {index > 0 && <ChevronRight aria-hidden className="size-3.5" />}
            {item.href && index < items.length - 1 ? (
              <a href={item.href} className="text-ink-2 no-underline hover:text-brand">
                {item.label}
              </a>
            ) : (
              <span aria-current={index === items.length - 1 ? 'page' : undefined} className={index === items.length - 1 ? 'text-ink' : ''}>
                {item.label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
