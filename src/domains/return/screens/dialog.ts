import type { Return } from './ReturnSections';

/** A dialog of one return: one form session, one idempotency key. */
export interface ReturnDialog {
  doc: Return;
  onClose: () => void;
  onDone: () => void;
}
