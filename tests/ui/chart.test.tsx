import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test } from 'vitest';
import { Chart } from '~/ui/chart/Chart';
import { type ChartSpec, shortFigure } from '~/ui/chart/spec';

const shared = globalThis as { portalMe?: () => { closed: string[] } | null };
afterEach(() => {
  delete shared.portalMe;
});
const spec: ChartSpec = {
  kind: 'line',
  axis: '日期',
  unit: '元',
  labels: ['11-20', '11-21'],
  series: [
    { name: '近30天', values: ['1234.50', '0'], colour: 'brand', hrefs: ['/orders?day=20', '/orders?day=21'] },
    { name: '前30天', values: ['99', '-3.10'], colour: 'ink-3', faint: true },
  ],
};
const drawn = () => renderToStaticMarkup(<Chart title="销售走势" summary="近30天销售合计 1,234.50 元" spec={spec} />);
const textsOf = (html: string, cell: string) => [...html.matchAll(new RegExp(`<${cell}(?: [^>]*)?>(.*?)</${cell}>`, 'g'))].map(([, inner = '']) => inner);

test('without a script a chart is its sentence and its table, each figure a link to its rows', () => {
  const html = drawn();
  expect(textsOf(html, 'figcaption')).toEqual(['近30天销售合计 1,234.50 元']);
  expect(textsOf(html, 'caption')).toEqual(['销售走势']);
  expect(textsOf(html, 'th')).toEqual(['日期', '近30天(元)', '前30天(元)', '11-20', '11-21']);
  expect(textsOf(html, 'td')).toEqual(['<a href="/orders?day=20">1,234.50</a>', '99.00', '<a href="/orders?day=21">0.00</a>', '-3.10']);
});

test('the place of the drawing and its legend are nothing to those who have no script or do not see it', () => {
  const html = drawn();
  const [box = '', , legend = ''] = [...html.matchAll(/<(?:div|ul)[^>]*>/g)].map(([tag]) => tag);
  for (const tag of [box, legend]) {
    expect(tag).toContain('aria-hidden="true"');
    expect(tag).toContain('noscript:hidden');
  }
  expect(html).toContain(`${box}<div class="size-full overflow-hidden"></div></div>`);
  expect(html).not.toMatch(/<(svg|canvas|script|button)/);
});

test('figures of a page the person may not open are plain text', () => {
  shared.portalMe = () => ({ closed: ['/orders'] });
  expect(textsOf(drawn(), 'td')).toEqual(['<span>1,234.50</span>', '99.00', '<span>0.00</span>', '-3.10']);
});

test('figures of the axis are short, as Chinese readers count', () => {
  expect([0, 12.345, 9999, 12000, -34567, 250000000].map(shortFigure)).toEqual(['0', '12.35', '9999', '1.2万', '-3.5万', '2.5亿']);
});
