import type { ReactElement } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';

interface Form {
  delivery: { id: string };
  onSigned: () => void;
  onClose: () => void;
}
const forms: Form[] = [];
let closed = 0;
vi.mock('~/ui/kit/mountDialog', () => ({
  mountDialog: (dialog: (close: () => void) => ReactElement<Form>) => {
    forms.push(
      dialog(() => {
        closed += 1;
      }).props,
    );
  },
}));
let deliveries: { id: string; signable: boolean }[] = [];
vi.mock('~/shell/transport', () => ({ portal: () => Promise.resolve({ code: '0', data: { deliveries } }) }));
const { signOrder } = await import('~/domains/delivery/slots/orderSign');

beforeEach(() => {
  forms.length = 0;
  closed = 0;
});

it('opens the form of the one delivery of an order that is on the road, and tells whether it was signed', async () => {
  deliveries = [
    { id: 'signed', signable: false },
    { id: 'there', signable: true },
  ];
  for (const signs of [true, false]) {
    const done = signOrder('order');
    await vi.waitFor(() => expect(forms).toHaveLength(1));
    const form = forms.pop() as Form;
    expect(form.delivery.id).toBe('there');
    if (signs) form.onSigned();
    form.onClose();
    expect(await done).toBe(signs);
  }
  expect(closed).toBe(2);
});

it.each([[[]], [['one', 'two']]])('opens none for %j on the road, which the page of deliveries shows', async (ids) => {
  deliveries = [{ id: 'signed', signable: false }, ...ids.map((id) => ({ id, signable: true }))];
  expect(await signOrder('order')).toBeNull();
  expect(forms).toEqual([]);
});
