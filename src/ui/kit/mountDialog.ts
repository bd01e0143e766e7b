import type { ReactElement } from 'react';
import { createRoot } from 'react-dom/client';
import { onNextPage } from './page';
import { withIdsOf } from './root';

let opened = 0;

/** Shows a dialog in a root of its own, so any island or plain function may; `close` takes it away, as the next page does. Browser only. */
export function mountDialog(dialog: (close: () => void) => ReactElement): void {
  opened += 1;
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  const close = () => {
    stay();
    root.unmount();
    place.remove();
  };
  const stay = onNextPage(close);
  root.render(withIdsOf(`dialog${opened}`, dialog(close)));
}
