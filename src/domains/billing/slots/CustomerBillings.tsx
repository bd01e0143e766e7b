import type { CustomerDetail } from '~/domains/customer/customer.schema';
import { href } from '~/portal/href';
import { BILLING_ADD } from '~/portal/permissions';
import { call } from '~/shell/call';
import { useCan } from '~/shell/session';
import { Link } from '~/ui/kit/Link';
import { ListPage } from '~/ui/list/ListPage';
import { billingList } from '../calls';
import { commonColumns, type Row } from '../screens/billingCells';

const F = '/portal/supplyChain/factory/billing';

export default function CustomerBillings({ subject: { id: customerId } }: { subject: CustomerDetail }) {
  const add = useCan(BILLING_ADD);
  return (
    <ListPage<Row>
      title="发票"
      source={{ id: 'customer/billings', local: true, query: {}, load: (query) => call(billingList, { ...query, customerId } as never) }}
      columns={[
        { key: 'no', title: '开票申请号', fixed: true, cell: (row) => <Link href={href(`${F}/detail`, { id: row.id })}>{row.no}</Link> },
        ...commonColumns,
        { key: 'createdAt', title: '申请时间', kind: 'minute', sortable: true },
      ]}
      buttons={[{ label: '全部发票', href: href(`${F}/list`, { customerId }) }, add && { label: '新建开票', href: href(`${F}/create`, { customerId }) }]}
    />
  );
}
