import { StatusTag } from '~/ui/values/StatusTag';
import { orderStates } from '../order';

/** Where an order stands, on pages of other documents. */
export const OrderStatusTag = ({ status }: { status: string }) => <StatusTag status={status} names={orderStates} />;
