import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';

/** Shows a dialog in a root of its own, so any island or plain function may; `close` takes it away. Browser only. */
export function mountDialog(dialog: (close: () => void) => ReactNode): void {
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  const close = () => {
    root.unmount();
    place.remove();
  };
  root.render(dialog(close));
}
