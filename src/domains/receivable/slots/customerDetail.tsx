import type { CustomerDetail } from '~/domains/customer/customer.schema';
import { href } from '~/portal/href';
import type { SlotTab } from '~/ui/detail/slots';
import { Stat } from '~/ui/kit/Card';
import { late } from '~/ui/kit/late';
import { Money } from '~/ui/values/Money';

const F = '/portal/supplyChain/factory';
const CustomerReceivables = late(() => import('./CustomerReceivables'));

export const tabs: readonly SlotTab<CustomerDetail>[] = [
  {
    value: 'fund',
    label: '资金',
    at: 40,
    shows: ({ funds }) => funds !== null,
    Content: ({ subject }) => subject.funds && <Funds customer={subject} funds={subject.funds} />,
  },
  {
    value: 'receivable',
    label: '应收',
    at: 50,
    shows: ({ funds }) => funds !== null,
    Content: CustomerReceivables,
  },
];

function Funds({ customer, funds }: { customer: CustomerDetail; funds: NonNullable<CustomerDetail['funds']> }) {
  const account = href(`${F}/finance/accountManage/accountList`, { customerId: customer.id });
  const book = href(`${F}/finance/receivables/receivablesBookList`, { customerId: customer.id });
  return (
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-5">
      <Stat label="资金余额(元)" value={<Money value={funds.balance} />} href={account} />
      <Stat label="冻结(元)" value={<Money value={funds.held} />} href={account} />
      <Stat label="可用(元)" value={<Money value={funds.available} />} href={account} />
      <Stat label="未收应收(元)" value={<Money value={funds.openReceivable} />} href={book} />
      <Stat label="其中逾期(元)" value={<Money value={funds.overdue} />} href={book} tone={/[1-9]/.test(funds.overdue) ? 'danger' : 'neutral'} />
    </div>
  );
}
