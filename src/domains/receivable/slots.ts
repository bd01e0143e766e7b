import type { ComponentType } from 'react';

/** `slots/reminders.tsx` of whoever collects: reminding chosen customers, and what they were told. The book of receivables mounts them. */
export interface RemindersSlot {
  Remind: ComponentType<{ customerIds: readonly string[]; onClose: () => void; onDone: () => void }>;
  Told: ComponentType<{ customerId: string | undefined }>;
  /** Where the customer's case is. */
  caseHref(customerId: string): string;
}
