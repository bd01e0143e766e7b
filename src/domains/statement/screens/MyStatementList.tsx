import { useState } from 'react';
import { exportAction } from '~/domains/batch/pickers/exportAction';
import { href } from '~/portal/href';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { arriving } from '~/ui/arriving';
import { Link } from '~/ui/kit/Link';
import { late } from '~/ui/kit/late';
import { optionsOf } from '~/ui/kit/options';
import { ListPage } from '~/ui/list/ListPage';
import { myStatements } from '../myCalls';
import { myStatementStates, periodName } from '../statement';
import type { StatementRow } from '../statement.schema';
import { statementColumns } from './statementColumns';

const StatementPrint = late(() => import('./StatementPrint'));
const page = '/portal/supplyChain/dealer/accountCheckDetail';
const states = optionsOf(myStatementStates).filter((one) => one.value !== 'DRAFT');

/** The dealer's own statements. */
export default function MyStatementList({ first, query }: { first: AnswerOf<typeof myStatements>; query: Record<string, string> }) {
  const [printing, setPrinting] = useState<string>();
  return (
    <>
      <ListPage<StatementRow>
        title="对账单"
        source={{ id: 'statement/mine', first, query, load: (q) => call(myStatements, q as never) }}
        filters={[
          { kind: 'text', key: 'no', label: '对账单号' },
          { kind: 'dates', key: 'period', label: '账期截止', startKey: 'periodStart', endKey: 'periodEnd', unit: 'day' },
        ]}
        tabs={{ key: 'status', items: [{ value: '', label: '全部' }, ...states] }}
        columns={[
          {
            key: 'periodEnd',
            title: '账期',
            fixed: true,
            sortable: true,
            cell: (row) => <Link href={href(page, { id: row.id })}>{periodName(row.periodStart, row.periodEnd)}</Link>,
          },
          ...statementColumns(myStatementStates),
        ]}
        buttons={(list) => [exportAction('my-statement', list)]}
        rowActions={(row, list) => [
          { label: row.status === 'SENT' ? '核对' : '查看', href: href(page, { id: row.id }) },
          row.status === 'SENT' && {
            label: '确认',
            onPress: async () => (await (await arriving(import('./statementActions'))).confirmMine(row)) && list.reload(),
          },
          { label: '打印', onPress: () => setPrinting(row.id) },
        ]}
      />
      {printing && <StatementPrint id={printing} mine onClose={() => setPrinting(undefined)} />}
    </>
  );
}
