import { useCallback, useEffect, useMemo, useRef } from 'react';
import { nodeWords } from '../../pickers/ProcessPicture';
import { type Drawn, TreeLayout } from '../../pickers/TreeLayout';
import type { Branch, ConditionNode, ParallelNode } from '../../process';
import type { Problem } from '../../processProblem';
import { isBranching, MOST_LEVELS, MOST_NODES, placesOf } from '../../processTree';
import { type AddedKind, addBranch, addNode, moveBranch, moveNode, newNode } from '../../treeEdit';
import { AddMenu } from './AddMenu';
import { BranchHead, CardButton, ForkButton } from './CanvasParts';
import { newNodeId, useDesigning } from './DesignContext';
import type { Chosen } from './selection';
import { useCanvasKeys } from './useCanvasKeys';

interface Props {
  chosen: Chosen | null;
  problems: readonly Problem[];
  zoom: number;
  onChoose: (chosen: Chosen | null) => void;
}
type Dragged = { kind: 'node'; id: string } | { kind: 'branch'; id: string; nodeId: string };

/** The tree to be worked on: choose, add, drag, by mouse or by keys. */
export function Canvas({ chosen, problems, zoom, onChoose }: Props) {
  const { tree, fields, nameOf, edit } = useDesigning();
  const box = useRef<HTMLDivElement>(null);
  const dragged = useRef<Dragged | null>(null);
  // A tree wider than the screen begins with its middle, where the process begins.
  useEffect(() => {
    if (box.current) box.current.scrollLeft = (box.current.scrollWidth - box.current.clientWidth) / 2;
  }, []);
  const keys = useCanvasKeys({ box, chosen, onChoose });
  const wrong = useMemo(
    () => new Set(problems.filter(({ level }) => level === 'ERROR').map(({ nodeId, branchId = '' }) => `${nodeId} ${branchId}`)),
    [problems],
  );
  const places = useMemo(() => placesOf(tree.nodes), [tree]);
  const levels = useMemo(
    () => new Map(places.flatMap(({ node, within }) => (isBranching(node) ? node.branches.map(({ id }) => [id, within.length + 1] as const) : []))),
    [places],
  );
  const onAdd = useCallback(
    (home: string, at: number, kind: AddedKind) => {
      const node = newNode(kind, newNodeId);
      edit((now) => addNode(now, { home, at }, node));
      onChoose({ nodeId: node.id });
    },
    [edit, onChoose],
  );
  const drag = useCallback((what: Dragged | null) => {
    dragged.current = what;
  }, []);
  const onDropNode = useCallback(
    (home: string, at: number) => {
      const what = dragged.current;
      if (what?.kind === 'node') edit((now) => moveNode(now, what.id, { home, at }));
    },
    [edit],
  );
  const takesNode = useCallback(() => dragged.current?.kind === 'node', []);
  const moreBranches = useCallback((nodeId: string) => edit((now) => addBranch(now, nodeId, newNodeId)), [edit]);
  const dropsBranch = (node: ConditionNode | ParallelNode, at: number) => ({
    takes: () => dragged.current?.kind === 'branch' && dragged.current.nodeId === node.id,
    drop: () => {
      const what = dragged.current;
      if (what?.kind === 'branch') edit((now) => moveBranch(now, what.id, at));
    },
  });
  const isWrong = (nodeId: string, branchId = '') => wrong.has(`${nodeId} ${branchId}`);
  const isChosen = (nodeId: string, branchId?: string) => chosen?.nodeId === nodeId && chosen.branchId === branchId;
  const drawn: Drawn = {
    card: (node) => (
      <CardButton
        node={node}
        words={nodeWords(node, fields, nameOf)}
        chosen={isChosen(node.id)}
        wrong={isWrong(node.id)}
        fixed={node.kind === 'START' || node === tree.nodes.at(-1)}
        onChoose={onChoose}
        onDrag={drag}
      />
    ),
    fork: (node) => <ForkButton node={node} chosen={isChosen(node.id)} wrong={isWrong(node.id)} onChoose={onChoose} onMore={moreBranches} onDrag={drag} />,
    branch: (node, branch: Branch, at) => (
      <BranchHead
        {...{ node, branch, at, fields, nameOf, onChoose }}
        chosen={isChosen(node.id, branch.id)}
        wrong={isWrong(node.id, branch.id)}
        onDrag={drag}
        {...dropsBranch(node, at)}
      />
    ),
    gap: (home, at) => (
      <AddMenu
        home={home}
        at={at}
        full={places.length >= MOST_NODES}
        deep={(levels.get(home) ?? 0) >= MOST_LEVELS}
        onAdd={onAdd}
        takes={takesNode}
        onDrop={onDropNode}
      />
    ),
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the cards inside, which are buttons, are met here
    <div ref={box} onKeyDown={keys} className="min-h-[420px] flex-1 overflow-auto bg-ground" style={{ scrollbarGutter: 'stable' }}>
      <div style={{ zoom: zoom / 100 }}>
        <TreeLayout nodes={tree.nodes} drawn={drawn} label="流程节点" />
      </div>
    </div>
  );
}
