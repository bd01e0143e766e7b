import { Plus } from 'lucide-react';
import { memo, useState } from 'react';
import { Button } from '~/ui/kit/Button';
import { cx } from '~/ui/kit/cx';
import { conditionWords, type NameOf } from '../../condition';
import { KindIcon, NodeCard } from '../../pickers/NodeCard';
import type { Branch, ConditionNode, FormField, ParallelNode, ProcessNode } from '../../process';
import { MOST_BRANCHES, nodeKinds } from '../../processTree';
import type { Chosen } from './selection';

interface Common {
  chosen: boolean;
  wrong: boolean;
  onChoose: (chosen: Chosen | null) => void;
  onDrag: (what: { kind: 'node'; id: string } | { kind: 'branch'; id: string; nodeId: string } | null) => void;
}

/** What colour and icon say to those who see them. */
const Spoken = ({ kind, wrong }: { kind: string; wrong: boolean }) => <span className="sr-only">{`${wrong ? '有问题，' : ''}${kind}：`}</span>;

/** Drawn again only when something of it changed. */
export const CardButton = memo(function CardButton({
  node,
  words,
  fixed,
  chosen,
  wrong,
  onChoose,
  onDrag,
}: Common & { node: ProcessNode; words: string; fixed: boolean }) {
  return (
    <button
      type="button"
      data-node={node.id}
      aria-pressed={chosen}
      draggable={!fixed}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', node.name);
        onDrag({ kind: 'node', id: node.id });
      }}
      onDragEnd={() => onDrag(null)}
      onClick={() => onChoose({ nodeId: node.id })}
      className="rounded-lg"
    >
      <Spoken kind={nodeKinds[node.kind]} wrong={wrong} />
      <NodeCard node={node} words={words} chosen={chosen} wrong={wrong} />
    </button>
  );
});

export const ForkButton = memo(function ForkButton({
  node,
  chosen,
  wrong,
  onChoose,
  onMore,
  onDrag,
}: Common & { node: ConditionNode | ParallelNode; onMore: (nodeId: string) => void }) {
  return (
    <span className="inline-flex items-center overflow-hidden rounded-full border border-line bg-paper shadow-raised">
      <button
        type="button"
        data-node={node.id}
        aria-pressed={chosen}
        draggable
        onDragStart={(event) => {
          event.dataTransfer.effectAllowed = 'move';
          event.dataTransfer.setData('text/plain', node.name);
          onDrag({ kind: 'node', id: node.id });
        }}
        onDragEnd={() => onDrag(null)}
        onClick={() => onChoose({ nodeId: node.id })}
        className={cx(
          'flex items-center gap-1.5 rounded-l-full px-3 py-1 text-sm',
          chosen ? 'bg-brand-fill text-on-brand' : wrong ? 'text-danger' : 'text-ink-2',
        )}
      >
        <Spoken kind={nodeKinds[node.kind]} wrong={wrong} />
        <KindIcon kind={node.kind} />
        {node.name || nodeKinds[node.kind]}
      </button>
      <Button
        size="sm"
        tone="ghost"
        icon={<Plus aria-hidden />}
        disabled={node.branches.length >= MOST_BRANCHES}
        onClick={() => onMore(node.id)}
        className="rounded-none border-l border-l-line"
      >
        添加分支
      </Button>
    </span>
  );
});

interface HeadProps extends Common {
  node: ConditionNode | ParallelNode;
  branch: Branch;
  at: number;
  fields: readonly FormField[];
  nameOf: NameOf;
  takes: () => boolean;
  drop: () => void;
}

/** The head of a branch is what is dragged to put branches in another order. */
export function BranchHead({ node, branch, at, fields, nameOf, chosen, wrong, onChoose, onDrag, takes, drop }: HeadProps) {
  const [over, setOver] = useState(false);
  const isDefault = node.kind === 'CONDITION' && branch.when === null && at === node.branches.length - 1;
  return (
    <button
      type="button"
      data-node={node.id}
      data-branch={branch.id}
      aria-pressed={chosen}
      draggable={!isDefault}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', branch.name);
        onDrag({ kind: 'branch', id: branch.id, nodeId: node.id });
      }}
      onDragEnd={() => onDrag(null)}
      onDragOver={(event) => {
        if (!takes()) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        drop();
      }}
      onClick={() => onChoose({ nodeId: node.id, branchId: branch.id })}
      className={cx(
        'block w-52 rounded-lg border bg-paper px-2.5 py-2 text-left text-sm shadow-raised',
        over ? 'border-brand-fill bg-brand-soft' : chosen ? 'border-brand-fill ring-2 ring-brand-fill' : wrong ? 'border-danger' : 'border-line',
      )}
    >
      <Spoken kind="分支" wrong={wrong} />
      <span className="flex items-center gap-2">
        <span className="min-w-0 truncate font-medium text-ok">{branch.name || '未命名分支'}</span>
        {node.kind === 'CONDITION' && <span className="ml-auto shrink-0 text-xs text-ink-3">{isDefault ? '默认' : `优先级${at + 1}`}</span>}
      </span>
      <span className="block break-words text-ink-2">
        {node.kind === 'PARALLEL' ? '同时进行' : branch.when ? conditionWords(branch.when, fields, nameOf) : isDefault ? '其他情况' : '未设置条件'}
      </span>
    </button>
  );
}
