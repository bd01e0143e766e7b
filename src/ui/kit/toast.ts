import { atom } from 'nanostores';
import { onNextPage } from './page';

export type ToastKind = 'ok' | 'info' | 'warn' | 'error';
export interface ToastItem {
  id: number;
  /** Milliseconds since 1970. */
  at: number;
  message: string;
  kind: ToastKind;
}

export const $toasts = atom<ToastItem[]>([]);
const LIFE_MS = { ok: 3000, info: 4000, warn: 6000, error: 8000 } as const;
let lastId = 0;
let mounted = false;
const CARRIED = 'toasts';
const FRESH_MS = 2000;

/** Shows a message; the same message is not shown twice while it is open. Line breaks are kept. Browser only. */
export function toast(message: string, kind: ToastKind = 'info'): void {
  if (!message || typeof document === 'undefined') return;
  if (!mounted) {
    mounted = true;
    void import('./ToastHost')
      .then(({ mountToasts }) => mountToasts())
      .catch(() => {
        mounted = false;
        sayPlainly(message);
      });
  }
  if ($toasts.get().some((open) => open.message === message)) return;
  lastId += 1;
  const id = lastId;
  $toasts.set([...$toasts.get().slice(-4), { id, at: Date.now(), message, kind }]);
  setTimeout(() => closeToast(id), LIFE_MS[kind] + message.length * 30);
}

/** Of a lost network people must hear although what shows messages cannot be fetched either. */
function sayPlainly(message: string): void {
  const said = document.createElement('p');
  said.setAttribute('role', 'alert');
  said.className = 'fixed top-4 left-1/2 z-50 -translate-x-1/2 rounded-md border border-line bg-paper px-4 py-2.5 text-ink shadow-raised';
  said.textContent = message;
  document.body.append(said);
  setTimeout(() => said.remove(), LIFE_MS.error);
}

export function closeToast(id: number): void {
  $toasts.set($toasts.get().filter((open) => open.id !== id));
}

const ofArrival = (): ToastItem[] => $toasts.get().filter(({ at, kind }) => kind === 'ok' && Date.now() - at < FRESH_MS);

/** “已保存” and on to the list: the success told as the page was left is told again where the person arrives; a failure there belongs to the page left. Without storage it is not. */
function carryOver(): void {
  const fresh = ofArrival();
  if (fresh.length === 0) return;
  try {
    sessionStorage.setItem(CARRIED, JSON.stringify({ until: Date.now() + 10_000, fresh }));
  } catch {}
}
function sayAgain(): void {
  try {
    const carried = JSON.parse(sessionStorage.getItem(CARRIED) ?? 'null') as { until: number; fresh: ToastItem[] } | null;
    sessionStorage.removeItem(CARRIED);
    if (carried && Date.now() < carried.until) for (const { message, kind } of carried.fresh) toast(message, kind);
  } catch {}
}
if (typeof document !== 'undefined') {
  addEventListener('pagehide', carryOver);
  onNextPage(() => $toasts.set(ofArrival()));
  sayAgain();
}
