import { href } from '~/portal/href';
import type { Me } from '~/portal/me';
import { REVERSE_AUDIT, REVERSE_MANAGE, REVERSE_RECEIVE, REVERSE_REFUND } from '~/portal/permissions';
import type { Tx } from '~/server/db.server';
import { type Notice, tell } from '~/server/outbox.server';

const FACTORY = '/portal/supplyChain/factory/reverseOrder/detail';
const DEALER = '/portal/supplyChain/dealer/reverseOrder/detail';
interface Told {
  id: string;
  no: string;
  order_no: string;
  customer_id: string;
  customer_name: string;
}
const codes = { submitted: REVERSE_AUDIT, drafted: REVERSE_MANAGE, withdrawn: REVERSE_MANAGE, sent: REVERSE_RECEIVE, received: REVERSE_REFUND } as const;

/** Tells those in the factory whose turn it is. */
export const tellFactory = (tx: Tx, me: Me, doc: Told, kind: keyof typeof codes, note: string): Promise<void> => tell(tx, me, factoryNotice(doc, kind, note));
export const factoryNotice = (doc: Told, kind: keyof typeof codes, note: string): Notice => ({
  kind: `return.${kind}`,
  params: { customer: doc.customer_name, returnNo: doc.no, orderNo: doc.order_no, note },
  link: href(FACTORY, { id: doc.id }),
  to: { side: 'factory', code: codes[kind], about: { customerId: doc.customer_id } },
});

/** Tells the customer what became of its return. */
export const tellDealer = (
  tx: Tx,
  me: Me,
  doc: Told,
  kind: 'toSubmit' | 'passed' | 'rejected' | 'cancelled' | 'accepted' | 'refunded',
  note: string,
): Promise<void> =>
  tell(tx, me, {
    kind: `return.${kind}`,
    params: { returnNo: doc.no, orderNo: doc.order_no, note },
    link: href(DEALER, { id: doc.id }),
    to: { side: 'dealer', customerId: doc.customer_id },
  });
