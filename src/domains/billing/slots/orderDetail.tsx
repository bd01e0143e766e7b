import type { OrderDetailSlot } from '~/domains/order/slots';
import { href } from '~/portal/href';
import { BILLING_ADD, BILLING_MANAGE } from '~/portal/permissions';
import { call } from '~/shell/call';
import { useCan } from '~/shell/session';
import { Link } from '~/ui/kit/Link';
import { ListPage } from '~/ui/list/ListPage';
import { billingList, myBillingList } from '../calls';
import { commonColumns, type Row } from '../screens/billingCells';

const F = '/portal/supplyChain/factory/billing';
const D = '/portal/supplyChain/dealer/billing';
/** Nothing can be invoiced before it was signed for. */
const signedStates: readonly string[] = ['PARTIAL_DELIVERED', 'DELIVERED', 'COMPLETED', 'CLOSED'];

/** 开票记录 of an order, with the way to apply for more. */
export const Section: OrderDetailSlot['Section'] = ({ order, factory }) => {
  const can = { see: useCan(BILLING_MANAGE), add: useCan(BILLING_ADD) };
  if ((factory && !can.see) || !signedStates.includes(order.status)) return null;
  const create = factory
    ? (href(`${F}/create`, { customerId: 'customerId' in order ? order.customerId : '', orderId: order.id }) as string)
    : href(`${D}/create`, { orderId: order.id });
  return (
    <ListPage<Row>
      title="开票记录"
      source={{
        id: 'order/billings',
        local: true,
        load: (query) =>
          factory ? call(billingList, { ...query, orderId: order.id } as never) : call(myBillingList, { ...query, orderId: order.id } as never),
      }}
      filters={[]}
      columns={[
        {
          key: 'no',
          title: '开票申请号',
          fixed: true,
          cell: (row) => <Link href={factory ? href(`${F}/detail`, { id: row.id }) : href(`${D}/detail`, { id: row.id })}>{row.no}</Link>,
        },
        ...commonColumns.filter((column) => column.key !== 'orderNos'),
        { key: 'createdAt', title: '申请时间', kind: 'minute' },
      ]}
      buttons={[(!factory || can.add) && { label: factory ? '新建开票' : '新建开票申请', href: create }]}
    />
  );
};
