import type { DialogProps } from './DialogPanel';
import './focusTrail';
import { late } from './late';

const Panel = late<DialogProps & { drawer?: boolean }>(() => import('./DialogPanel'));

/** Modal; a press outside does not close it, so nothing typed is lost. */
export function Dialog(props: DialogProps) {
  return props.open ? <Panel {...props} /> : null;
}

/** The same, along the right edge. */
export function Drawer(props: DialogProps) {
  return props.open ? <Panel {...props} drawer /> : null;
}
