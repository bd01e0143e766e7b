import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import type { ProcessTree } from '../../process';
import { isBranching, placesOf } from '../../processTree';
import { copyNode, moveBranch, moveNode, removeBranch, removeNode } from '../../treeEdit';
import { newNodeId, useDesigning } from './DesignContext';
import { type Chosen, neighbour, sameChosen } from './selection';

/** What the keys do, for those who ask. */
export const keyHelp: readonly [string, string][] = [
  ['↑ ↓', '上一个、下一个节点'],
  ['← →', '左右分支'],
  ['Enter', '打开设置'],
  ['Alt + 方向键', '移动节点或分支'],
  ['Insert', '在后面添加节点'],
  ['Delete', '删除'],
  ['Ctrl + D', '复制节点'],
  ['Ctrl + Z / Y', '撤销、重做'],
  ['Ctrl + S', '保存'],
];

interface On {
  box: RefObject<HTMLDivElement | null>;
  chosen: Chosen | null;
  onChoose: (chosen: Chosen | null) => void;
}
const selectorOf = ({ nodeId, branchId }: Chosen): string =>
  `[data-node="${CSS.escape(nodeId)}"]${branchId ? `[data-branch="${CSS.escape(branchId)}"]` : ':not([data-branch])'}`;

/** Keys of a card that has the focus. */
export function useCanvasKeys({ box, chosen, onChoose }: On) {
  const { tree, edit } = useDesigning();
  const wanted = useRef<Chosen | null>(null);
  // The card may be drawn only after the change.
  useEffect(() => {
    if (!wanted.current) return;
    box.current?.querySelector<HTMLElement>(selectorOf(wanted.current))?.focus();
    wanted.current = null;
  });
  const go = (to: Chosen | undefined) => {
    if (!to) return;
    wanted.current = to;
    if (sameChosen(to, chosen)) box.current?.querySelector<HTMLElement>(selectorOf(to))?.focus();
    else onChoose(to);
  };
  return (event: KeyboardEvent<HTMLDivElement>) => {
    const card = (event.target as HTMLElement).closest<HTMLElement>('[data-node]');
    if (!card) return;
    const at: Chosen = { nodeId: card.dataset['node'] ?? '', ...(card.dataset['branch'] ? { branchId: card.dataset['branch'] } : {}) };
    const { key, altKey, ctrlKey, metaKey } = event;
    if (key.startsWith('Arrow') && altKey) {
      event.preventDefault();
      wanted.current = at;
      edit((now) => shifted(now, at, key));
    } else if (key.startsWith('Arrow')) {
      event.preventDefault();
      go(neighbour(tree, at, key));
    } else if (key === 'Delete' || key === 'Backspace') {
      event.preventDefault();
      const before = neighbour(tree, at, 'ArrowUp');
      const changed = removed(tree, at);
      if (changed === tree) return;
      edit(() => changed);
      go(before);
    } else if ((ctrlKey || metaKey) && key === 'd') {
      event.preventDefault();
      if (!at.branchId && !isFixed(tree, at)) edit((now) => copyNode(now, at.nodeId, newNodeId));
    } else if (key === 'Insert') {
      event.preventDefault();
      const place = placesOf(tree.nodes).find(({ node }) => node.id === at.nodeId);
      const gap = at.branchId ? `${at.branchId} 0` : `${place?.within.at(-1)?.branch.id ?? ''} ${(place?.at ?? 0) + 1}`;
      box.current?.querySelector<HTMLElement>(`[data-gap="${CSS.escape(gap)}"] button`)?.click();
    } else if (key === 'Enter') {
      event.preventDefault();
      onChoose(at);
      setTimeout(() => document.querySelector<HTMLElement>('[data-panel] input, [data-panel] select')?.focus(), 50);
    }
  };
}

const isFixed = (tree: ProcessTree, { nodeId }: Chosen): boolean => tree.nodes[0]?.id === nodeId || tree.nodes.at(-1)?.id === nodeId;

function removed(tree: ProcessTree, at: Chosen): ProcessTree {
  if (at.branchId) return removeBranch(tree, at.branchId);
  return isFixed(tree, at) ? tree : removeNode(tree, at.nodeId);
}

/** One place on in its list, or among its branches. */
function shifted(tree: ProcessTree, at: Chosen, key: string): ProcessTree {
  const by = key === 'ArrowUp' || key === 'ArrowLeft' ? -1 : 1;
  const place = placesOf(tree.nodes).find(({ node }) => node.id === at.nodeId);
  if (!place) return tree;
  if (at.branchId) return isBranching(place.node) ? moveBranch(tree, at.branchId, place.node.branches.findIndex(({ id }) => id === at.branchId) + by) : tree;
  const home = place.within.at(-1)?.branch.id ?? '';
  const to = place.at + by;
  const [least, most] = home === '' ? [1, place.list.length - 2] : [0, place.list.length - 1];
  if (isFixed(tree, at) || to < least || to > most) return tree;
  return moveNode(tree, at.nodeId, { home, at: by > 0 ? to + 1 : to });
}
