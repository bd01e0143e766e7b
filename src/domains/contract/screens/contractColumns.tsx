import { href } from '~/portal/href';
import { shanghaiDate } from '~/shared/dates';
import { Link } from '~/ui/kit/Link';
import { Tag } from '~/ui/kit/Tag';
import type { Column } from '~/ui/list/types';
import { Money } from '~/ui/values/Money';
import { StatusTag } from '~/ui/values/StatusTag';
import { contractKinds, contractStates, contractTones, daysLeft } from '../contract';
import type { ContractRow } from '../contract.schema';
import { bizPages, DEALER_HOME, type Home, myBizPages } from './homes';

/** Days to the deadline while it is being signed; in red from three on. */
export function Deadline({ row, today }: { row: Pick<ContractRow, 'deadline' | 'status'>; today: string }) {
  const left = daysLeft(row.deadline, today);
  if (row.status !== 'SIGNING') return <span className="figures">{row.deadline}</span>;
  return (
    <span className="figures whitespace-nowrap">
      {row.deadline} <span className={left <= 3 ? 'text-danger' : 'text-ink-3'}>{left < 0 ? '已截止' : left === 0 ? '今天截止' : `剩${left}天`}</span>
    </span>
  );
}

export const State = ({ row }: { row: Pick<ContractRow, 'status' | 'rescission'> }) => (
  <span className="inline-flex gap-1">
    <StatusTag status={row.status} names={contractStates} tones={contractTones} />
    {row.rescission === 'ONGOING' && <Tag tone="warn">解约中</Tag>}
    {row.rescission === 'DONE' && <Tag>已解约</Tag>}
  </span>
);

export function contractColumns(home: Home): Column<ContractRow>[] {
  const mine = home === DEALER_HOME;
  const pages = mine ? myBizPages : bizPages;
  const today = shanghaiDate(new Date());
  return [
    { key: 'no', title: '合同编号', fixed: true, sortable: true, cell: (row) => <Link href={href(`${home}/detail`, { id: row.id })}>{row.no}</Link> },
    { key: 'title', title: '合同名称', brief: true, width: 130, wrap: true },
    // Its name says it; a list of 1440 has no room for both.
    { key: 'kind', title: '类型', off: true, cell: (row) => contractKinds[row.kind] },
    ...(mine ? [] : [{ key: 'customerName', title: '对方', width: 115, wrap: true } satisfies Column<ContractRow>]),
    {
      key: 'bizNo',
      title: '关联单据',
      cell: (row) => {
        const page = pages[row.bizType ?? ''];
        return page && row.bizId ? <Link href={href(page, { id: row.bizId })}>{row.bizNo}</Link> : row.bizNo;
      },
    },
    { key: 'amount', title: '金额(元)', align: 'right', sortable: true, cell: (row) => <Money value={row.amount ?? undefined} /> },
    { key: 'startedAt', title: '发起时间', kind: 'minute', off: true },
    {
      key: 'signed',
      title: '签署进度',
      off: true,
      cell: (row) => (row.status === 'DRAFT' || row.status === 'REVIEWING' ? '- -' : `${row.signed}/${row.signers}`),
    },
    {
      key: 'status',
      title: '状态',
      brief: true,
      cell: (row) => (
        <span className="inline-flex items-center gap-1.5">
          <State row={row} />
          {row.status === 'SIGNING' && (
            <span className="figures text-ink-3">
              {row.signed}/{row.signers}
            </span>
          )}
        </span>
      ),
    },
    { key: 'deadline', title: '签署截止', brief: true, sortable: true, cell: (row) => <Deadline row={row} today={today} /> },
    { key: 'createdAt', title: '创建时间', kind: 'minute', sortable: true, off: true },
    { key: 'endedAt', title: '完成时间', kind: 'minute', sortable: true, off: true },
    ...(mine ? [] : [{ key: 'creator', title: '创建人', off: true } satisfies Column<ContractRow>]),
  ];
}
