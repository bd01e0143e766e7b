import { face } from './font.server';

export interface Point {
  x: number;
  y: number;
}
/** From `a` to `b`, straight or, with a control point, as a parabola: all that TrueType has. */
export interface Stroke {
  a: Point;
  b: Point;
  c?: Point;
}

interface Drawn {
  endPtsOfContours?: Uint16Array;
  flags?: Uint8Array;
  xCoordinates?: Int16Array;
  yCoordinates?: Int16Array;
}
const ON_CURVE = 1;

/** The closed outlines of a character, 1000 units an em, y up. What has no ink has none. */
export function outlinesOf(code: number): Stroke[][] {
  const { font } = face();
  const program = font.program as unknown as { font: { glyf?: { getGlyph(id: number): { description: Drawn } | undefined } } };
  const found = program.font.glyf?.getGlyph(font.codePointToGid(code))?.description;
  if (!found?.endPtsOfContours || !found.flags || !found.xCoordinates || !found.yCoordinates) return [];
  const { flags, xCoordinates, yCoordinates } = found;
  let from = 0;
  return [...found.endPtsOfContours].map((end) => {
    const points = Array.from({ length: end - from + 1 }, (_, index) => {
      const at = from + index;
      return { on: ((flags[at] as number) & ON_CURVE) === ON_CURVE, x: xCoordinates[at] as number, y: yCoordinates[at] as number };
    });
    from = end + 1;
    return strokesOf(points);
  });
}

/** Between two points off the curve lies one on it, which the font leaves out. */
function strokesOf(points: readonly (Point & { on: boolean })[]): Stroke[] {
  const whole = points.flatMap((point, index) => {
    const next = points[(index + 1) % points.length] as (typeof points)[number];
    return point.on || next.on ? [point] : [point, { on: true, ...between(point, next) }];
  });
  const first = whole.findIndex(({ on }) => on);
  if (first < 0) return [];
  const ring = [...whole.slice(first), ...whole.slice(0, first + 1)];
  const strokes: Stroke[] = [];
  for (let at = 1; at < ring.length; at++) {
    const [before, point] = [ring[at - 1], ring[at]] as [(typeof ring)[number], (typeof ring)[number]];
    if (point.on) strokes.push({ a: before, b: point });
    else strokes.push({ a: before, c: point, b: ring[++at] as Point });
  }
  return strokes.filter(({ a, b, c }) => c || a.x !== b.x || a.y !== b.y);
}

const between = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
/** Most strokes one parabola may stand for. */
const RUN = 8;
/** A turn no parabola goes around, in radians. */
const SHARP = 0.7;

/**
 * The same outlines with fewer points, nowhere further than `tolerance` from what they were: fonts converted from cubic curves have two or three
 * parabolas where one does, and points on straight lines.
 */
export function simplified(contour: readonly Stroke[], tolerance: number): Stroke[] {
  const strokes = fromCorner(contour);
  const made: Stroke[] = [];
  for (let at = 0; at < strokes.length; ) {
    let best = fitted(strokes, at, at, tolerance) ?? (strokes[at] as Stroke);
    let last = at;
    for (let to = at + 1; to < strokes.length && to - at < RUN; to++) {
      if (lengthOf(strokes[to] as Stroke) > 2 * tolerance && turnAt(strokes[to - 1] as Stroke, strokes[to] as Stroke) > SHARP) break;
      const found = fitted(strokes, at, to, tolerance);
      if (!found) continue;
      best = found;
      last = to;
    }
    made.push(best);
    at = last + 1;
  }
  return made;
}

const lengthOf = ({ a, b }: Stroke): number => Math.hypot(b.x - a.x, b.y - a.y);

function turnAt(before: Stroke, stroke: Stroke): number {
  const [into, out] = [way(before.c ?? before.a, before.b), way(stroke.a, stroke.c ?? stroke.b)];
  return Math.abs(Math.atan2(into.x * out.y - into.y * out.x, into.x * out.x + into.y * out.y));
}

/** Begins at the sharpest corner, so that no run has to go around the beginning. */
function fromCorner(contour: readonly Stroke[]): Stroke[] {
  let start = 0;
  let sharpest = -1;
  for (const [index, stroke] of contour.entries()) {
    const turn = turnAt(contour[(index + contour.length - 1) % contour.length] as Stroke, stroke);
    if (turn > sharpest) {
      sharpest = turn;
      start = index;
    }
  }
  return [...contour.slice(start), ...contour.slice(0, start)];
}

/** One stroke for those from `from` to `to`; null when none is near enough. */
function fitted(strokes: readonly Stroke[], from: number, to: number, tolerance: number): Stroke | null {
  const [first, last] = [strokes[from] as Stroke, strokes[to] as Stroke];
  const [a, b] = [first.a, last.b];
  if (a.x === b.x && a.y === b.y) return null;
  const samples = [a];
  for (let at = from; at <= to; at++) for (const t of strokes[at]?.c ? PARTS : WHOLE) samples.push(pointAt(strokes[at] as Stroke, t));
  if (near(samples, [a, b], tolerance)) return { a, b };
  const middle = samples[Math.floor(samples.length / 2)] as Point;
  const through = { x: 2 * middle.x - (a.x + b.x) / 2, y: 2 * middle.y - (a.y + b.y) / 2 };
  const crossing = crossed(a, way(a, first.c ?? first.b), b, way(last.c ?? last.a, b));
  for (const c of crossing ? [crossing, through] : [through]) {
    const chain = STEPS.map((t) => pointAt({ a, b, c }, t));
    if (near(samples, chain, tolerance) && near(chain, samples, tolerance)) return { a, b, c };
  }
  return null;
}
const PARTS = [0.25, 0.5, 0.75, 1];
const WHOLE = [0.5, 1];
const STEPS = [0, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875, 1];

/** Whether every point is within `most` of a chain of straight lines. */
function near(points: readonly Point[], chain: readonly Point[], most: number): boolean {
  return points.every((point) => {
    for (let at = 1; at < chain.length; at++) if (distance(point, chain[at - 1] as Point, chain[at] as Point) <= most) return true;
    return false;
  });
}

const way = (from: Point, to: Point): Point => ({ x: to.x - from.x, y: to.y - from.y });

function pointAt({ a, b, c }: Stroke, t: number): Point {
  const u = 1 - t;
  if (!c) return { x: a.x * u + b.x * t, y: a.y * u + b.y * t };
  return { x: u * u * a.x + 2 * t * u * c.x + t * t * b.x, y: u * u * a.y + 2 * t * u * c.y + t * t * b.y };
}

/** Where the tangents at both ends meet, ahead of the beginning. */
function crossed(a: Point, out: Point, b: Point, into: Point): Point | null {
  const turn = out.x * into.y - out.y * into.x;
  if (Math.abs(turn) < 1e-6) return null;
  const t = ((b.x - a.x) * into.y - (b.y - a.y) * into.x) / turn;
  return t > 0 ? { x: a.x + out.x * t, y: a.y + out.y * t } : null;
}

function distance(point: Point, a: Point, b: Point): number {
  const [alongX, alongY] = [b.x - a.x, b.y - a.y];
  const length = alongX * alongX + alongY * alongY;
  const t = length ? Math.max(0, Math.min(1, ((point.x - a.x) * alongX + (point.y - a.y) * alongY) / length)) : 0;
  const [dx, dy] = [point.x - a.x - t * alongX, point.y - a.y - t * alongY];
  return Math.sqrt(dx * dx + dy * dy);
}
