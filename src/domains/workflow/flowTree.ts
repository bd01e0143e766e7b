import { addWorkingMinutes } from '~/shared/workingTime';
import type { Mode, ParallelNode, ProcessNode, ProcessTree, TimeOut } from './process';
import { type Place, placesOf } from './processTree';

const placeOf = (tree: ProcessTree, id: string): Place | undefined => placesOf(tree.nodes).find(({ node }) => node.id === id);

/** What follows a node that is done: another, the meeting of parallel branches, or nothing. */
export type Next = { kind: 'NODE'; node: ProcessNode } | { kind: 'JOIN'; parallel: ParallelNode } | { kind: 'OVER' };
export function after(tree: ProcessTree, id: string): Next {
  const place = placeOf(tree, id);
  if (!place) return { kind: 'OVER' };
  const node = place.list[place.at + 1];
  if (node) return { kind: 'NODE', node };
  const owner = place.within.at(-1)?.node;
  if (!owner) return { kind: 'OVER' };
  return owner.kind === 'PARALLEL' ? { kind: 'JOIN', parallel: owner } : after(tree, owner.id);
}

/** Ids of everything inside a list of nodes, however deep. */
const idsIn = (list: ProcessNode[]): Set<string> => new Set(placesOf(list).map(({ node }) => node.id));
export const idsWithin = (node: ParallelNode): Set<string> => idsIn(node.branches.flatMap((branch) => branch.nodes));

/** What is given up when the process goes back from one node to another: everything in the smallest list that holds both. */
export function betweenOf(tree: ProcessTree, fromId: string, toId: string): Set<string> {
  const to = placeOf(tree, toId);
  const lists = [tree.nodes, ...(to?.within.map(({ branch }) => branch.nodes) ?? [])].map(idsIn);
  return lists.findLast((ids) => ids.has(fromId) && ids.has(toId)) ?? new Set();
}

/** When a task is late: in working time. */
export const dueAt = (timeOut: TimeOut | null, now: Date): Date | null => timeOut && addWorkingMinutes(now, timeOut.hours * 60);

/** How many of those asked must agree. */
export function neededOf(mode: Mode, asked: number): number {
  if (mode.kind === 'ANY') return 1;
  return mode.kind === 'RATIO' ? Math.max(1, Math.ceil((asked * mode.percent) / 100)) : asked;
}

export interface Vote {
  kind: string;
  status: string;
}
export type Verdict = 'OPEN' | 'BASE' | 'PASSED' | 'REJECTED';
const live = (vote: Vote): boolean => vote.status === 'PENDING' || vote.status === 'WAITING';
export const agreed = (vote: Vote): boolean => vote.status === 'APPROVED' || vote.status === 'AUTO';

/**
 * Where the votes of a run stand, as early as they decide it. BASE: those asked by the process have agreed, and somebody whom one of them
 * asked to sign afterwards has not yet. Who passed the task on has no vote any more, and an opinion (加签 before) is none.
 */
export function verdictOf(mode: string, need: number, votes: readonly Vote[]): Verdict {
  const base = votes.filter((vote) => vote.kind === 'NORMAL' || (vote.kind === 'DELEGATE' && live(vote)));
  const further = votes.filter((vote) => vote.kind === 'ADD_AFTER');
  const yes = base.filter(agreed).length;
  const refused = base.some((vote) => vote.status === 'REJECTED');
  if (further.some((vote) => vote.status === 'REJECTED') || (mode === 'ANY' && refused)) return 'REJECTED';
  if (yes >= need) return further.some(live) ? 'BASE' : 'PASSED';
  return yes + base.filter(live).length < need ? 'REJECTED' : 'OPEN';
}
