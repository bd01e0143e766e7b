import { useEffect, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { keysOf } from '~/shared/keysOf';
import { ActionButton } from '~/ui/kit/Button';
import { Card } from '~/ui/kit/Card';
import { Alert } from '~/ui/kit/Feedback';
import { Money } from '~/ui/values/Money';
import type { FormDraft } from '../../form/orderForm.schema';
import type { Buyer } from '../../views/orderView.schema';
import type { PerspectiveCalls } from '../perspectiveCalls';

type Address = Buyer['addresses'][number];

/** The customer's money, and its address book filling the destination. */
export function useBuyer(perspective: PerspectiveCalls, first?: Buyer): Buyer | undefined {
  const [buyer, setBuyer] = useState(first);
  const { setValue, getValues } = useFormContext<FormDraft>();
  const customerId = useWatch<FormDraft, 'customerId'>({ name: 'customerId' });
  useEffect(() => {
    if (!customerId || buyer?.customerId === customerId) return;
    let current = true;
    void perspective.buyer(customerId).then(
      (next) => {
        if (!current) return;
        setBuyer(next);
        if (buyer || !getValues('salesMemberId')) setValue('salesMemberId', next.salesMemberId);
      },
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [customerId, buyer, perspective, setValue, getValues]);
  useEffect(() => {
    const main = buyer?.addresses[0];
    if (buyer && buyer.customerId === customerId && main && getValues('receiver') === '' && getValues('address') === '') fill(setValue, main);
  }, [buyer, customerId, getValues, setValue]);
  return buyer?.customerId === customerId ? buyer : undefined;
}

/** A destination as an order's form holds it. */
export const destinationOf = ({ receiver, phone, province, city, district, address }: Address) => ({
  receiver,
  receiverPhone: phone,
  province,
  city,
  district,
  address,
});

function fill(setValue: ReturnType<typeof useFormContext<FormDraft>>['setValue'], one: Address): void {
  const destination = destinationOf(one);
  for (const name of keysOf(destination)) setValue(name, destination[name], { shouldDirty: true, shouldValidate: true });
}

export function AddressBook({ buyer }: { buyer: Buyer | undefined }) {
  const { setValue } = useFormContext<FormDraft>();
  if (!buyer?.addresses.length) return null;
  return (
    <div className="flex flex-wrap gap-2 sm:col-span-full">
      {buyer.addresses.slice(0, 6).map((one) => (
        <ActionButton
          key={one.id}
          size="sm"
          action={{ label: `${one.receiver} · ${one.city}${one.district}${one.address}`, onPress: () => fill(setValue, one) }}
        />
      ))}
    </div>
  );
}

/** `mine`: the buyer reads it, and is spoken to as on 我的账户. */
export function FundsCard({ buyer, mine }: { buyer: Buyer | undefined; mine: boolean }) {
  if (!buyer) return null;
  const rows = [
    [mine ? '可用余额' : '资金可用', buyer.available],
    [mine ? '订单冻结' : '资金冻结', buyer.held],
    [mine ? '应付未付' : '应收欠款', buyer.openReceivable],
    ['其中逾期', buyer.overdue],
    ...(buyer.credit ? [['授信可用', buyer.credit.available ?? ''] as const] : []),
  ] as const;
  return (
    <Card title={mine ? '我的资金' : '客户资金'}>
      {!buyer.active && <Alert tone="danger">{mine ? '您与厂家目前不在合作状态，不能下单，请联系厂家' : '该客户不在合作状态，不能下单'}</Alert>}
      <dl className="grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-4">
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt className="text-sm text-ink-2">{label}(元)</dt>
            <dd className={label === '其中逾期' && /[1-9]/.test(value) ? 'text-danger' : ''}>
              {label === '授信可用' && value === '' ? '不限' : <Money value={value} strong />}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
