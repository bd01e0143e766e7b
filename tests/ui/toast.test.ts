import { expect, test, vi } from 'vitest';

vi.mock('~/ui/kit/ToastHost', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});
const shown: { textContent: string; role?: string }[] = [];
const listen = () => undefined;
vi.stubGlobal('addEventListener', listen);
vi.stubGlobal('sessionStorage', { getItem: () => null, removeItem: () => undefined });
vi.stubGlobal('document', {
  createElement: () => ({
    textContent: '',
    setAttribute(name: string, value: string) {
      if (name === 'role') (this as { role?: string }).role = value;
    },
    remove: () => undefined,
  }),
  body: { append: (one: (typeof shown)[number]) => shown.push(one) },
});
const { toast } = await import('~/ui/kit/toast');

test('a message is said although what shows messages cannot be fetched', async () => {
  toast('网络连接失败，请检查网络后重试', 'error');
  await vi.waitFor(() => expect(shown).toHaveLength(1));
  expect(shown[0]).toMatchObject({ textContent: '网络连接失败，请检查网络后重试', role: 'alert' });
  toast('库存不足', 'error');
  await vi.waitFor(() => expect(shown.map((one) => one.textContent)).toContain('库存不足'));
});
