import { writtenPerson } from '../kit/person';

interface Draft {
  /** The defaults it was typed over: a record changed since then must not be overwritten silently. */
  base: string;
  values: unknown;
}

/** Whoever logs in next in this tab, or the other company of the same person, must not be given it. */
function keyOf(name: string): string {
  const { accountId, tenantId, customerId } = writtenPerson();
  return `draft:${[accountId, tenantId, customerId].join('.')}:${name}`;
}

export function readDraft(name: string): Draft | undefined {
  try {
    const draft = JSON.parse(sessionStorage.getItem(keyOf(name)) ?? 'null') as Draft | null;
    return draft && typeof draft.base === 'string' ? draft : undefined;
  } catch {
    return undefined;
  }
}

export function keepDraft(name: string, base: unknown, values: unknown): void {
  try {
    sessionStorage.setItem(keyOf(name), JSON.stringify({ base: JSON.stringify(base), values }));
  } catch {
    // A full store only loses the autosave; the form itself still holds everything.
  }
}

export const dropDraft = (name: string): void => sessionStorage.removeItem(keyOf(name));
