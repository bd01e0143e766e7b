import { exportAction } from '~/domains/batch/pickers/exportAction';
import { href } from '~/portal/href';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { arriving } from '~/ui/arriving';
import { Link } from '~/ui/kit/Link';
import { ListPage } from '~/ui/list/ListPage';
import { myBillingList } from '../calls';
import { commonColumns, commonFilters, type Row, tabs } from './billingCells';

const base = '/portal/supplyChain/dealer/billing';

/** A dealer's own applications and invoices. */
export default function MyBillingList({ first, query }: { first: AnswerOf<typeof myBillingList>; query: Record<string, string> }) {
  return (
    <ListPage<Row>
      title="我的发票"
      noun="发票"
      source={{ id: 'dealer/billing/list', first, query, load: (q) => call(myBillingList, q as never) }}
      filters={commonFilters}
      tabs={tabs}
      columns={[
        { key: 'no', title: '开票申请号', fixed: true, sortable: true, cell: (row) => <Link href={href(`${base}/detail`, { id: row.id })}>{row.no}</Link> },
        ...commonColumns,
        { key: 'createdAt', title: '申请时间', kind: 'minute', sortable: true },
        { key: 'issuedAt', title: '开票时间', kind: 'minute', sortable: true },
      ]}
      buttons={(list) => [{ label: '新建开票申请', tone: 'primary', href: `${base}/create` }, exportAction('billing', list)]}
      rowActions={(row, list) => [
        { label: '查看', href: href(`${base}/detail`, { id: row.id }) },
        row.status === 'PENDING_AUDIT' &&
          row.mine && { label: '撤回', onPress: async () => (await (await arriving(import('./actions'))).cancelDialog(row)) && list.reload() },
      ]}
    />
  );
}
