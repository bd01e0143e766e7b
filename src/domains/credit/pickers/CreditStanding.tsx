import { StatusTag } from '~/ui/values/StatusTag';
import { creditOrderStates } from '../credit';
import type { OrderRow } from '../credit.schema';

/** The state of a credit order, and beside it how long something of it has been overdue. */
export const CreditStanding = ({ of }: { of: { status: OrderRow['status']; overdueDays: number } }) => (
  <span className="inline-flex items-center gap-2">
    <StatusTag status={of.status} names={creditOrderStates} />
    {of.overdueDays > 0 && <span className="text-xs text-danger">逾期{of.overdueDays}天</span>}
  </span>
);
