import type { z } from 'zod';
import { isRecord } from '~/shared/isRecord';
import { lineOf, problemWords } from '~/shared/problemWords';
import { BAD_INPUT, Refusal } from '~/shared/refusal';
import { type Asked, rowsOf } from './hiddenQuery.server';
import { inputLabel } from './inputLabels.server';

type Issue = z.core.$ZodIssue;
const LONGEST_SHOWN = 30;

/** What a call is given, as its function takes it; refuses with a sentence for the person, and of a list with all that its caller must know to ask rightly. */
export function takeInput(endpoint: Asked, given: unknown): unknown {
  const { data, issues, bare } = decoded(endpoint, given);
  const [first] = issues;
  if (!first) return data;
  const isFilter = rowsOf(endpoint.answer) !== undefined;
  const sentence = (issue: Issue) =>
    isFilter && issue.path.length ? filterSentence(endpoint.input, issue, bare, given) : sentenceOf(endpoint.input, issue, bare);
  const fields: Record<string, string> = {};
  for (const issue of issues) fields[pathOf(issue)] ??= isFilter ? sentence(issue) : issue.message;
  throw new Refusal(BAD_INPUT, sentence(first), { reason: 'BAD_INPUT', fields });
}

export const problemsOf = (endpoint: Asked, given: unknown): readonly Issue[] => decoded(endpoint, given).issues;

function decoded(endpoint: Asked, given: unknown): { data?: unknown; issues: readonly Issue[]; bare: ReadonlySet<string> } {
  const bare = new Set<string>();
  const error = (issue: z.core.$ZodRawIssue) => {
    const words = problemWords(issue);
    bare.add(words);
    return words;
  };
  const parsed = endpoint.input.safeDecode((rowsOf(endpoint.answer) ? withoutBlanks(given) : given) as never, { error });
  return parsed.success ? { data: parsed.data, issues: [], bare } : { issues: parsed.error.issues, bare };
}

/** Nothing said filters by nothing: forms send '' and programs null for what nobody chose. */
const withoutBlanks = (given: unknown): unknown =>
  isRecord(given) ? Object.fromEntries(Object.entries(given).filter(([, value]) => value !== '' && value !== null && value !== undefined)) : given;

const pathOf = (issue: Issue): string => issue.path.map(String).join('.');

/** The row and the field by name, then what is wrong with it; words a schema wrote itself name their field already. */
function sentenceOf(input: z.ZodType, issue: Issue, bare: ReadonlySet<string>): string {
  if (issue.path.length === 0) return bare.has(issue.message) ? `提交的内容${issue.message}` : issue.message;
  return lineOf(pathOf(issue)) + wordsOf(inputLabel(input, issue.path), issue, bare);
}

function wordsOf(label: string | undefined, issue: Issue, bare: ReadonlySet<string>): string {
  const rest = issue.code === 'custom' && label ? issue.params?.['rest'] : undefined;
  if (rest) return `“${label}”${rest}`;
  return bare.has(issue.message) ? `${label ? `“${label}”` : '该项'}${issue.message}` : issue.message;
}

/** The filter by name also where its schema says only what an id or a day looks like, and the value that stood there. */
function filterSentence(input: z.ZodType, issue: Issue, bare: ReadonlySet<string>, given: unknown): string {
  const label = inputLabel(input, issue.path);
  const words = wordsOf(label, issue, bare);
  const named = label && !words.includes(label) ? `“${label}”的${words}` : words;
  const value = (given as Record<PropertyKey, unknown>)[issue.path[0] as PropertyKey];
  const shown = ['string', 'number', 'boolean'].includes(typeof value) && value !== '' && !named.includes('（当前值：');
  return shown ? `${named}（当前值：${String(value).slice(0, LONGEST_SHOWN)}）` : named;
}
