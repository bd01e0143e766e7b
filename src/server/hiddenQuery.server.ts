import type { z } from 'zod';
import { everyField, type HideableField, hideableFields } from '~/portal/authority';
import type { Me } from '~/portal/me';
import { toldBy } from '~/shared/page.schema';
import { Refusal, refuseField } from '~/shared/refusal';
import { type Def, defOf, fieldOf } from './hidden.server';

type Shape = Record<string, z.ZodType>;
/** What a list is asked and what its rows hold. */
export interface Asked {
  input: z.ZodType;
  answer?: z.ZodType | undefined;
}

export const shapeOf = (schema: z.ZodType | undefined): Shape | undefined => {
  const def = schema && defOf(schema);
  return def && (def.shape ?? shapeOf(def.innerType ?? def.element ?? (def.type === 'pipe' ? def.in : undefined)));
};
/** The rows of a list; undefined for other answers. */
export const rowsOf = (answer: z.ZodType | undefined): Shape | undefined => shapeOf(shapeOf(answer)?.['pagedRecords']);

const PAGING = new Set(['pageNo', 'pageSize', 'ascs', 'descs']);
export const filtersOf = (input: z.ZodType): [string, z.ZodType][] => Object.entries(shapeOf(input) ?? {}).filter(([key]) => !PAGING.has(key));

/** The hideable field a value of this schema is, '' for none. */
export function fieldIn(schema: z.ZodType, key: string): string {
  const def = defOf(schema);
  if (def.innerType) return fieldIn(def.innerType, key);
  if (def.options) return def.options.map((option) => fieldIn(option, key)).find(Boolean) ?? '';
  return fieldOf(def, key);
}

/** What of the hideable fields the matches of a filter tell; undefined when nothing says. */
export function toldByFilter(input: z.ZodType, key: string, schema: z.ZodType): readonly string[] | undefined {
  const field = fieldIn(schema, key);
  if (field) return [field];
  return toldBy(input)?.[key] ?? (isClosed(schema, key) ? [] : undefined);
}

/** A choice, an id or a date names no value somebody could find by trying. */
function isClosed(schema: z.ZodType, key: string): boolean {
  if (/(^id|^ids|Ids?|Start|End|Time|^start|^end)$/.test(key)) return true;
  const def: Def & { format?: string } = defOf(schema);
  if (def.innerType) return isClosed(def.innerType, key);
  if (def.type === 'pipe' && def.in) return isClosed(def.in, key);
  if (def.options) return def.options.every((option) => isClosed(option, key));
  return ['enum', 'literal', 'boolean'].includes(def.type) || def.format === 'uuid';
}

/**
 * Refuses a filter or an order by what the person's roles hide: a list would tell it by what it finds. Words may be searched for as long
 * as they hold no number of their own (codes and dates are none). A filter that nobody has declared counts as telling everything.
 */
export function refuseHiddenQuery(me: Pick<Me, 'hidden'>, { input, answer }: Asked, query: unknown): void {
  const rows = rowsOf(answer);
  if (!me.hidden?.length || !(rows || toldBy(input)) || typeof query !== 'object' || query === null) return;
  const asked = query as Record<string, unknown>;
  for (const [key, schema] of filtersOf(input)) {
    const value = asked[key];
    if (value === undefined || value === null || value === '') continue;
    const isWords = typeof value === 'string' && fieldIn(schema, key) === '' && !holdsNumber(value);
    if (!isWords) refuseTold(me, key, toldByFilter(input, key, schema) ?? everyField, '查找');
  }
  for (const order of ['ascs', 'descs'])
    for (const key of String(asked[order] ?? '').split(',')) {
      const column = rows?.[key];
      if (column) refuseTold(me, order, [fieldIn(column, key)], '排序');
    }
}

/** Whether the question would be answered: for whoever puts several together and leaves out what may not be asked. */
export function mayAsk(me: Pick<Me, 'hidden'>, asked: Asked, query: unknown): boolean {
  try {
    refuseHiddenQuery(me, asked, query);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

const holdsNumber = (words: string): boolean => /\d/.test(words.replace(/[A-Za-z]+[\w-]*|\d{4}-\d{2}-\d{2}/g, ''));

function refuseTold(me: Pick<Me, 'hidden'>, key: string, told: readonly string[], what: string): void {
  const hidden = told.find((field) => me.hidden?.includes(field)) as HideableField | undefined;
  if (hidden) refuseField(key, `“${hideableFields[hidden]}”对您的角色隐藏，不能按其${what}${what === '查找' ? '，请改用名称或带字母的编号' : ''}`);
}
