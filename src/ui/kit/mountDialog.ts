import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';

/** Shows a dialog in a root of its own, so any island or plain function may; `close` takes it away and gives the focus back. Browser only. */
export function mountDialog(dialog: (close: () => void) => ReactNode): void {
  const place = document.createElement('div');
  const before = document.activeElement;
  document.body.append(place);
  const root = createRoot(place);
  const close = () => {
    root.unmount();
    place.remove();
    if (before instanceof HTMLElement) before.focus();
  };
  root.render(dialog(close));
}
