import { beforeEach, expect, test, vi } from 'vitest';
import { dropDraft, keepDraft, readDraft } from '~/ui/form/draft';

const kept = new Map<string, string>();
vi.stubGlobal('sessionStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
  removeItem: (key: string) => kept.delete(key),
});
const at = (person: object | null) => vi.stubGlobal('document', { getElementById: () => (person ? { textContent: JSON.stringify(person) } : null) });
const here = { accountId: '1', tenantId: '10', customerId: null };
const name = 'order/factory/new';

beforeEach(() => {
  kept.clear();
  at(here);
  keepDraft(name, {}, { remark: '加急' });
});

test('what is typed comes back to whoever typed it', () => {
  expect(readDraft(name)).toEqual({ base: '{}', values: { remark: '加急' } });
  dropDraft(name);
  expect(readDraft(name)).toBeUndefined();
});

test.each([
  ['somebody else who logs in at the same tab', { ...here, accountId: '2' }],
  ['another company of the same person', { ...here, tenantId: '11' }],
  ['the same person as a dealer', { ...here, customerId: '7' }],
  ['nobody', null],
])('%s is given none of it, and takes none of it away', (_, person) => {
  at(person);
  expect(readDraft(name)).toBeUndefined();
  dropDraft(name);
  at(here);
  expect(readDraft(name)?.values).toEqual({ remark: '加急' });
});
