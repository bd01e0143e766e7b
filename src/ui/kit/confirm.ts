import { arriving } from '../arriving';
import './focusTrail';

export interface ConfirmOptions {
  title: string;
  body?: string;
  tone?: 'primary' | 'danger';
  ok?: string;
  cancel?: string;
  /** Asks for a required reason. */
  reason?: boolean | { label: string; max?: number; suggest?: () => Promise<readonly string[]> };
}
export type Confirmed = false | { reason: string };

/** Asks and resolves with `false` or the answer (`reason` is '' unless asked for). Browser only. */
export async function confirm(options: ConfirmOptions): Promise<Confirmed> {
  const { askInDialog } = await arriving(import('./ConfirmDialog'));
  return askInDialog(options);
}
