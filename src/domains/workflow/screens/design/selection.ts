import type { ProcessTree } from '../../process';
import { isBranching, type Place, placesOf } from '../../processTree';

/** A node, or a branch of it. */
export interface Chosen {
  nodeId: string;
  branchId?: string;
}
export const sameChosen = (a: Chosen | null, b: Chosen | null): boolean => a?.nodeId === b?.nodeId && a?.branchId === b?.branchId;

/** Everything that can be chosen, as it is read from top to bottom. */
export function chosenInOrder(tree: ProcessTree): Chosen[] {
  const inList = (list: Place['list']): Chosen[] =>
    list.flatMap((node) => [
      { nodeId: node.id },
      ...(isBranching(node) ? node.branches.flatMap((branch) => [{ nodeId: node.id, branchId: branch.id }, ...inList(branch.nodes)]) : []),
    ]);
  return inList(tree.nodes);
}

/** Where an arrow key leads; up and down through everything, left and right among the branches around. */
export function neighbour(tree: ProcessTree, from: Chosen, key: string): Chosen | undefined {
  if (key === 'ArrowUp' || key === 'ArrowDown') {
    const all = chosenInOrder(tree);
    return all[all.findIndex((one) => sameChosen(one, from)) + (key === 'ArrowDown' ? 1 : -1)];
  }
  const places = placesOf(tree.nodes);
  const place = places.find(({ node }) => node.id === from.nodeId);
  const around =
    from.branchId && place && isBranching(place.node)
      ? { node: place.node, branch: place.node.branches.find(({ id }) => id === from.branchId) }
      : place?.within.at(-1);
  if (!around?.branch) return undefined;
  const { node, branch } = around;
  const beside = node.branches[node.branches.indexOf(branch) + (key === 'ArrowRight' ? 1 : -1)];
  return beside && { nodeId: node.id, branchId: beside.id };
}
