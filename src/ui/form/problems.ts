import { WARNING } from '~/shared/refusal';
import { isRefusal, sentenceOf } from '../kit/sentence';

export interface Problem {
  /** Field path, `lines.2.qty`. */
  path: string;
  message: string;
  /** Set by the server, so the words stay as they are. */
  fromServer?: boolean;
}

/** A refused submit as the fields it names and the sentence above the form. */
export function refusedFields(error: unknown): { message: string; fields: Problem[]; warning: boolean } {
  const fields = isRefusal(error)
    ? Object.entries(error.data?.fields ?? {}).map(([path, message]) => ({ path: plainPath(path), message, fromServer: true }))
    : [];
  return { message: sentenceOf(error), fields, warning: isRefusal(error) && error.code === WARNING };
}

/** `lines[2].qty` and `lines.2.qty` are the same field. */
export const plainPath = (path: string): string => path.replace(/\[(\d+)\]/g, '.$1');

/** react-hook-form's nested errors as a flat list in the order of the object. */
export function flatProblems(errors: unknown, prefix = ''): Problem[] {
  if (typeof errors !== 'object' || errors === null) return [];
  const node = errors as { message?: unknown; type?: unknown };
  const here: Problem[] =
    typeof node.message === 'string' && node.type !== undefined
      ? [{ path: prefix.replace(/\.root$/, ''), message: node.message, fromServer: node.type === 'server' }]
      : [];
  const below = Object.entries(errors)
    .filter(([key, value]) => key !== 'ref' && key !== 'types' && typeof value === 'object')
    .flatMap(([key, value]) => flatProblems(value, prefix ? `${prefix}.${key}` : key));
  return [...here, ...below];
}

export interface FieldLabel {
  label: string;
  required: boolean;
  /** Names of the values, where the field is a choice. */
  options?: readonly { value: string; label: string }[] | undefined;
}
/** By path; columns of a table as `lines.*.qty`. */
export type Labels = ReadonlyMap<string, FieldLabel>;

export const labelOf = (path: string, labels: Labels): FieldLabel | undefined => labels.get(path) ?? labels.get(path.replace(/\.\d+\./, '.*.'));

/** Where a problem lies, in words: a field's label, or the table's line and column. */
export function placeOf(path: string, labels: Labels): string {
  const label = labels.get(path)?.label;
  if (label) return label;
  const line = /^.*?\.(\d+)(?:\.|$)/.exec(path);
  if (!line) return '';
  const title = labelOf(path, labels)?.label;
  return `第${Number(line[1]) + 1}行${title ? `“${title}”` : ''}`;
}

/** An empty required field says so by name, whatever its format check said; a check that asks for it (请选择…) keeps its own words. */
export function wordsOf(problem: { message: string; fromServer?: boolean | undefined }, label: string, value: unknown, required: boolean): string {
  const empty = value === '' || value === undefined || value === null;
  return required && empty && !problem.fromServer && !problem.message.startsWith('请') ? `请填写${label}` : problem.message;
}
