import { type Labels, labelOf, placeOf } from './problems';

type Loose = Record<string, unknown>;
type Row = Loose & { id: string };

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? '') === JSON.stringify(b ?? '');
const isRows = (value: unknown): value is Row[] =>
  Array.isArray(value) && value.length > 0 && value.every((row) => typeof row === 'object' && row !== null && 'id' in row);
const rowsOf = (...values: unknown[]): boolean => values.some(isRows) && values.every((value) => isRows(value) || (Array.isArray(value) && value.length === 0));

/** What I typed since `base` over what others saved since: what I left alone is theirs, rows are matched by their id. */
export function mergeTyped<Values>(base: Values, mine: Values, theirs: Values): Values {
  const [from, own, saved] = [base as Loose, mine as Loose, theirs as Loose];
  const keys = new Set([...Object.keys(saved), ...Object.keys(own)]);
  return Object.fromEntries(
    [...keys].map((key) => {
      if (rowsOf(from[key], own[key], saved[key])) return [key, mergeRows(from[key] as Row[], own[key] as Row[], saved[key] as Row[])];
      return [key, same(from[key], own[key]) && key in saved ? saved[key] : own[key]];
    }),
  ) as Values;
}

function mergeRows(base: readonly Row[], mine: readonly Row[], theirs: readonly Row[]): Row[] {
  const byId = (rows: readonly Row[], id: string) => (id === '' ? undefined : rows.find((row) => row.id === id));
  const kept = theirs.flatMap((row) => {
    const [from, own] = [byId(base, row.id), byId(mine, row.id)];
    if (own) return [from ? mergeTyped(from, own, row) : own];
    return from && same(from, row) ? [] : [row];
  });
  const added = mine.filter((row) => !byId(theirs, row.id)).flatMap((row) => (same(byId(base, row.id), row) ? [] : [{ ...row, id: '' }]));
  return [...kept, ...added];
}

/** One thing others changed, beside what stands in the form. */
export interface Clash {
  path: string;
  place: string;
  before: string;
  theirs: string;
  mine: string;
}

/** What others changed since `base` in fields the form shows. */
export function clashesOf<Values>(base: Values, mine: Values, theirs: Values, labels: Labels): Clash[] {
  const [from, own, saved] = [base as Loose, mine as Loose, theirs as Loose];
  return Object.keys(saved).flatMap((key) => {
    if (rowsOf(from[key], own[key], saved[key])) return rowClashes(key, from[key] as Row[], own[key] as Row[], saved[key] as Row[], labels);
    if (!labels.has(key) || same(from[key], saved[key])) return [];
    const shown = (value: unknown) => shownAs(value, labelOf(key, labels)?.options);
    return [{ path: key, place: placeOf(key, labels), before: shown(from[key]), theirs: shown(saved[key]), mine: shown(own[key]) }];
  });
}

function rowClashes(table: string, base: readonly Row[], mine: readonly Row[], theirs: readonly Row[], labels: Labels): Clash[] {
  const changed = theirs.flatMap((row, index) => {
    const from = base.find((one) => one.id === row.id);
    const own = mine.find((one) => one.id === row.id);
    if (!from) return [{ path: `${table}.${index}`, place: `第${index + 1}行`, before: '（无）', theirs: '新增', mine: '（无）' }];
    return Object.keys(row).flatMap((key) => {
      const path = `${table}.${index}.${key}`;
      const label = labelOf(path, labels);
      if (!label || same(from[key], row[key])) return [];
      const shown = (value: unknown) => shownAs(value, label.options);
      return [{ path, place: placeOf(path, labels), before: shown(from[key]), theirs: shown(row[key]), mine: own ? shown(own[key]) : '（已删除）' }];
    });
  });
  const gone = base.flatMap((row, index) =>
    theirs.some((one) => one.id === row.id)
      ? []
      : [
          {
            path: `${table}.${index}.gone`,
            place: `原第${index + 1}行`,
            before: '有',
            theirs: '已删除',
            mine: mine.some((one) => one.id === row.id) ? '有' : '已删除',
          },
        ],
  );
  return [...changed, ...gone];
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const MOST = 40;

function shownAs(value: unknown, options: readonly { value: string; label: string }[] = []): string {
  if (value === undefined || value === null || value === '') return '（空）';
  if (typeof value === 'boolean') return value ? '是' : '否';
  if (Array.isArray(value)) return `${value.length}项`;
  if (typeof value === 'object') return '（已填写）';
  const text = String(value);
  const named = options.find((one) => one.value === text)?.label;
  if (named) return named;
  if (ID.test(text)) return '（所选项）';
  return text.length > MOST ? `${text.slice(0, MOST)}…` : text;
}
