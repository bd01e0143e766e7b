import { href } from '~/portal/href';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { Dialog } from '~/ui/kit/Dialog';
import { Link } from '~/ui/kit/Link';
import { optionsOf } from '~/ui/kit/options';
import { ListPage } from '~/ui/list/ListPage';
import { StatusTag } from '~/ui/values/StatusTag';
import { promiseList } from '../calls';
import { promiseStates, promiseTones } from '../case';

type Row = AnswerOf<typeof promiseList>['pagedRecords'][number];

/** The promises a month's rate is made of. */
export default function PromisesDialog({ month, today, onClose }: { month: string; today: string; onClose: () => void }) {
  const range = { decidedStart: `${month}-01`, decidedEnd: today };
  return (
    <Dialog open onClose={onClose} title="本月到期的承诺" width="xl">
      <ListPage<Row>
        title="承诺"
        part={false}
        source={{ id: 'collection/promises', query: {}, local: true, load: (q) => call(promiseList, { ...q, ...range } as never) }}
        filters={[{ kind: 'select', key: 'status', label: '结果', options: optionsOf(promiseStates) }]}
        columns={[
          {
            key: 'customerName',
            title: '客户',
            cell: (row) => <Link href={href('/portal/receiveAdmin/collection/detail', { id: row.caseId })}>{row.customerName}</Link>,
          },
          { key: 'dueOn', title: '承诺日', kind: 'date' },
          { key: 'amount', title: '金额(元)', kind: 'money' },
          { key: 'received', title: '实还(元)', kind: 'money' },
          { key: 'status', title: '结果', cell: (row) => <StatusTag status={row.status} names={promiseStates} tones={promiseTones} /> },
          { key: 'ownerName', title: '催收员' },
        ]}
      />
    </Dialog>
  );
}
