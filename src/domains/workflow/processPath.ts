import { holds } from './condition';
import type { Branch, ConditionNode, FormField, FormValues, ProcessNode, ProcessTree } from './process';
import type { Within } from './processTree';

export interface PathStep {
  node: ProcessNode;
  within: Within[];
  /** Of a CONDITION: the branch taken; null when none holds and none is the default, where the process cannot go on. */
  branch?: Branch | null;
  /** Of an AUTO: whether it decided. */
  decided?: boolean;
}
export interface ProcessPath {
  /** In the order they are come to; the branches of a PARALLEL one after another. */
  steps: PathStep[];
  /** How it ends when everybody passes it; null when it cannot. */
  ends: 'PASS' | 'REJECT' | null;
}

/** The branch of a CONDITION that these values take: the first that holds, else the default. */
export const branchTaken = (node: ConditionNode, values: FormValues, fields: readonly FormField[]): Branch | null =>
  node.branches.find(({ when }) => when === null || holds(when, values, fields)) ?? null;

/** Which nodes run for these values when everybody passes them. */
export function pathThrough(tree: ProcessTree, values: FormValues, fields: readonly FormField[]): ProcessPath {
  const steps: PathStep[] = [];
  const run = through(tree.nodes, []);
  return { steps, ends: run === 'ON' || run === 'STUCK' ? null : run };

  function through(list: readonly ProcessNode[], within: Within[]): Run {
    for (const node of list) {
      const after = at(node, within);
      if (after !== 'ON') return after;
    }
    return 'ON';
  }
  function at(node: ProcessNode, within: Within[]): Run {
    const step: PathStep = { node, within };
    steps.push(step);
    if (node.kind === 'END') return 'PASS';
    if (node.kind === 'AUTO') {
      step.decided = holds(node.when, values, fields);
      return step.decided ? node.then : 'ON';
    }
    if (node.kind === 'CONDITION') {
      step.branch = branchTaken(node, values, fields);
      return step.branch ? through(step.branch.nodes, [...within, { node, branch: step.branch }]) : 'STUCK';
    }
    return node.kind === 'PARALLEL' ? worst(node.branches.map((branch) => through(branch.nodes, [...within, { node, branch }]))) : 'ON';
  }
}

/** ON goes to what follows; STUCK cannot. */
type Run = 'ON' | 'STUCK' | 'PASS' | 'REJECT';
const severity: readonly Run[] = ['REJECT', 'STUCK', 'PASS', 'ON'];
const worst = (runs: readonly Run[]): Run => severity.find((run) => runs.includes(run)) ?? 'ON';
