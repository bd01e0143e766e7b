import { BUSY_MESSAGE, SESSION_INVALID } from '~/shared/refusal';

/** A business "no" as it arrives from a call, known by its shape. */
export interface RefusalShape {
  code: string;
  message: string;
  data?: { reason?: string; fields?: Record<string, string>; [more: string]: unknown };
}

export function isRefusal(error: unknown): error is RefusalShape {
  return typeof error === 'object' && error !== null && typeof (error as RefusalShape).code === 'string' && typeof (error as RefusalShape).message === 'string';
}

/** The sentence to show for any failure; empty when the shell already acts on it (session invalid). */
export function sentenceOf(error: unknown): string {
  if (!isRefusal(error)) return BUSY_MESSAGE;
  return error.code === SESSION_INVALID ? '' : error.message || BUSY_MESSAGE;
}
