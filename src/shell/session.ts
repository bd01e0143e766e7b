import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import type { MeView } from '~/portal/me';

/** Who is logged in, as the server wrote it into the page. Filled in the browser only: on the server stores are shared by every request. */
export const $me = atom<MeView | null>(readMe());
/** Unread messages, for the bell; the message pages update it. */
export const $unread = atom<number>(0);

function readMe(): MeView | null {
  if (typeof document === 'undefined') return null;
  const text = document.getElementById('portal-me')?.textContent;
  return text ? (JSON.parse(text) as MeView) : null;
}

/** The session of the request being rendered, on the server (set by `withMe`), and of the page in the browser: the same value, so nothing jumps. */
const rendered = (): MeView | null => (typeof document === 'undefined' ? ((globalThis as { portalMe?: () => MeView | null }).portalMe?.() ?? null) : $me.get());

export function useMe(): MeView | null {
  return useStore($me, { ssr: rendered });
}

/** Whether the person holds a permission code; the server decides again on every call. */
export function useCan(code: string): boolean {
  return useMe()?.permissions.includes(code) ?? false;
}
