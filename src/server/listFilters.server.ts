import type { z } from 'zod';
import type { Me } from '~/portal/me';
import type { Endpoint } from '~/shared/endpoint';
import { isRecord } from '~/shared/isRecord';
import { BAD_INPUT, Refusal } from '~/shared/refusal';
import { type Def, defOf } from './hidden.server';
import { filtersOf, rowsOf, shapeOf } from './hiddenQuery.server';
import { problemsOf } from './input.server';
import { answerAs, type Request } from './serve.server';

const MOST_NAMED = 5;
const LONGEST_NAME = 40;

/**
 * Refuses a list asked by a filter it does not have: by a misspelt one it would answer every row, which the caller takes for those it asked for.
 * Not for the product's own pages (`LENIENT`), whose addresses carry what is not for the list: a tab, a mark of the link that was followed.
 */
export function refuseUnknownFilters({ input, answer }: Endpoint, given: unknown): void {
  if (!rowsOf(answer) || !isRecord(given)) return;
  const known = shapeOf(input) ?? {};
  const unknown = Object.keys(given).filter((key) => !Object.hasOwn(known, key));
  if (!unknown.length) return;
  const named = unknown.slice(0, MOST_NAMED).map((key) => key.slice(0, LONGEST_NAME));
  const more = unknown.length > MOST_NAMED ? `等${unknown.length}项` : '';
  throw new Refusal(BAD_INPUT, `不认识的筛选条件：${named.map((key) => `“${key}”`).join('、')}${more}`, {
    reason: 'BAD_INPUT',
    fields: Object.fromEntries(named.map((key) => [key, '不认识的筛选条件'])),
  });
}

export const isLenient = (http: globalThis.Request): boolean => /(^|[,;\s])handling=lenient($|[,;\s])/i.test(http.headers.get('prefer') ?? '');

/** What of an address a call can be asked by: whoever followed it sees the list without the rest. What it cannot do without stays, and is refused. */
export const readable = <T extends Record<string, unknown>>(endpoint: Endpoint, address: T): T => without(address, refusedKeys(endpoint, address));

/** Answers a page by what its address holds. */
export const answerAddress = (me: Me | null, endpoint: Endpoint, given: unknown, request: Request): Promise<unknown> =>
  isRecord(given) ? answerWithout(me, endpoint, readable(endpoint, given), request) : answerAs(me, endpoint, given, request);

/**
 * Answers a list as a page already shown asks for it. Of words and numbers somebody typed there they are told where they cannot stand:
 * without them the list would hold what was not asked for.
 */
export async function answerLeniently(me: Me | null, endpoint: Endpoint, given: unknown, request: Request): Promise<unknown> {
  if (!rowsOf(endpoint.answer) || !isRecord(given)) return answerAs(me, endpoint, given, request);
  const typed = new Set(filtersOf(endpoint.input).flatMap(([key, schema]) => (isTyped(schema) ? [key] : [])));
  const refused = refusedKeys(endpoint, given).filter((key) => !typed.has(key));
  return answerWithout(me, endpoint, without(given, refused), request);
}

/** Asks again without the filters only the list's own function can judge. */
async function answerWithout(me: Me | null, endpoint: Endpoint, given: Record<string, unknown>, request: Request): Promise<unknown> {
  try {
    return await answerAs(me, endpoint, given, request);
  } catch (error) {
    const unfit = error instanceof Refusal ? (error.data['unfit'] as string[] | undefined)?.filter((key) => Object.hasOwn(given, key)) : undefined;
    if (!unfit?.length) throw error;
    return answerWithout(me, endpoint, without(given, unfit), request);
  }
}

function refusedKeys(endpoint: Endpoint, given: Record<string, unknown>): string[] {
  const shape = shapeOf(endpoint.input) ?? {};
  const refused = new Set(problemsOf(endpoint, given).map(({ path }) => String(path[0])));
  return [...refused].filter((key) => !isRecord(given[key]) && !Array.isArray(given[key]) && shape[key]?.safeParse(undefined).success);
}

/** Anything may be typed into it: words, numbers and amounts. Choices, ids and days are picked. */
function isTyped(schema: z.ZodType): boolean {
  const def: Def & { checks?: readonly { _zod: { def: { check: string } } }[] } = defOf(schema);
  const inner = def.innerType ?? (def.type === 'pipe' ? def.in : undefined);
  if (inner) return isTyped(inner);
  if (def.options) return def.options.some(isTyped);
  return def.type === 'number' || (def.type === 'string' && (def.checks ?? []).every(({ _zod }) => /length|overwrite/.test(_zod.def.check)));
}

const without = <T extends Record<string, unknown>>(given: T, keys: readonly string[]): T =>
  Object.fromEntries(Object.entries(given).filter(([key]) => !keys.includes(key))) as T;
