import { ArrowRight } from 'lucide-react';
import { Link } from '~/ui/kit/Link';
import type { Link as LinkData } from '../insight.schema';

export function LinkGrid({ links }: { links: readonly LinkData[] }) {
  return (
    <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-5">
      {links.map((link) => (
        <li key={link.href}>
          <Link
            href={link.href}
            className="flex h-full items-center gap-2 rounded-md border border-line bg-paper px-4 py-3 text-ink no-underline transition-colors hover:border-brand-line hover:no-underline"
          >
            <span className="min-w-0 flex-1">
              <span className="block font-semibold">{link.title}</span>
              {link.note && <span className="block truncate text-sm text-ink-3">{link.note}</span>}
            </span>
            <ArrowRight aria-hidden className="size-4 shrink-0 text-ink-3" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
