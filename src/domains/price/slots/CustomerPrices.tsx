import type { CustomerDetail } from '~/domains/customer/customer.schema';
import { href } from '~/portal/href';
import { PRICE_CUSTOMER } from '~/portal/permissions';
import { call } from '~/shell/call';
import { useCan } from '~/shell/session';
import { Link } from '~/ui/kit/Link';
import { ListPage } from '~/ui/list/ListPage';
import type { Column } from '~/ui/list/types';
import { customerPriceList } from '../calls';
import type { CustomerPriceRow } from '../customerPrice.schema';
import { priceColumns, pricePath } from '../pickers/priceColumns';

const columns: Column<CustomerPriceRow>[] = [
  {
    key: 'skuCode',
    title: 'SKU编码',
    fixed: true,
    sortable: true,
    cell: (row) => <Link href={href(`${pricePath}/detail`, { id: row.id })}>{row.skuCode}</Link>,
  },
  ...priceColumns.filter((column) => !['customerName', 'customerCode', 'skuCode'].includes(column.key)),
];

export default function CustomerPrices({ subject: customer }: { subject: CustomerDetail }) {
  const edits = useCan(PRICE_CUSTOMER);
  return (
    <ListPage<CustomerPriceRow>
      title="客户价"
      source={{ id: 'customer/prices', local: true, load: (query) => call(customerPriceList, { ...query, customerId: customer.id } as never) }}
      filters={[{ kind: 'text', key: 'word', label: '商品', placeholder: '名称、SKU编码、条码' }]}
      columns={columns}
      buttons={[
        edits && { label: '新建客户价', href: href(`${pricePath}/edit`, { customerId: customer.id, customerName: customer.name }) },
        { label: '全部客户价', href: href(`${pricePath}/list`, { customerId: customer.id }) },
      ]}
    />
  );
}
