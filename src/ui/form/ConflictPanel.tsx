import { DetailTable } from '../detail/DetailTable';
import { Alert } from '../kit/Feedback';
import type { Clash } from './merge';

export interface Conflict {
  /** Who was first, and when. */
  message: string;
  clashes: readonly Clash[];
  keep: () => void;
  take: () => void;
}

/** Somebody saved the document first: what they changed beside what is typed here, and the ways to go on. */
export function ConflictPanel({ conflict }: { conflict: Conflict | undefined }) {
  if (!conflict) return null;
  const { message, clashes, keep, take } = conflict;
  return (
    <Alert
      tone="warn"
      title={message.replace(/，请刷新后重试$/, '，您填写的内容仍在')}
      actions={[
        { label: '保留我填写的，继续', tone: 'primary', onPress: keep },
        { label: '改用最新内容', onPress: take },
      ]}
    >
      {clashes.length
        ? '下面是对方的改动。继续后，您没有动过的项目按对方的保存，您改过的以您填写的为准，请核对后再提交。'
        : '对方没有改动本表单里的内容，可以直接继续。'}
      {clashes.length > 0 && (
        <div className="mt-2 rounded border border-line bg-paper">
          <DetailTable
            caption="对方的改动"
            rows={clashes}
            rowKey={(row) => row.path}
            columns={[
              { key: 'place', title: '项目' },
              { key: 'before', title: '原来', wrap: true },
              { key: 'theirs', title: '对方改为', wrap: true },
              { key: 'mine', title: '您填写的', wrap: true, cell: (row) => (row.mine === row.before ? '（未改）' : row.mine) },
            ]}
          />
        </div>
      )}
    </Alert>
  );
}
