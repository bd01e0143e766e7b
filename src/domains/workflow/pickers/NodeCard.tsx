import { Bot, ClipboardCheck, GitBranch, GitFork, type LucideIcon, PlayCircle, Send, Stamp, StopCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '~/ui/kit/cx';
import type { NodeKind, ProcessNode } from '../process';
import { nodeKinds } from '../processTree';

const icons: Record<NodeKind, LucideIcon> = {
  START: PlayCircle,
  APPROVE: Stamp,
  HANDLE: ClipboardCheck,
  CC: Send,
  AUTO: Bot,
  CONDITION: GitBranch,
  PARALLEL: GitFork,
  END: StopCircle,
};
const heads: Record<NodeKind, string> = {
  START: 'bg-sunken text-ink-2',
  APPROVE: 'bg-warn-soft text-warn',
  HANDLE: 'bg-brand-soft text-brand',
  CC: 'bg-info-soft text-info',
  AUTO: 'bg-ok-soft text-ok',
  CONDITION: 'bg-ok-soft text-ok',
  PARALLEL: 'bg-info-soft text-info',
  END: 'bg-sunken text-ink-2',
};

export function KindIcon({ kind }: { kind: NodeKind }) {
  const Icon = icons[kind];
  return <Icon aria-hidden className="size-4 shrink-0" />;
}

interface Props {
  node: ProcessNode;
  /** What stands in its body; START and END have none. */
  words?: ReactNode;
  /** Beside its name. */
  mark?: ReactNode;
  chosen?: boolean | undefined;
  wrong?: boolean | undefined;
}

/** One node, as picture and designer draw it. */
export function NodeCard({ node, words, mark, chosen, wrong }: Props) {
  const bare = node.kind === 'START' || node.kind === 'END';
  return (
    <span
      className={cx(
        'block overflow-hidden rounded-lg border bg-paper text-left shadow-raised',
        bare ? 'w-36' : 'w-52',
        chosen ? 'border-brand-fill ring-2 ring-brand-fill' : wrong ? 'border-danger' : 'border-line',
      )}
    >
      <span className={cx('flex items-center gap-1.5 px-2.5 py-1.5 text-sm', heads[node.kind], bare && 'justify-center')}>
        <KindIcon kind={node.kind} />
        <span className="min-w-0 truncate font-medium">{node.name || nodeKinds[node.kind]}</span>
        {mark && <span className="ml-auto shrink-0">{mark}</span>}
      </span>
      {!bare && words && <span className="block px-2.5 py-2 text-sm break-words text-ink-2">{words}</span>}
    </span>
  );
}
