import { CircleCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { taskWayOf } from '~/domains/workflow/pickers/taskWayOf';
import { href } from '~/portal/href';
import { Button } from '~/ui/kit/Button';
import { Card } from '~/ui/kit/Card';
import { type ApplyKind, applyKinds, applyStates, approvalTypeOf } from '../apply';
import type { ApplyDetail } from '../apply.schema';

/** What became of a submitted application: its number, where it is and who is next. */
export default function ApplySuccess({ first }: { first: ApplyDetail }) {
  const [said, setSaid] = useState('');
  useEffect(() => {
    taskWayOf(approvalTypeOf(first.kind), first.id).then(setSaid, () => setSaid(''));
  }, [first.kind, first.id]);
  return (
    <Card>
      <div className="flex flex-col items-center gap-3 py-8 text-center">
        <CircleCheck aria-hidden className="size-12 text-ok" />
        <h1 className="text-2xl">{first.status === 'EFFECTIVE' ? '申请已通过并生效' : '申请已提交'}</h1>
        <dl className="grid grid-cols-[auto_auto] gap-x-4 gap-y-1 text-left">
          <dt className="text-ink-3">编号</dt>
          <dd className="figures">{first.no}</dd>
          <dt className="text-ink-3">事项</dt>
          <dd>{`${first.customerName}，${applyKinds[first.kind as ApplyKind]}`}</dd>
          <dt className="text-ink-3">当前状态</dt>
          <dd>{applyStates[first.status as keyof typeof applyStates]}</dd>
          <dt className="text-ink-3">下一步</dt>
          <dd className="min-h-6">{said || '- -'}</dd>
        </dl>
        <span className="mt-3 flex flex-wrap justify-center gap-2">
          <Button tone="primary" href={href('/portal/creditSystem/creditCreate/{id}', { id: first.id })}>
            查看申请
          </Button>
          <Button href="/portal/creditSystem/creditCreate">继续申请</Button>
        </span>
      </div>
    </Card>
  );
}
