import { ArrowLeft, ArrowRight, Copy, Plus, Trash2, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, IconButton } from '~/ui/kit/Button';
import { RadioGroup } from '~/ui/kit/Checks';
import { Input } from '~/ui/kit/Input';
import type { Branch, ConditionNode, ParallelNode, ProcessNode } from '../../process';
import type { Problem } from '../../processProblem';
import { isBranching, isTask, MOST_BRANCHES, nodeKinds, nodesOf } from '../../processTree';
import { addBranch, addDefault, changeBranch, changeNode, copyNode, moveBranch, removeBranch, removeNode } from '../../treeEdit';
import { CandidatesInput } from './CandidatesInput';
import { ConditionInput } from './ConditionInput';
import { newNodeId, useDesigning } from './DesignContext';
import { Labelled, PanelPart } from './Labelled';
import type { Chosen } from './selection';
import { TaskPanel } from './TaskPanel';

interface Props {
  chosen: Chosen;
  problems: readonly Problem[];
  onChoose: (chosen: Chosen | null) => void;
}

/** What the chosen node or branch says. */
export function NodePanel({ chosen, problems, onChoose }: Props) {
  const { tree } = useDesigning();
  const node = nodesOf(tree).find(({ id }) => id === chosen.nodeId);
  if (!node) return null;
  const branch = isBranching(node) ? node.branches.find(({ id }) => id === chosen.branchId) : undefined;
  const mine = problems.filter((one) => one.nodeId === node.id && (!branch || !one.branchId || one.branchId === branch.id));
  return (
    <aside
      aria-label={branch ? '分支设置' : '节点设置'}
      data-panel
      className="flex flex-col overflow-auto border-line bg-paper max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:z-40 max-lg:max-h-[70dvh] max-lg:rounded-t-xl max-lg:border-t max-lg:shadow-dialog lg:w-[360px] lg:shrink-0 lg:border-l"
    >
      <header className="sticky top-0 z-10 flex items-center gap-2 border-b border-line bg-paper px-4 py-2">
        <h2 className="text-base font-semibold">{branch ? `${nodeKinds[node.kind]} · 分支` : nodeKinds[node.kind]}</h2>
        <IconButton label="关闭设置" size="sm" className="ml-auto" icon={<X aria-hidden />} onClick={() => onChoose(null)} />
      </header>
      {mine.length > 0 && (
        <ul aria-label="该节点的问题" className="flex flex-col gap-1 bg-danger-soft px-4 py-2 text-sm text-danger">
          {mine.map((one) => (
            <li key={one.words}>{one.words}</li>
          ))}
        </ul>
      )}
      {branch && isBranching(node) ? <BranchPart node={node} branch={branch} onChoose={onChoose} /> : <NodePart node={node} onChoose={onChoose} />}
    </aside>
  );
}

function Name({ value, onChange }: { value: string; onChange: (name: string) => void }) {
  return (
    <div className="px-4 py-3">
      <Labelled label="名称">{(id) => <Input id={id} value={value} maxLength={30} onChange={onChange} />}</Labelled>
    </div>
  );
}

function NodePart({ node, onChoose }: { node: ProcessNode; onChoose: Props['onChoose'] }) {
  const { tree, edit } = useDesigning();
  const change = (over: object, tag = '') => edit((now) => changeNode(now, node.id, (one) => ({ ...one, ...over })), tag && `${tag} ${node.id}`);
  const fixed = node.kind === 'START' || node === tree.nodes.at(-1);
  const remove = () => {
    edit((now) => removeNode(now, node.id));
    onChoose(null);
  };
  return (
    <>
      <Name value={node.name} onChange={(name) => change({ name }, 'name')} />
      {isTask(node) && <TaskPanel node={node} onChange={change} />}
      {node.kind === 'CC' && (
        <PanelPart title="抄送人">
          <CandidatesInput noun="抄送人" value={node.candidates} onChange={(candidates) => change({ candidates })} />
        </PanelPart>
      )}
      {node.kind === 'AUTO' && (
        <>
          <PanelPart title="满足条件时">
            <ConditionInput value={node.when} onChange={(when) => change({ when }, 'when')} />
          </PanelPart>
          <PanelPart title="自动">
            <RadioGroup
              aria-label="自动处理为"
              value={node.then}
              options={[
                { value: 'PASS', label: '通过并结束' },
                { value: 'REJECT', label: '驳回并结束' },
              ]}
              onChange={(then) => change({ then })}
            />
            <p className="text-xs text-ink-3">不满足条件时继续往下走</p>
          </PanelPart>
        </>
      )}
      {isBranching(node) && <BranchesPart node={node} onChoose={onChoose} />}
      {!fixed && (
        <Tools>
          <Button size="sm" icon={<Copy aria-hidden />} onPress={() => edit((now) => copyNode(now, node.id, newNodeId))}>
            复制
          </Button>
          <Button size="sm" icon={<Trash2 aria-hidden />} onPress={remove}>
            删除{isBranching(node) ? '（连同分支）' : ''}
          </Button>
        </Tools>
      )}
    </>
  );
}

