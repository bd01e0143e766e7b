import { Fragment, type ReactNode } from 'react';
import { cx } from '~/ui/kit/cx';
import type { Branch, ConditionNode, ParallelNode, ProcessNode } from '../process';
import { endsHere, isBranching, nodeKinds } from '../processTree';

/** How the parts of a tree are drawn; the lines between them are the layout's. */
export interface Drawn {
  card(node: ProcessNode): ReactNode;
  /** Above the branches of a branching. */
  fork(node: ConditionNode | ParallelNode): ReactNode;
  /** At the head of a branch. */
  branch(node: ConditionNode | ParallelNode, branch: Branch, at: number): ReactNode;
  /** On the line before position `at` of the list `home`. */
  gap?: (home: string, at: number) => ReactNode;
  /** Drawn faintly: not taken. */
  isFaint?: (branch: Branch) => boolean;
}

/** A process from top to bottom, its branches side by side, as people know it from DingTalk. */
export function TreeLayout({ nodes, drawn, label }: { nodes: readonly ProcessNode[]; drawn: Drawn; label: string }) {
  return (
    <ol aria-label={label} className="mx-auto flex w-max flex-col items-center p-6">
      <NodeList list={nodes} home="" drawn={drawn} />
    </ol>
  );
}

function NodeList({ list, home, drawn }: { list: readonly ProcessNode[]; home: string; drawn: Drawn }) {
  return list.map((node, at) => (
    <Fragment key={node.id}>
      <li className="flex flex-col items-center">{isBranching(node) ? <Branching node={node} drawn={drawn} /> : drawn.card(node)}</li>
      {(home !== '' || at < list.length - 1) && <Gap line={!endsHere(node)}>{node.kind !== 'END' && drawn.gap?.(home, at + 1)}</Gap>}
    </Fragment>
  ));
}

function Gap({ line = true, children }: { line?: boolean; children?: ReactNode }) {
  return (
    <li aria-hidden={children ? undefined : true} className={cx('relative flex w-full items-center justify-center', children ? 'min-h-14' : 'min-h-6')}>
      {line && <span aria-hidden className="absolute inset-y-0 left-1/2 w-px bg-line-strong" />}
      {children && <span className="relative">{children}</span>}
    </li>
  );
}

/** One line comes in, spreads over the branches and meets again below those that have not ended. */
function Branching({ node, drawn }: { node: ConditionNode | ParallelNode; drawn: Drawn }) {
  const open = node.branches.map(({ nodes }) => !nodes.some(endsHere));
  const [first, last] = [open.indexOf(true), open.lastIndexOf(true)];
  return (
    <>
      {drawn.fork(node)}
      <span aria-hidden className="h-4 w-px bg-line-strong" />
      <ul aria-label={`${node.name || nodeKinds[node.kind]}的分支`} className="flex">
        {node.branches.map((branch, at) => (
          <li key={branch.id} className={cx('relative flex flex-col items-center px-4', drawn.isFaint?.(branch) && 'opacity-45')}>
            <Bar place="top" from={at > 0} to={at < node.branches.length - 1} />
            <span aria-hidden className="h-4 w-px bg-line-strong" />
            {drawn.branch(node, branch, at)}
            <ol aria-label={branch.name} className="flex w-full flex-1 flex-col items-center">
              <Gap>{drawn.gap?.(branch.id, 0)}</Gap>
              <NodeList list={branch.nodes} home={branch.id} drawn={drawn} />
              {open[at] && <li aria-hidden className="w-px flex-1 bg-line-strong" />}
            </ol>
            <Bar place="bottom" from={at > first && at <= last && first >= 0} to={at >= first && at < last && first >= 0} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Bar({ place, from, to }: { place: 'top' | 'bottom'; from: boolean; to: boolean }) {
  const line = cx('absolute h-px bg-line-strong', place === 'top' ? 'top-0' : 'bottom-0');
  return (
    <>
      {from && <span aria-hidden className={cx(line, 'right-1/2 left-0')} />}
      {to && <span aria-hidden className={cx(line, 'right-0 left-1/2')} />}
    </>
  );
}
