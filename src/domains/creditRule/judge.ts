import { holds, isGroup, operatorNames, partsOf, valueWords } from '~/domains/workflow/condition';
import type { Comparison, Condition, FormField, FormValues, Operator } from '~/domains/workflow/process';
import { unscaled } from '~/shared/money';
import { said } from '~/shared/told';
import { byPriority, type Checkpoint, isWorse, type Reaction, type Rule, ruleFields } from './rule';

/**
 * One evaluator: its answer is the tree of every rule with value, threshold and verdict, and the decision is read off that tree
 * (`verdictOf`), so what is enforced and what is explained cannot differ. Pure; figures are texts, compared digit by digit.
 */

/** Who is asked about; ids by which rules choose, values by which they judge. */
export interface Case {
  checkpoint: Checkpoint;
  day: string;
  levelId: string;
  typeId: string;
  customerId: string;
  values: FormValues;
  /** What somebody released of this document: such rules ask no more while amount and day stay within. */
  releases: readonly Release[];
}
export interface Release {
  ruleId: string;
  /** In 分. */
  amount: bigint;
  deviationPct: number;
  /** The last day it is good for. */
  until: string;
}

export interface Leaf {
  kind: 'is';
  field: string;
  label: string;
  /** Null: the customer has no such figure. */
  actual: string | null;
  op: Operator;
  threshold: string | string[];
  holds: boolean;
  words: string;
  /** Of a comparison that holds: what the figure would have to be, in words and as a value (null where no single value says it). */
  fix: { words: string; to: string | null } | null;
}
export interface Group {
  kind: 'all' | 'any';
  holds: boolean;
  parts: Explained[];
}
export type Explained = Leaf | Group;

/** HIT counts; RELEASED was let through by somebody; BEHIND stands after a 放行; MISS does not hold. Rules not for this customer are not in the tree. */
export type Outcome = 'HIT' | 'RELEASED' | 'BEHIND' | 'MISS';
export interface RuleTrace {
  ruleId: string;
  ver: number;
  name: string;
  reaction: Reaction;
  priority: number;
  outcome: Outcome;
  tree: Explained;
  /** What would let it pass; empty unless it hit. */
  hint: string;
  releaseDeviationPct: number;
  releaseValidDays: number;
}
export interface Verdict {
  verdict: Reaction;
  rules: RuleTrace[];
}

export function judge(rules: readonly Rule[], given: Case): Verdict {
  const traces: RuleTrace[] = [];
  let through = false;
  for (const rule of [...rules].sort(byPriority)) {
    if (!isFor(rule, given)) continue;
    const tree = explain(rule.condition, given.values);
    const outcome: Outcome = through ? 'BEHIND' : !tree.holds ? 'MISS' : isReleased(rule, given) ? 'RELEASED' : 'HIT';
    if (outcome === 'HIT' && rule.reaction === 'PASS') through = true;
    const { ruleId, ver, name, reaction, priority, releaseDeviationPct, releaseValidDays } = rule;
    const hint = outcome === 'HIT' && reaction !== 'PASS' ? hintOf(tree) : '';
    traces.push({ ruleId, ver, name, reaction, priority, outcome, tree, hint, releaseDeviationPct, releaseValidDays });
  }
  return { verdict: verdictOf(traces), rules: traces };
}

/** The decision a tree stands for: the worst of what hit. */
export const verdictOf = (rules: readonly Pick<RuleTrace, 'outcome' | 'reaction'>[]): Reaction =>
  rules.reduce<Reaction>((worst, { outcome, reaction }) => (outcome === 'HIT' && isWorse(reaction, worst) ? reaction : worst), 'PASS');

const chosen = (ids: readonly string[], id: string): boolean => ids.length === 0 || ids.includes(id);
const isFor = ({ checkpoints, scope }: Rule, { checkpoint, levelId, typeId, customerId }: Case): boolean =>
  checkpoints.includes(checkpoint) && chosen(scope.levelIds, levelId) && chosen(scope.typeIds, typeId) && chosen(scope.customerIds, customerId);

/** Only 转特批 is ever released: what is blocked stays so, whoever agreed. */
function isReleased({ ruleId, reaction }: Rule, { releases, day, values }: Case): boolean {
  if (reaction !== 'APPROVE') return false;
  const amount = fenOf(values.orderAmount);
  return releases.some((one) => one.ruleId === ruleId && day <= one.until && amount * 100n <= one.amount * BigInt(100 + one.deviationPct));
}
const fenOf = (text: string | string[] | undefined): bigint => {
  const [units = '0', fraction = ''] = String(text ?? '0').split('.');
  return BigInt(units + fraction.padEnd(2, '0'));
};

