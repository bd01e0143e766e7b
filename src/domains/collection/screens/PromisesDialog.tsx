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

type Of = { decidedStart: string; decidedEnd: string } | { status: 'OPEN'; ascs: 'dueOn'; dueEnd: string; ownerId: string };
const { KEPT, PARTIAL, BROKEN } = promiseStates;
const ends = { KEPT, PARTIAL, BROKEN };

type Row = AnswerOf<typeof promiseList>['pagedRecords'][number];

/** The promises a figure is made of: those that ended, whose ends one may choose, or those that wait. */
export default function PromisesDialog({ title, of, onClose }: { title: string; of: Of; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title={title} width="xl">
      <ListPage<Row>
        title="承诺"
        part={false}
        source={{ id: 'collection/promises', query: {}, local: true, load: (q) => call(promiseList, { ...q, ...of } as never) }}
        filters={'status' in of ? [] : [{ kind: 'select', key: 'status', label: '结果', options: optionsOf(ends) }]}
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
