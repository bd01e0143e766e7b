import { addDays } from '~/shared/dates';
import { scaled, unscaled } from '~/shared/money';
import { compare, comparisonsOf, isValueOf } from './condition';
import type { Comparison, Condition, ConditionNode, FormField, FormValues, ProcessTree } from './process';
import { branchTaken, pathThrough } from './processPath';
import { nodesOf } from './processTree';

/**
 * What no document ever comes to. Between two figures that conditions name, all documents take the same way, so one of each kind is sent through:
 * that is exact. Where there are too many kinds, or conditions look into texts, nothing is claimed.
 */
const MOST_KINDS = 1200;

/** Ids of the nodes and branches that some document comes to; null when that is not known. */
export function reachedIn(tree: ProcessTree, fields: readonly FormField[]): ReadonlySet<string> | null {
  const nodes = nodesOf(tree);
  const conditions = nodes.flatMap((node) => (node.kind === 'AUTO' ? [node.when] : node.kind === 'CONDITION' ? node.branches.map(({ when }) => when) : []));
  const kinds = kindsOf(conditions, fields);
  if (!kinds) return null;
  const reached = new Set<string>();
  for (const values of kinds)
    for (const { node, within } of pathThrough(tree, values, fields).steps) {
      reached.add(node.id);
      for (const { branch } of within) reached.add(branch.id);
      if (node.kind === 'CONDITION') reached.add(branchTaken(node, values, fields)?.id ?? '');
      if (node.kind === 'PARALLEL') for (const branch of node.branches) reached.add(branch.id);
    }
  return reached;
}

/** The branches of one branching that its own conditions let some document take; null when that is not known. */
export function takenOf(node: ConditionNode, fields: readonly FormField[]): ReadonlySet<string> | null {
  const kinds = kindsOf(
    node.branches.map(({ when }) => when),
    fields,
  );
  return kinds && new Set(kinds.map((values) => branchTaken(node, values, fields)?.id ?? ''));
}

function kindsOf(conditions: readonly (Condition | null)[], fields: readonly FormField[]): FormValues[] | null {
  const comparisons = conditions.flatMap((when) => (when ? comparisonsOf(when) : []));
  let kinds: FormValues[] = [{}];
  for (const field of fields) {
    const about = comparisons.filter((one) => one.field === field.key);
    if (about.length === 0) continue;
    const samples = samplesOf(field, about);
    if (!samples || kinds.length * (samples.length + 1) > MOST_KINDS) return null;
    kinds = kinds.flatMap((values) => [values, ...samples.map((sample) => ({ ...values, [field.key]: sample }))]);
  }
  return kinds;
}

/** One value of every kind these comparisons tell apart, besides none at all. */
function samplesOf(field: FormField, comparisons: readonly Comparison[]): (string | string[])[] | null {
  const texts = [...new Set(comparisons.flatMap(({ value }) => value))].filter((text) => isValueOf(field, text));
  if (field.type === 'BOOLEAN') return ['true', 'false'];
  if (field.type === 'CHOICE') return Object.keys(field.choices ?? {});
  if (field.type === 'TEXT') return comparisons.some(({ op }) => op === 'CONTAINS') ? null : [...texts, `${texts.join('')}…`];
  if (field.type === 'MEMBER' || field.type === 'DEPARTMENT') return texts.length > 5 ? null : [...subsets(texts), ['…']];
  const sorted = texts.sort((a, b) => compare(field.type, a, b));
  const [lowest] = sorted;
  if (lowest === undefined) return [];
  return [next(field, lowest, -1), ...sorted.flatMap((text) => [text, next(field, text, 1)])];
}

function subsets(texts: readonly string[]): string[][] {
  const sets: string[][] = [[]];
  for (const text of texts) sets.push(...sets.map((set) => set.concat(text)));
  return sets.slice(1);
}

function next({ type }: FormField, text: string, step: 1 | -1): string {
  if (type === 'DATE') return addDays(text, step);
  const scale = type === 'AMOUNT' ? 2 : 6;
  return unscaled(scaled(text, scale) + BigInt(step), scale);
}
