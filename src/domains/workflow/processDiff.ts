import type { ProcessTree } from './process';
import { nodeKinds, type Place, placesOf } from './processTree';
import { type Line, nodeLines, ruleLines, type Said } from './processWords';

export interface NodeChange {
  kind: 'ADDED' | 'REMOVED' | 'CHANGED';
  nodeId: string;
  name: string;
  /** 审批. */
  nodeKind: string;
  changes: { label: string; before: string; after: string }[];
}
export const changeKinds: Record<NodeChange['kind'], string> = { ADDED: '增加', REMOVED: '删除', CHANGED: '修改' };

/** What changed between two versions, node by node in the order of the newer; what was removed last. */
export function treeDiff(before: ProcessTree, after: ProcessTree, said: Omit<Said, 'nodeName'>): NodeChange[] {
  const [old, now] = [placesById(before), placesById(after)];
  const nodeName = (places: ReadonlyMap<string, Place>) => (id: string) => places.get(id)?.node.name ?? '';
  const oldSaid = { ...said, nodeName: nodeName(old) };
  const nowSaid = { ...said, nodeName: nodeName(now) };
  const moved = movedIds(old, now);
  const changes: NodeChange[] = [];
  for (const [id, place] of now) {
    const was = old.get(id);
    const about = { nodeId: id, name: place.node.name, nodeKind: nodeKinds[place.node.kind] };
    if (!was) {
      const lines = [{ label: '位置', value: whereWords(place) }, ...nodeLines(place.node, nowSaid)];
      changes.push({ ...about, kind: 'ADDED', changes: lines.map(({ label, value }) => ({ label, before: '', after: value })) });
      continue;
    }
    const lines = (one: Place, with_: Said): Line[] => [
      { label: '名称', value: one.node.name },
      { label: '类型', value: nodeKinds[one.node.kind] },
      { label: '位置', value: moved.has(id) ? whereWords(one) : '' },
      ...nodeLines(one.node, with_),
    ];
    const changed = lineDiff(lines(was, oldSaid), lines(place, nowSaid));
    if (changed.length) changes.push({ ...about, kind: 'CHANGED', changes: changed });
  }
  for (const [id, place] of old)
    if (!now.has(id)) changes.push({ kind: 'REMOVED', nodeId: id, name: place.node.name, nodeKind: nodeKinds[place.node.kind], changes: [] });
  const rules = lineDiff(ruleLines(before, said), ruleLines(after, said));
  return rules.length ? [{ kind: 'CHANGED', nodeId: '', name: '流程规则', nodeKind: '高级设置', changes: rules }, ...changes] : changes;
}

const placesById = (tree: ProcessTree): Map<string, Place> => new Map(placesOf(tree.nodes).map((place) => [place.node.id, place]));

function lineDiff(before: readonly Line[], after: readonly Line[]): NodeChange['changes'] {
  const labels = [...new Set([...before, ...after].map(({ label }) => label))];
  const said = (lines: readonly Line[], label: string) => lines.find((line) => line.label === label)?.value ?? '';
  return labels.map((label) => ({ label, before: said(before, label), after: said(after, label) })).filter((one) => one.before !== one.after);
}

function whereWords({ list, at, within }: Place): string {
  const inner = within.at(-1);
  const before = list[at - 1];
  return `${inner ? `${inner.node.name}的分支“${inner.branch.name}”中，` : ''}${before ? `“${before.name}”之后` : '最前面'}`;
}

/** Nodes that went to another list, or past others in theirs: the fewest that explain the new order. */
function movedIds(old: ReadonlyMap<string, Place>, now: ReadonlyMap<string, Place>): Set<string> {
  const homeOf = (place: Place | undefined) => place?.within.at(-1)?.branch.id ?? '';
  const moved = new Set<string>();
  const lists = new Map<string, string[]>();
  for (const [id, place] of now) {
    const was = old.get(id);
    if (!was) continue;
    if (homeOf(was) !== homeOf(place)) moved.add(id);
    else lists.set(homeOf(place), [...(lists.get(homeOf(place)) ?? []), id]);
  }
  for (const ids of lists.values()) {
    const stays = longestRising(ids.map((id) => old.get(id)?.at ?? 0));
    ids.forEach((id, at) => void (stays.has(at) || moved.add(id)));
  }
  return moved;
}

/** Positions of a longest subsequence that rises. */
function longestRising(numbers: readonly number[]): Set<number> {
  const chains: number[][] = [];
  numbers.forEach((number, at) => {
    const before = chains.slice(0, at).filter((chain) => (numbers[chain.at(-1) ?? 0] ?? 0) < number);
    const longest = before.reduce<number[]>((best, chain) => (chain.length > best.length ? chain : best), []);
    chains.push([...longest, at]);
  });
  return new Set(chains.reduce<number[]>((best, chain) => (chain.length > best.length ? chain : best), []));
}
