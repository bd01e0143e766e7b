import { CustomerPicker } from '~/domains/customer/pickers/CustomerPicker';
import { href } from '~/portal/href';
import { Card } from '~/ui/kit/Card';
import type { Candidates } from '../billing.schema';
import { ApplyForm } from './ApplyForm';

const base = '/portal/supplyChain/factory/billing';
interface Props {
  candidates: Candidates | undefined;
  orderId: string;
}

/** 新建开票 for a customer: who first, then what may be invoiced. */
export default function BillingCreate({ candidates, orderId }: Props) {
  const customer = candidates?.customer;
  return (
    <div className="flex flex-col gap-3">
      <Card>
        <div className="max-w-96">
          <label htmlFor="billing-customer" className="mb-1 block text-sm text-ink-2">
            客户
          </label>
          <CustomerPicker
            id="billing-customer"
            all
            value={customer?.id ?? ''}
            shown={customer?.name ?? ''}
            onChange={(customerId) => customerId && customerId !== customer?.id && location.assign(href(`${base}/create`, { customerId }))}
          />
          {!customer && <p className="mt-1 text-sm text-ink-3">选择客户后列出可开票的商品</p>}
        </div>
      </Card>
      {customer && candidates && (
        <ApplyForm
          key={customer.id}
          candidates={candidates}
          customerId={customer.id}
          chosen={orderId !== ''}
          back={`${base}/list`}
          detail={(id) => href(`${base}/detail`, { id })}
        />
      )}
    </div>
  );
}
