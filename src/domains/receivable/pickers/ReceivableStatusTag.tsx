import { StatusTag } from '~/ui/values/StatusTag';
import { receivableStates } from '../receivable';

/** Where a receivable stands, on pages of other documents. */
export const ReceivableStatusTag = ({ status }: { status: string }) => <StatusTag status={status} names={receivableStates} />;
