import { ChevronDown } from 'lucide-react';
import type { ButtonHTMLAttributes, ReactNode } from 'react';

export const barButton = 'inline-flex h-9 items-center gap-1.5 rounded-md px-2 text-sm text-ink-2 hover:bg-hover hover:text-ink max-w-56 xl:max-w-80';

/** Opens a menu of the top bar; on a phone its words are for screen readers alone. */
export function Opener({ icon, text, ...rest }: { icon: ReactNode; text: string } & ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <button type="button" {...rest} className={barButton}>
      {icon}
      <span className="truncate max-sm:sr-only">{text}</span>
      <ChevronDown size={14} aria-hidden="true" className="max-sm:hidden" />
    </button>
  );
}
