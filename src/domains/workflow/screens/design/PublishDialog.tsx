import { useEffect, useState } from 'react';
import { call } from '~/shell/call';
import { Button } from '~/ui/kit/Button';
import { Dialog } from '~/ui/kit/Dialog';
import { Alert, Skeleton } from '~/ui/kit/Feedback';
import { Textarea } from '~/ui/kit/Input';
import type { ProcessTree } from '../../process';
import { processGet } from '../../processCalls';
import { type NodeChange, treeDiff } from '../../processDiff';
import { DiffList } from '../DiffList';
import { useDesigning } from './DesignContext';
import { Labelled } from './Labelled';

interface Props {
  id: string;
  ver: number;
  /** The version before, where there is one. */
  before: number;
  running: boolean;
  publish: (notes: string) => Promise<unknown>;
  onClose: () => void;
}

/** What is about to change for everybody, and why. */
export function PublishDialog({ id, ver, before, running, publish, onClose }: Props) {
  const { tree, fields, nameOf } = useDesigning();
  const [notes, setNotes] = useState('');
  const [old, setOld] = useState<ProcessTree | null>(null);
  useEffect(() => {
    if (before > 0)
      call(processGet, { id, ver: before }).then(
        (answer) => setOld(answer.tree),
        () => setOld({ nodes: [] }),
      );
  }, [id, before]);
  const changes: NodeChange[] | null = before > 0 ? old && treeDiff(old, tree, { fields, nameOf }) : [];
  return (
    <Dialog
      open
      onClose={onClose}
      title={`发布 v${ver}`}
      width="lg"
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button
            tone="primary"
            disabled={notes.trim() === ''}
            onPress={async () => {
              await publish(notes);
              onClose();
            }}
          >
            确认发布
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Alert tone="info">
          {running ? '发布后新提交的单据按新版本审批；已在审批中的单据仍按原版本走完。' : '该流程尚未启用，发布后需在流程列表中启用才会用于新单据。'}
        </Alert>
        <Labelled label="发布说明（必填）" hint="写明改了什么、为什么，方便以后查看版本历史">
          {(field) => <Textarea id={field} value={notes} maxLength={500} rows={3} onChange={setNotes} />}
        </Labelled>
        {before > 0 && (
          <section aria-label="与当前版本的差异">
            <h3 className="mb-2 text-sm font-semibold">与 v{before} 的差异</h3>
            {changes ? <DiffList changes={changes} /> : <Skeleton lines={3} />}
          </section>
        )}
      </div>
    </Dialog>
  );
}
