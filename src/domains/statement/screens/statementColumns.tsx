import { optionsOf } from '~/ui/kit/options';
import { Tag } from '~/ui/kit/Tag';
import type { Column } from '~/ui/list/types';
import { StatusTag } from '~/ui/values/StatusTag';
import { disputeReasons, statementTones } from '../statement';
import type { StatementRow } from '../statement.schema';

/** What both sides read of a statement in a list. */
export const statementColumns = (states: Readonly<Record<StatementRow['status'], string>>): readonly Column<StatementRow>[] => [
  { key: 'status', title: '状态', brief: true, cell: (row) => <StatusTag status={row.status} names={states} tones={statementTones} /> },
  { key: 'opening', title: '期初(元)', kind: 'money' },
  { key: 'debit', title: '本期增加(元)', kind: 'money' },
  { key: 'credit', title: '本期减少(元)', kind: 'money' },
  { key: 'closing', title: '期末(元)', brief: true, kind: 'money', sortable: true },
  {
    key: 'openDisputes',
    title: '异议',
    align: 'right',
    cell: (row) => (row.openDisputes > 0 ? <Tag tone="danger">{row.openDisputes}条待处理</Tag> : '- -'),
  },
  { key: 'lineCount', title: '行数', align: 'right', off: true },
  { key: 'no', title: '对账单号', sortable: true, cell: (row) => row.no || '- -' },
  { key: 'sentAt', title: '发送时间', kind: 'minute', sortable: true, off: true },
  { key: 'confirmedAt', title: '确认时间', off: true, kind: 'minute', sortable: true },
];

export const reasonOptions = optionsOf(disputeReasons);