/** Amounts carry their mark: who may not know them reads the rule without its figures. */
const figureWords = (field: FormField, text: string): string => (field.type === 'AMOUNT' ? said('amount', valueWords(field, text)) : valueWords(field, text));

const known = new Map(ruleFields.map((field) => [field.key, field]));

export function explain(condition: Condition, values: FormValues): Explained {
  if (!isGroup(condition)) return leafOf(condition, values);
  const parts = partsOf(condition).map((part) => explain(part, values));
  const kind = 'all' in condition ? 'all' : 'any';
  return { kind, parts, holds: kind === 'all' ? parts.every((part) => part.holds) : parts.some((part) => part.holds) };
}

function leafOf(one: Comparison, values: FormValues): Leaf {
  const field = known.get(one.field);
  const given = Object.hasOwn(values, one.field) ? values[one.field] : undefined;
  const actual = typeof given === 'string' && given !== '' ? given : null;
  const holding = holds(one, values, ruleFields);
  const label = field?.label ?? one.field;
  const threshold = [one.value].flat().map((text) => (field ? figureWords(field, text) : text));
  const shown = actual === null || !field ? '无' : figureWords(field, actual);
  const asked = field?.type === 'BOOLEAN' ? `为${threshold[0] ?? ''}` : `${operatorNames[one.op]}${threshold.join(one.op === 'BETWEEN' ? '至' : '、')}`;
  return {
    kind: 'is',
    field: one.field,
    label,
    actual,
    op: one.op,
    threshold: one.value,
    holds: holding,
    words: `${label}${asked}（当前：${shown}）`,
    fix: holding && field ? fixOf(field, one, threshold, shown) : null,
  };
}

/** The smallest step of a figure: one cent, or a millionth as far as conditions are compared. */
const scales: Partial<Record<FormField['type'], number>> = { AMOUNT: 2, NUMBER: 6 };

function fixOf(field: FormField, { op, value }: Comparison, words: readonly string[], shown: string): Leaf['fix'] {
  const [first = '', second = ''] = [value].flat();
  const [told = '', until = ''] = words;
  const say = (rest: string, to: string | null) => ({ words: `${field.label}${rest}（当前：${shown}）`, to });
  switch (op) {
    case 'GT':
      return say(`不超过${told}`, first);
    case 'GE':
      return say(`低于${told}`, step(field, first, -1n));
    case 'LT':
      return say(`不低于${told}`, first);
    case 'LE':
      return say(`高于${told}`, step(field, first, 1n));
    case 'BETWEEN':
      return say(`低于${told}或高于${until}`, step(field, second, 1n));
    case 'NE':
      return say(`为${told}`, first);
    case 'EQ':
      if (field.type === 'BOOLEAN') return say(first === 'true' ? '为否' : '为是', first === 'true' ? 'false' : 'true');
      return say(`不为${told}`, scales[field.type] === undefined ? null : step(field, first, 1n));
    case 'IN':
      return say(`不为${words.join('、')}`, null);
    case 'CONTAINS':
      return say(`不含${told}`, null);
  }
}

function step(field: FormField, text: string, by: bigint): string | null {
  const scale = scales[field.type];
  if (scale === undefined) return null;
  const [units = '0', fraction = ''] = text.split('.');
  return unscaled(BigInt(units + fraction.padEnd(scale, '0')) + by, scale);
}

/** What would have to be otherwise: of a 且 any one part, of a 或 every part that holds. */
export function hintOf(tree: Explained): string {
  if (tree.kind === 'is') return tree.fix?.words ?? '';
  const hints = tree.parts
    .filter((part) => part.holds)
    .map(hintOf)
    .filter(Boolean);
  if (hints.length < 2) return hints[0] ?? '';
  return tree.kind === 'all' ? hints.join('，或') : hints.map((hint) => (hint.includes('，或') ? `（${hint}）` : hint)).join('，并且');
}

/** Values with which the tree no longer holds, where single values can say it; null otherwise. */
export function fixesOf(tree: Explained): Record<string, string> | null {
  if (!tree.holds) return {};
  if (tree.kind === 'is') return tree.fix?.to != null ? { [tree.field]: tree.fix.to } : null;
  const parts = tree.parts.filter((part) => part.holds).map(fixesOf);
  if (tree.kind === 'all') return parts.find((fixes) => fixes !== null) ?? null;
  return parts.includes(null) ? null : Object.assign({}, ...parts);
}

/** Of a rule that hit: its name and what would let it pass, as a sentence ends with it. */
export const traceWords = ({ name, hint }: Pick<RuleTrace, 'name' | 'hint'>): string => (hint ? `${name}：需${hint}` : name);
export const hitsOf = (verdict: Verdict, reaction: Reaction): RuleTrace[] => verdict.rules.filter((one) => one.outcome === 'HIT' && one.reaction === reaction);
