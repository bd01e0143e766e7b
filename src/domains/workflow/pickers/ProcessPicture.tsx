import { useMemo } from 'react';
import { Tag } from '~/ui/kit/Tag';
import type { Tone } from '~/ui/kit/types';
import { conditionWords, type NameOf } from '../condition';
import type { FormField, ProcessNode, ProcessTree } from '../process';
import { isTask } from '../processTree';
import { candidatesWords, modeWords } from '../processWords';
import { NodeCard } from './NodeCard';
import { type Drawn, TreeLayout } from './TreeLayout';

/** How a node stands in a run. */
export interface NodeState {
  label: string;
  tone: Tone;
  /** Who was or will be asked, instead of the rule by which they are found. */
  people?: string;
}
interface Props {
  tree: ProcessTree;
  fields: readonly FormField[];
  /** Of members, roles, departments and groups the tree names. */
  names: Readonly<Record<string, string>>;
  /** By the id of the node; one without has not been come to. */
  states?: Readonly<Record<string, NodeState>>;
  /** Ids of branches that are not taken. */
  untaken?: ReadonlySet<string>;
}

/** The process as a picture, for reading. */
export function ProcessPicture({ tree, fields, names, states = {}, untaken }: Props) {
  const drawn = useMemo<Drawn>(() => {
    const nameOf: NameOf = (id) => names[id] ?? '已删除';
    return {
      card: (node) => {
        const state = states[node.id];
        return <NodeCard node={node} words={state?.people || nodeWords(node, fields, nameOf)} mark={state && <Tag tone={state.tone}>{state.label}</Tag>} />;
      },
      fork: (node) => <span className="rounded-full border border-line bg-paper px-3 py-1 text-sm text-ink-2">{node.name}</span>,
      branch: (node, { name, when }) => (
        <span className="block w-52 rounded-lg border border-line bg-paper px-2.5 py-2 text-sm shadow-raised">
          <span className="block font-medium text-ok">{name}</span>
          <span className="block break-words text-ink-2">
            {node.kind === 'PARALLEL' ? '同时进行' : when ? conditionWords(when, fields, nameOf) : '其他情况'}
          </span>
        </span>
      ),
      isFaint: ({ id }) => untaken?.has(id) === true,
    };
  }, [fields, names, states, untaken]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a picture wider than its place is scrolled by keys, too
    <section tabIndex={0} className="overflow-auto rounded-lg bg-ground" aria-label="流程图">
      <TreeLayout nodes={tree.nodes} drawn={drawn} label="节点" />
    </section>
  );
}

/** What stands on a node's card. */
export function nodeWords(node: ProcessNode, fields: readonly FormField[], nameOf: NameOf): string {
  if (isTask(node)) return `${candidatesWords(node.candidates, { fields, nameOf })} · ${modeWords(node.mode)}`;
  if (node.kind === 'CC') return candidatesWords(node.candidates, { fields, nameOf });
  return node.kind === 'AUTO' ? `${conditionWords(node.when, fields, nameOf)}时${node.then === 'PASS' ? '自动通过' : '自动驳回'}` : '';
}
