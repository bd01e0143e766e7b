import type { Preferences } from '~/shared/preferences.schema';

/** Sent on the window with what a person has just chosen; the shell keeps it with the account. */
export const PREFERRED = 'portal:preferred';
const COPY = 'portal:preferences';

/** The page as the server drew it carries the choice, so that nothing changes its look after the first paint. */
const root = (): DOMStringMap => document.documentElement.dataset;

export const isCompact = (): boolean => root()['density'] === 'compact';
export const preferredSize = (): string => root()['pageSize'] ?? '';

export function prefer(choice: Preferences): void {
  show(choice);
  try {
    localStorage.setItem(COPY, JSON.stringify({ compact: isCompact(), pageSize: preferredSize() }));
  } catch {
    // Without a store only pages that are already open miss the choice.
  }
  dispatchEvent(new CustomEvent(PREFERRED, { detail: choice }));
}

function show({ compact, pageSize }: { compact?: boolean | undefined; pageSize?: number | string | undefined }): void {
  if (compact !== undefined) root()['density'] = compact ? 'compact' : 'normal';
  if (pageSize) root()['pageSize'] = String(pageSize);
}

/** Pages open in other windows, and pages the browser kept for 后退, follow the choice. */
export function followPreferences(): () => void {
  const follow = (text: string | null) => {
    try {
      show(JSON.parse(text ?? '{}') as Preferences);
    } catch {
      // Not ours: the page stays as it was drawn.
    }
  };
  const onStorage = (event: StorageEvent) => event.key === COPY && follow(event.newValue);
  const onShown = (event: PageTransitionEvent) => event.persisted && follow(localStorage.getItem(COPY));
  addEventListener('storage', onStorage);
  addEventListener('pageshow', onShown);
  return () => {
    removeEventListener('storage', onStorage);
    removeEventListener('pageshow', onShown);
  };
}
