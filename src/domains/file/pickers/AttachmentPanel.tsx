import { useCallback, useEffect, useState } from 'react';
import type { AnswerOf } from '~/shared/endpoint';
import { call, messageOf } from '~/shell/call';
import { deleteAsked } from '~/ui/kit/asked';
import { Alert, EmptyState, Skeleton } from '~/ui/kit/Feedback';
import { MOST_ATTACHMENTS } from '../attachment';
import { attachmentAdd, attachmentList, attachmentRemove } from '../calls';
import { FileChooser } from './AttachmentInput';
import { AttachmentRows } from './AttachmentRows';
import { useUploads } from './useUploads';

interface Props {
  /** As defined by `defineAttachments`. */
  type: string;
  subjectId: string;
}
type Held = AnswerOf<typeof attachmentList>;

/** The files of a document or customer on its detail page: read, and for those who may, added and removed at once. */
export function AttachmentPanel({ type, subjectId }: Props) {
  const [held, setHeld] = useState<Held | null>(null);
  const [problem, setProblem] = useState('');
  const load = useCallback(async () => {
    try {
      setHeld(await call(attachmentList, { type, id: subjectId }));
      setProblem('');
    } catch (error) {
      setProblem(messageOf(error));
    }
  }, [type, subjectId]);
  useEffect(() => void load(), [load]);
  const { uploads, begin, drop } = useUploads(async ({ key }) => {
    await call(attachmentAdd, { type, id: subjectId, fileKey: key });
    await load();
  });
  if (problem)
    return (
      <Alert tone="danger" title="附件加载失败" actions={[{ label: '重试', onPress: load }]}>
        {problem}
      </Alert>
    );
  if (!held) return <Skeleton lines={2} />;
  const remove = async (file: { key: string; name: string }) => {
    const found = held.attachments.find((one) => one.key === file.key);
    if (!found) return;
    const asked = { what: `附件“${file.name}”`, body: '删除后不可恢复，操作会写入日志。', remove: () => call(attachmentRemove, { id: found.id }) };
    if (await deleteAsked(asked)) await load();
  };
  const { attachments: files, mayEdit } = held;
  return (
    <div className="flex flex-col gap-3">
      {mayEdit && <FileChooser room={MOST_ATTACHMENTS - files.length - uploads.length} onFiles={(chosen) => chosen.forEach((file) => void begin(file))} />}
      {files.length + uploads.length === 0 && !mayEdit && <EmptyState title="暂无附件" />}
      <AttachmentRows files={files} uploads={uploads} onCancel={drop} onRemove={mayEdit ? remove : undefined} />
    </div>
  );
}
