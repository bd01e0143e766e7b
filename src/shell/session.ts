import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { userInfo } from '~/domains/account/calls';
import type { MeView } from '~/portal/me.schema';
import { closePaths } from '~/ui/kit/closed';
import { call } from './call';

/** Who is logged in, as the server wrote it into the page. Filled in the browser only: on the server stores are shared by every request. */
export const $me = atom<MeView | null>(readMe());
/** Unread messages, for the bell; the message pages update it. */
export const $unread = atom<number>(0);
/** Tasks that wait for the person: the to-do list's own count. */
export const $tasks = atom<number>(0);
/** Exports and imports that wait for this person, for the menu. */
export const $batches = atom<{ exportTotal: number; importTotal: number }>({ exportTotal: 0, importTotal: 0 });
/** The newest message that came while the page was open; another object for each. */
export const $arrived = atom<{ title: string; important: boolean } | null>(null);

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

/**
 * Asks who the person is by now and gives every open island the answer, so that a button whose permission was taken away goes
 * without a reload. True when menus and page no longer fit: what the person may do, or in whose name, has changed.
 */
export async function refreshMe(): Promise<boolean> {
  const before = $me.get();
  if (!before) return false;
  const now = await call(userInfo, {}, { stays: true }).catch(() => null);
  if (!now) return false;
  $me.set(now);
  closePaths(now.closed);
  const held = (me: MeView): string => [me.tenantId, me.customerId, me.preview?.roleId, ...[...me.permissions].sort()].join();
  return held(before) !== held(now);
}
