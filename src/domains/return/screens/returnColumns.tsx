import type { AnswerOf } from '~/shared/endpoint';
import { displayUnits } from '~/shared/money';
import type { Column } from '~/ui/list/types';
import type { returnList } from '../calls';
import { refundWays, returnReasons, returnTypes } from '../returns';

type Row = AnswerOf<typeof returnList>['pagedRecords'][number];

export const refundName = (row: Row): string => (row.type === 'EXCHANGE' ? '用于换货' : refundWays[row.refundTo]);

/** What lists of returns show wherever they stand. */
export const returnColumns = <R extends Row>(): Column<R>[] => [
  { key: 'type', title: '类型', cell: (row) => returnTypes[row.type] },
  { key: 'reasonCode', title: '原因', off: true, cell: (row) => returnReasons[row.reasonCode] },
  { key: 'quantities', title: '退货数量', off: true, align: 'right', cell: (row) => displayUnits(row.quantities) },
  { key: 'refund', title: '退款金额(元)', brief: true, kind: 'money', sortable: true },
  { key: 'createdAt', title: '申请时间', kind: 'minute', sortable: true },
];