const Tools = ({ children }: { children: ReactNode }) => <div className="mt-auto flex flex-wrap gap-2 border-t border-line px-4 py-3">{children}</div>;

function BranchesPart({ node, onChoose }: { node: ConditionNode | ParallelNode; onChoose: Props['onChoose'] }) {
  const { edit } = useDesigning();
  const full = node.branches.length >= MOST_BRANCHES;
  const lacksDefault = node.kind === 'CONDITION' && node.branches.at(-1)?.when !== null;
  return (
    <PanelPart title="分支">
      <ol className="flex flex-col gap-1">
        {node.branches.map((branch) => (
          <li key={branch.id}>
            <Button size="sm" tone="link" onPress={() => onChoose({ nodeId: node.id, branchId: branch.id })}>
              {branch.name || '未命名分支'}
            </Button>
          </li>
        ))}
      </ol>
      <p className="text-xs text-ink-3">
        {node.kind === 'CONDITION' ? '从左到右判断，走第一个满足条件的分支；都不满足时走默认分支' : '所有分支同时进行，全部完成后继续'}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" icon={<Plus aria-hidden />} disabled={full} onPress={() => edit((now) => addBranch(now, node.id, newNodeId))}>
          添加分支
        </Button>
        {lacksDefault && (
          <Button size="sm" tone="primary" icon={<Plus aria-hidden />} disabled={full} onPress={() => edit((now) => addDefault(now, node.id, newNodeId))}>
            补上默认分支
          </Button>
        )}
      </div>
    </PanelPart>
  );
}

function BranchPart({ node, branch, onChoose }: { node: ConditionNode | ParallelNode; branch: Branch; onChoose: Props['onChoose'] }) {
  const { edit } = useDesigning();
  const at = node.branches.indexOf(branch);
  const isDefault = node.kind === 'CONDITION' && branch.when === null && at === node.branches.length - 1;
  const change = (over: Partial<Branch>, tag: string) => edit((now) => changeBranch(now, branch.id, (one) => ({ ...one, ...over })), `${tag} ${branch.id}`);
  const remove = () => {
    edit((now) => removeBranch(now, branch.id));
    onChoose(node.branches.length > 2 ? { nodeId: node.id } : null);
  };
  return (
    <>
      <Name value={branch.name} onChange={(name) => change({ name }, 'name')} />
      {node.kind === 'CONDITION' && (
        <PanelPart title="条件">
          {isDefault ? (
            <p className="text-sm text-ink-2">默认分支：其他分支都不满足时走这里</p>
          ) : (
            <ConditionInput value={branch.when ?? { all: [] }} onChange={(when) => change({ when }, 'when')} />
          )}
        </PanelPart>
      )}
      <Tools>
        <Button size="sm" icon={<ArrowLeft aria-hidden />} disabled={at === 0 || isDefault} onPress={() => edit((now) => moveBranch(now, branch.id, at - 1))}>
          左移
        </Button>
        <Button
          size="sm"
          icon={<ArrowRight aria-hidden />}
          disabled={at === node.branches.length - 1 || isDefault}
          onPress={() => edit((now) => moveBranch(now, branch.id, at + 1))}
        >
          右移
        </Button>
        <Button size="sm" icon={<Trash2 aria-hidden />} onPress={remove}>
          删除分支
        </Button>
      </Tools>
    </>
  );
}
