import { useId } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import renderer from '~/islands/server';
import { withIdsOf } from '~/ui/kit/root';

const Field = () => {
  const id = useId();
  return (
    <label htmlFor={id}>
      <input id={id} />
    </label>
  );
};
const idOf = (html: string): string => html.match(/for="([^"]+)"/)?.[1] ?? '';
const drawn = (page: object, slots: Record<string, string> = {}, component: unknown = Field) =>
  renderer.renderToStaticMarkup.call({ result: page }, component, {}, slots, undefined);

test('what one island of a page names nobody else does, and the browser names it alike', async () => {
  const page = {};
  const [first, second] = [await drawn(page), await drawn(page)];
  expect(idOf(first.html)).not.toBe('');
  expect(idOf(second.html)).not.toBe(idOf(first.html));
  expect(first.html).toContain(`id="${idOf(first.html)}"`);
  for (const { html, attrs } of [first, second]) expect(idOf(renderToString(withIdsOf(Number(attrs?.['island']), <Field />)))).toBe(idOf(html));
  // Another page begins anew, so that the parts of the frame are called the same on each.
  expect((await drawn({})).html).toBe(first.html);
});

test('what stands between the tags of an island comes into its place', async () => {
  const Frame = ({ figures, children }: { figures?: React.ReactNode; children?: React.ReactNode }) => (
    <section>
      {figures}
      {children}
    </section>
  );
  const { html } = await drawn({}, { figures: '<b>1</b>', default: '<i>2</i>', empty: ' \n' }, Frame);
  expect(html.replace(/<\/?astro[^>]*>/g, '')).toBe('<section><b>1</b><i>2</i></section>');
});
