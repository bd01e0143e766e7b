import type { FindKind } from '~/domains/finding/finding';
import { mayFollow } from '~/ui/kit/closed';
import { $me } from './session';

export interface Choice {
  kind: FindKind;
  title: string;
  hint: string;
  amount?: string | null | undefined;
  href: string;
}

const PREFIX = 'portal:found:';
const MOST = 8;

/** The choices of this person in this seat; whoever looks around as somebody else leaves none. */
function keyOf(): string | null {
  const me = $me.get();
  return me && !me.preview ? `${PREFIX}${me.accountId}:${me.tenantId}:${me.customerId ?? ''}` : null;
}

/** What was chosen lately and may still be opened, the newest first. */
export function recentChoices(): Choice[] {
  const key = keyOf();
  try {
    const kept: unknown = JSON.parse((key && localStorage.getItem(key)) || '[]');
    return Array.isArray(kept) ? (kept as Choice[]).filter((one) => typeof one?.href === 'string' && mayFollow(one.href)) : [];
  } catch {
    return [];
  }
}

/** Without amounts: these change, and the person's right to see them may. */
export function keepChoice({ kind, title, hint, href }: Choice): void {
  const key = keyOf();
  if (!key) return;
  const others = recentChoices().filter((one) => one.href !== href);
  try {
    localStorage.setItem(key, JSON.stringify([{ kind, title, hint, href }, ...others].slice(0, MOST)));
  } catch {
    // A browser that keeps nothing still finds.
  }
}

/** Names of customers do not stay on a shared computer. */
export function forgetChoices(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
}
