import type { CustomerDetail } from '~/domains/customer/customer.schema';
import { href } from '~/portal/href';
import { call } from '~/shell/call';
import { Link } from '~/ui/kit/Link';
import { ListPage } from '~/ui/list/ListPage';
import { statementList } from '../calls';
import { statementColumns } from '../screens/statementColumns';
import { periodName, statementStates } from '../statement';
import type { StatementRow } from '../statement.schema';

const R = '/portal/supplyChain/factory/finance/receivables';

export default function CustomerStatements({ subject: { id: customerId } }: { subject: CustomerDetail }) {
  return (
    <ListPage<StatementRow>
      title="对账单"
      source={{ id: 'statement/customer', local: true, query: {}, load: (query) => call(statementList, { ...query, customerId } as never) }}
      columns={[
        {
          key: 'periodEnd',
          title: '账期',
          fixed: true,
          sortable: true,
          cell: (row) => <Link href={href(`${R}/accountCheckDetail`, { id: row.id })}>{periodName(row.periodStart, row.periodEnd)}</Link>,
        },
        ...statementColumns(statementStates),
      ]}
      buttons={[{ label: '全部对账单', href: href(`${R}/accountCheckList`, { customerId }) }]}
    />
  );
}
