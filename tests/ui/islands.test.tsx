import { cloneElement, useId } from 'react';
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

test('nodes the server writes as they stand say what they would say put right', async () => {
  const Everything = () => (
    <>
      {cloneElement(<td className="figures" />, { 'aria-label': '金额', colSpan: 2 })}
      <label htmlFor="a" className="" title={undefined}>
        数量
      </label>
      <a href="/x" download tabIndex={-1} onClick={() => {}} style={{ width: 12, opacity: 0.5 }}>
        {0}
        {null}
        {'<&>'}
      </a>
      <input defaultValue="3" readOnly />
      <select defaultValue="b">
        <option value="a">甲</option>
        <option value="b">乙</option>
      </select>
      <svg aria-hidden strokeWidth={2} viewBox="0 0 24 24">
        <path strokeLinecap="round" d="M0 0" />
      </svg>
    </>
  );
  const { html } = await drawn({}, {}, Everything);
  for (const part of [
    /<td(?=[^>]* class="figures")(?=[^>]* aria-label="金额")(?=[^>]* colspan="2")/,
    /<label for="a">数量</,
    /<a href="\/x" download(="")? tabindex="-1" style="width:12px;opacity:0.5;?">0&lt;&amp;><\/a>/,
    /<input(?=[^>]* value="3")(?=[^>]* readonly)/,
    /<option value="a">甲<\/option><option(?=[^>]* selected)(?=[^>]* value="b")[^>]*>乙/,
    /<svg(?=[^>]* stroke-width="2")(?=[^>]* viewBox="0 0 24 24")[^>]*><path(?=[^>]* stroke-linecap="round")/,
  ])
    expect(html).toMatch(part);
});
