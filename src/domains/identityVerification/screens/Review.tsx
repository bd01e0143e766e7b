import { useState } from 'react';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { late } from '~/ui/kit/late';
import { optionsOf } from '~/ui/kit/options';
import { ListPage } from '~/ui/list/ListPage';
import type { ListHandle } from '~/ui/list/types';
import { StatusTag } from '~/ui/values/StatusTag';
import { reviewQueue } from '../calls';
import type { QueueRow } from '../identityVerification.schema';
import { applicationStates, identityVerificationKinds, identityVerificationTones } from '../identityVerificationState';

const ReviewDrawer = late(async () => ({ default: (await import('./ReviewDrawer')).ReviewDrawer }));

/** The platform operator's queue. */
export default function Review({ first, query }: { first: AnswerOf<typeof reviewQueue>; query: Record<string, string> }) {
  const [looking, setLooking] = useState<{ row: QueueRow; list: ListHandle<QueueRow> } | null>(null);
  return (
    <>
      <ListPage<QueueRow>
        title="实名认证申请"
        source={{ id: 'realName/review', first, query, load: (wanted) => call(reviewQueue, wanted) }}
        filters={[
          { kind: 'text', key: 'keyword', label: '企业或姓名' },
          { kind: 'select', key: 'kind', label: '类型', options: optionsOf(identityVerificationKinds) },
        ]}
        tabs={{
          key: 'status',
          items: [
            { value: '', label: '全部' },
            { value: 'PENDING', label: '待审核' },
            { value: 'APPROVED', label: '已认证' },
            { value: 'REJECTED', label: '已驳回' },
          ],
        }}
        columns={[
          { key: 'tenantName', title: '所属企业', fixed: true, always: true, width: 180 },
          { key: 'kind', title: '类型', cell: (row) => identityVerificationKinds[row.kind] },
          { key: 'companyName', title: '认证主体', width: 180, cell: (row) => row.companyName || row.personName },
          { key: 'personName', title: '法人/姓名' },
          { key: 'idCard', title: '身份证号', width: 160 },
          { key: 'applicant', title: '提交人' },
          { key: 'submittedAt', title: '提交时间', kind: 'minute', sortable: true },
          { key: 'status', title: '状态', cell: (row) => <StatusTag status={row.status} names={applicationStates} tones={identityVerificationTones} /> },
        ]}
        rowActions={(row, list) => [{ label: row.status === 'PENDING' ? '审核' : '查看', onPress: () => setLooking({ row, list }) }]}
      />
      {looking && (
        <ReviewDrawer
          row={looking.row}
          onClose={() => setLooking(null)}
          onDone={() => {
            setLooking(null);
            looking.list.reload();
          }}
        />
      )}
    </>
  );
}
