import { Play, Redo2, Undo2 } from 'lucide-react';
import { Button, IconButton } from '~/ui/kit/Button';
import { Tag } from '~/ui/kit/Tag';
import { versionStates } from '../../processConfig';
import type { Detail, useDesign } from './useDesign';

interface Props {
  name: string;
  ver: number;
  state: Detail['state'];
  dirty: boolean;
  design: ReturnType<typeof useDesign>;
  mayPublish: boolean;
  whyNot: string;
  onSave: () => Promise<void>;
  onTry: () => void;
  onPublish: () => void;
}

/** What is being designed, whether it is saved, and what can be done with it. */
export function DesignBar({ name, ver, state, dirty, design, mayPublish, whyNot, onSave, onTry, onPublish }: Props) {
  return (
    <header className="flex flex-wrap items-center gap-2 rounded-lg border border-line bg-paper px-3 py-2 shadow-card sm:px-4">
      <h1 className="min-w-0 truncate text-lg">{name || '未命名流程'}</h1>
      <Tag tone={state === 'DRAFT' ? 'warn' : 'ok'}>
        v{ver} {versionStates[state]}
      </Tag>
      <span role="status" className="text-sm text-ink-3">
        {dirty ? '有未保存的修改' : '已保存'}
      </span>
      <div className="ml-auto flex flex-wrap items-center gap-2 max-sm:gap-1.5">
        <IconButton label="撤销" icon={<Undo2 aria-hidden />} disabled={!design.mayUndo} onClick={design.undo} />
        <IconButton label="重做" icon={<Redo2 aria-hidden />} disabled={!design.mayRedo} onClick={design.redo} />
        <Button href="/portal/openPlatform/processConfigHome" className="max-sm:hidden">
          返回
        </Button>
        <Button icon={<Play aria-hidden />} onPress={onTry}>
          试运行
        </Button>
        <Button disabled={!dirty} onPress={onSave}>
          保存草稿
        </Button>
        <Button tone="primary" disabled={!mayPublish} title={mayPublish ? undefined : whyNot} onPress={onPublish}>
          发布
        </Button>
      </div>
    </header>
  );
}
