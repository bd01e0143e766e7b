import { call } from '~/shell/call';
import { ListPage } from '~/ui/list/ListPage';
import { postingKinds } from '../fund';
import { myMoves } from '../myCalls';
import type { MyMove } from '../myFunds';

/** Every change of the dealer's balance, newest first. */
export default function MyMoves() {
  return (
    <ListPage<MyMove>
      title="资金流水"
      source={{ id: 'finance/myMoves', local: true, query: {}, load: (q) => call(myMoves, q as never) }}
      filters={[
        { kind: 'dates', key: 'at', label: '时间', startKey: 'atStart', endKey: 'atEnd' },
        {
          kind: 'select',
          key: 'direction',
          label: '收支',
          options: [
            { value: 'IN', label: '收入' },
            { value: 'OUT', label: '支出' },
          ],
        },
        { kind: 'text', key: 'bizNo', label: '单号' },
      ]}
      columns={[
        { key: 'bizNo', title: '单号', fixed: true },
        { key: 'at', title: '时间', kind: 'time' },
        { key: 'kind', title: '类型', cell: (row) => postingKinds[row.kind] ?? row.kind },
        { key: 'income', title: '收入(元)', kind: 'money' },
        { key: 'expense', title: '支出(元)', kind: 'money' },
        { key: 'balance', title: '余额(元)', kind: 'money' },
      ]}
    />
  );
}
