import { refuse } from '~/shared/refusal';
import type { SealArt } from '~/shared/sealArt';
import { assertCovered, face, setText } from './font.server';
import { outlinesOf } from './outline.server';

const MIDDLE = 500;
const RING = 470;
/** Where the feet of the arc's letters stand. */
const ARC = 345;
type Point = readonly [x: number, y: number];
type Place = (x: number, y: number) => Point;

/** A company's round seal: its name along the ring, a star, what the seal is for below it, and its number where it has one. */
export function roundSeal(name: string, label: string, number = ''): SealArt {
  const letters = signsOf(name, '印章名称', 40);
  if (label) signsOf(label, '印章用途', 12);
  const step = Math.min(26, 262 / letters.length);
  const size = Math.min(125, (step * Math.PI * ARC) / 180 + 18);
  const shapes = [{ path: circle(RING), stroke: 24 }, { path: star(150) }];
  for (const [index, letter] of letters.entries()) {
    const angle = ((index - (letters.length - 1) / 2) * step * Math.PI) / 180;
    // Narrowed rather than shrunk when the name is long, as engravers do.
    const width = Math.min(1, (step * Math.PI * ARC) / 180 / size + 0.08);
    shapes.push({ path: outline(letter, (x, y) => turned(x * (size / 1000) * width, -ARC - y * (size / 1000), angle)) });
  }
  shapes.push(...across(label, 690, 88, 460), ...(number ? across(number, 880, 46, 330) : []));
  return { shapes: shapes.filter(({ path }) => path) };
}

/** A person's square seal: two or three characters and 印, more in reading order of seals (down, right column first), as names of up to twenty are. */
export function nameSeal(name: string): SealArt {
  const letters = signsOf(name, '姓名', 20);
  const four = letters.length <= 3 ? [...letters, '印', '信'].slice(0, letters.length === 3 ? 4 : letters.length + (letters.length % 2)) : letters;
  const columns = four.length <= 8 ? 2 : four.length <= 15 ? 3 : 4;
  const rows = Math.ceil(four.length / columns);
  const wide = 780 / columns;
  const shapes: SealArt['shapes'][number][] = [{ path: 'M60 60L940 60L940 940L60 940Z', stroke: 40 }];
  for (const [index, letter] of four.entries()) {
    const column = columns - 1 - Math.floor(index / rows);
    const row = index % rows;
    const high = 800 / rows;
    const [left, top] = [110 + column * wide, 100 + row * high];
    const scale = [wide / 1000, high / 1000] as const;
    shapes.push({ path: outline(letter, (x, y) => [left + (x + 500) * scale[0], top + (880 - y) * scale[1]]) });
  }
  return { shapes };
}

function signsOf(text: string, what: string, most: number): string[] {
  const letters = [...setText(text)];
  if (letters.length === 0 || letters.length > most) refuse('SEAL_ART', `${what}应为1至${most}个字，当前${letters.length}个字`);
  assertCovered(what, text);
  return letters;
}

/** Characters in a row around the middle, `base` from the top. */
function across(text: string, base: number, size: number, room: number): SealArt['shapes'][number][] {
  const letters = [...setText(text)];
  const step = Math.min(size * 1.08, room / Math.max(1, letters.length));
  return letters.map((letter, index) => {
    const middle = MIDDLE + (index - (letters.length - 1) / 2) * step;
    const width = Math.min(1, step / size);
    return { path: outline(letter, (x, y) => [middle + x * (size / 1000) * width, base - y * (size / 1000)]) };
  });
}

const turned = (x: number, y: number, angle: number): Point => [
  MIDDLE + x * Math.cos(angle) - y * Math.sin(angle),
  MIDDLE + x * Math.sin(angle) + y * Math.cos(angle),
];

function circle(radius: number): string {
  const reach = radius * 0.5523;
  const [low, high] = [MIDDLE - radius, MIDDLE + radius];
  const [before, after] = [MIDDLE - reach, MIDDLE + reach].map(short);
  return `M${MIDDLE} ${low}C${after} ${low} ${high} ${before} ${high} ${MIDDLE}C${high} ${after} ${after} ${high} ${MIDDLE} ${high}C${before} ${high} ${low} ${after} ${low} ${MIDDLE}C${low} ${before} ${before} ${low} ${MIDDLE} ${low}Z`;
}

function star(radius: number): string {
  const points = Array.from({ length: 10 }, (_, index) => {
    const far = index % 2 === 0 ? radius : radius * 0.382;
    const [x, y] = turned(0, -far, (index * Math.PI) / 5);
    return `${short(x)} ${short(y)}`;
  });
  return `M${points.join('L')}Z`;
}

/** The character as the font draws it, its advance centred on x = 0, put in place point by point. */
function outline(letter: string, place: Place): string {
  const code = letter.codePointAt(0) as number;
  const half = face().font.getWidth(code) / 2;
  const at = ({ x, y }: { x: number; y: number }): string => spoken(place(x - half, y));
  return outlinesOf(code)
    .map(([first, ...rest]) => (first ? `M${at(first.a)}${[first, ...rest].map(({ b, c }) => (c ? `Q${at(c)} ${at(b)}` : `L${at(b)}`)).join('')}Z` : ''))
    .join('');
}

const spoken = ([x, y]: Point): string => `${short(x)} ${short(y)}`;
const short = (value: number): number => Math.round(value * 10) / 10;
