import { href } from '~/portal/href';
import { Link } from '~/ui/kit/Link';
import type { Column } from '~/ui/list/types';
import { StatusTag } from '~/ui/values/StatusTag';
import { itemStates, itemTones } from '../repayment';
import type { ItemRow } from '../repayment.schema';

export const itemHref = (id: string): string => href('/portal/creditSystem/repayment/list/{id}', { id });
export const dueText = (row: Pick<ItemRow, 'dueOn' | 'provisional'>): string => (row.provisional ? `${row.dueOn}（暂定）` : row.dueOn);

/** An instalment in lists: what is due when, what it costs today, what is left. */
export const itemColumns: Column<ItemRow>[] = [
  { key: 'no', title: '计划号', fixed: true, sortable: true, cell: (row) => <Link href={itemHref(row.id)}>{row.no}</Link> },
  { key: 'customerName', title: '客户' },
  { key: 'state', title: '状态', brief: true, cell: (row) => <StatusTag status={row.state} names={itemStates} tones={itemTones} /> },
  { key: 'dueOn', title: '应还日', sortable: true, cell: dueText },
  { key: 'principal', title: '本金(元)', kind: 'money' },
  { key: 'interest', title: '利息(元)', kind: 'money', off: true },
  { key: 'fee', title: '费用(元)', kind: 'money', off: true },
  { key: 'penalty', title: '违约金(元)', kind: 'money' },
  { key: 'paid', title: '已还(元)', kind: 'money' },
  { key: 'owed', title: '未还(元)', brief: true, kind: 'money' },
  {
    key: 'overdueDays',
    title: '逾期天',
    align: 'right',
    cell: (row) => (row.overdueDays > 0 ? <span className="text-danger">{row.overdueDays}</span> : '- -'),
  },
  { key: 'graceEnd', title: '宽限至', kind: 'date', off: true },
  { key: 'nominalOn', title: '约定日', kind: 'date', off: true },
  { key: 'creditOrderNo', title: '用信单号', off: true },
  { key: 'orderNo', title: '订单编号', off: true },
  { key: 'settledOn', title: '还清日', kind: 'date', off: true },
];
