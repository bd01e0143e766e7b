import type { Mark } from './flow';

type Words = Extract<Mark, { kind: 'text' }>;
type Rule = Extract<Mark, { kind: 'rule' }>;
const INK = 0.1;
const GREY = 0.42;
const LINE = 0.45;
const PALE = 0.75;

/**
 * What draws a page, in the words of PDF: shades, then rules, then texts. Only what changes is said, places from one to the next in hundredths of a
 * point: repeated steps are what packing finds. `encode` gives a text as the bytes of a string that need no escape.
 */
export function contentOf(marks: readonly Mark[], font: string, encode: (text: string) => string): string {
  const shades = marks.filter((mark) => mark.kind === 'shade');
  const rules = marks.filter((mark) => mark.kind === 'rule');
  const words = marks.filter((mark): mark is Words => mark.kind === 'text' && mark.text !== '');
  return [
    shades.length ? `0.94 g${shades.map(({ x, y, width, height }) => ` ${said(x)} ${said(y)} ${said(width)} ${said(height)} re`).join('')} f` : '',
    ...[LINE, PALE].map((shade) => ruled(joined(rules.filter((rule) => (rule.grey ? PALE : LINE) === shade)), shade)),
    texts(words, font, encode),
  ]
    .filter(Boolean)
    .join('\n');
}

const ruled = (rules: readonly Rule[], shade: number): string =>
  rules.length ? `${shade} G .6 w${rules.map(({ x, y, toX, toY }) => ` ${said(x)} ${said(y)} m ${said(toX)} ${said(toY)} l`).join('')} S` : '';

/** Grids are drawn row by row: upright lines that go on in the next row become one, lines drawn twice as well. */
function joined(rules: readonly Rule[]): Rule[] {
  const upright = new Map<string, Rule>();
  const lying = new Map<string, Rule>();
  for (const rule of rules) {
    if (rule.x !== rule.toX) {
      lying.set([rule.x, rule.y, rule.toX].map(said).join(' '), rule);
      continue;
    }
    const before = upright.get(`${said(rule.x)} ${said(rule.y)}`);
    upright.delete(`${said(rule.x)} ${said(rule.y)}`);
    upright.set(`${said(rule.x)} ${said(rule.toY)}`, before ? { ...before, toY: rule.toY } : rule);
  }
  return [...upright.values(), ...lying.values()];
}

function texts(words: readonly Words[], font: string, encode: (text: string) => string): string {
  if (!words.length) return '';
  let told = { size: 0, ink: -1, bold: false, spread: 0 };
  let [x, y] = [0, 0];
  const lines = words.map((mark) => {
    const now = { size: mark.size, ink: mark.grey ? GREY : INK, bold: mark.bold === true, spread: Math.round((mark.spread ?? 0) * 1000) };
    const [toX, toY] = [hundredths(mark.x), hundredths(mark.y)];
    const step = `${short((toX - x) / 100)} ${short((toY - y) / 100)} Td`;
    [x, y] = [toX, toY];
    const changes = [
      now.size === told.size ? '' : `/${font} ${short(now.size)} Tf`,
      now.ink === told.ink ? '' : `${short(now.ink)} g`,
      // Bold is drawn with an outline: a second face would double what every file carries.
      now.bold === told.bold ? '' : `${now.bold ? 2 : 0} Tr`,
      now.bold && !(told.bold && told.size === now.size && told.ink === now.ink) ? `${short(now.ink)} G ${short(Math.round(now.size * 30) / 1000)} w` : '',
      now.spread === told.spread ? '' : `${short(now.spread / 1000)} Tc`,
    ].filter(Boolean);
    told = now;
    return `${[...changes, step].join(' ')}(${encode(mark.text)})Tj`;
  });
  return `BT ${lines.join('\n')} ET`;
}

const hundredths = (value: number): number => Math.round(value * 100);
const said = (value: number): string => short(hundredths(value) / 100);
const short = (value: number): string => String(value).replace(/^(-?)0\./, '$1.');
