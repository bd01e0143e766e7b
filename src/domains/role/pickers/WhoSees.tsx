import { useEffect, useState } from 'react';
import type { AnswerOf } from '~/shared/endpoint';
import { call, messageOf } from '~/shell/call';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Dialog } from '~/ui/kit/Dialog';
import { EmptyState, Skeleton } from '~/ui/kit/Feedback';
import { sightSubjects, whoSees } from '../calls';

type Sight = AnswerOf<typeof whoSees>;

/** Which colleagues may open this customer or order, and by which rule. */
export function WhoSees({ subject, id, onClose }: { subject: keyof typeof sightSubjects; id: string; onClose: () => void }) {
  const [sight, setSight] = useState<Sight | null>(null);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    call(whoSees, { subject, id }).then(setSight, (error: unknown) => setProblem(messageOf(error)));
  }, [subject, id]);
  const columns = [
    { key: 'name', title: '姓名', width: 90 },
    { key: 'jobTitle', title: '职务' },
    { key: 'why', title: '依据', wrap: true, width: 260 },
  ];
  const what = sightSubjects[subject];
  return (
    <Dialog open onClose={onClose} title={`谁能看到该${what}`} note={sight ? `业务员：${sight.owner || '未指定'}` : ''} width="lg">
      {problem && <EmptyState kind="error" title={problem} />}
      {!sight && !problem && <Skeleton lines={5} />}
      {sight && (
        <div className="flex flex-col gap-4">
          <DetailTable caption={`可以查看（${sight.sees.length}人）`} rows={sight.sees} columns={columns} />
          {sight.misses.length > 0 && (
            <section>
              <h3 className="mb-2 text-sm text-ink-2">
                有{what}权限，但数据范围不包含该{what}
              </h3>
              <DetailTable caption="看不到的人员" rows={sight.misses} columns={columns} />
            </section>
          )}
        </div>
      )}
    </Dialog>
  );
}
