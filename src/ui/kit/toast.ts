import { atom } from 'nanostores';

export type ToastKind = 'ok' | 'info' | 'warn' | 'error';
export interface ToastItem {
  id: number;
  message: string;
  kind: ToastKind;
}

export const $toasts = atom<ToastItem[]>([]);
const LIFE_MS = { ok: 3000, info: 4000, warn: 6000, error: 8000 } as const;
let lastId = 0;
let mounted = false;

/** Shows a message; the same message is not shown twice while it is open. Line breaks are kept. Browser only. */
export function toast(message: string, kind: ToastKind = 'info'): void {
  if (!message || typeof document === 'undefined') return;
  if (!mounted) {
    mounted = true;
    void import('./ToastHost').then(({ mountToasts }) => mountToasts());
  }
  if ($toasts.get().some((open) => open.message === message)) return;
  lastId += 1;
  const id = lastId;
  $toasts.set([...$toasts.get().slice(-4), { id, message, kind }]);
  setTimeout(() => closeToast(id), LIFE_MS[kind] + message.length * 30);
}

export function closeToast(id: number): void {
  $toasts.set($toasts.get().filter((open) => open.id !== id));
}
