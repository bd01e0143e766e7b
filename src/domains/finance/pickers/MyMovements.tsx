import { exportAction } from '~/domains/batch/pickers/exportAction';
import { call } from '~/shell/call';
import { ListPage } from '~/ui/list/ListPage';
import { postingKinds } from '../fund';
import { myMovements } from '../myCalls';
import type { MyMovement } from '../myFunds.schema';
import { movementFilters } from '../screens/movementFilters';

/** Every change of the dealer's balance, newest first. */
export default function MyMovements() {
  return (
    <ListPage<MyMovement>
      title="资金流水"
      source={{ id: 'finance/myMoves', local: true, query: {}, load: (q) => call(myMovements, q as never) }}
      filters={movementFilters}
      buttons={(list) => [exportAction('my-moves', list)]}
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
