import { type ComponentProps, useEffect, useState } from 'react';
import type { OrderDetailSlot } from '~/domains/order/slots';
import { href } from '~/portal/href';
import { CREDIT_QUOTA } from '~/portal/permissions';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { useCan } from '~/shell/session';
import { Descriptions } from '~/ui/detail/Descriptions';
import { DetailSection } from '~/ui/detail/DetailSection';
import { Link } from '~/ui/kit/Link';
import { Money } from '~/ui/values/Money';
import { creditOfOrder } from '../calls';
import { CreditStanding } from '../pickers/CreditStanding';

type Uses = AnswerOf<typeof creditOfOrder>['uses'];

/** What the order holds and uses of its customer's credit; nothing for orders without. */
export default function OrderCredit({ order, factory }: ComponentProps<OrderDetailSlot['Section']>) {
  const maySee = useCan(CREDIT_QUOTA);
  const onCredit = order.payMethod === 'CREDIT' || order.payMethod === 'MIXED';
  const [uses, setUses] = useState<Uses>([]);
  useEffect(() => {
    let current = true;
    if (onCredit) void call(creditOfOrder, { id: order.id }).then((answer) => current && setUses(answer.uses));
    return () => {
      current = false;
    };
  }, [onCredit, order.id]);
  if (!uses.length) return null;
  return (
    <DetailSection title="授信">
      {uses.map((use) => (
        <Descriptions
          key={use.id}
          columns={4}
          items={[
            {
              label: '用信单',
              value: factory && maySee ? <Link href={href('/portal/creditSystem/useCredit/list/{id}', { id: use.id })}>{use.no}</Link> : use.no,
            },
            { label: '状态', value: <CreditStanding of={use} /> },
            { label: '占用', value: <Money value={use.held} sign /> },
            { label: '已发货', value: <Money value={use.committed} sign /> },
            { label: '已还本金', value: <Money value={use.repaid} sign /> },
            { label: '未还', value: <Money value={use.open} sign /> },
            { label: '应还日', value: use.nextDueOn },
          ]}
        />
      ))}
    </DetailSection>
  );
}
