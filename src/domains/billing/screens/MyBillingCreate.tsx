import { href } from '~/portal/href';
import type { Candidates } from '../billing.schema';
import { ApplyForm } from './ApplyForm';

const base = '/portal/supplyChain/dealer/billing';

/** A dealer asks for an invoice over what it signed for. */
export default function MyBillingCreate({ candidates, orderId }: { candidates: Candidates; orderId: string }) {
  return <ApplyForm candidates={candidates} chosen={orderId !== ''} back={`${base}/list`} detail={(id) => href(`${base}/detail`, { id })} />;
}
