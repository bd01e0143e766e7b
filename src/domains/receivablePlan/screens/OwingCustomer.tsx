import { href } from '~/portal/href';
import { Link } from '~/ui/kit/Link';

/** The customer of what is owed, leading to all it owes. */
export const OwingCustomer = ({ of }: { of: { customerId: string; customerName: string } }) => (
  <Link href={href('/portal/receiveAdmin/comInfo/detail', { id: of.customerId })}>{of.customerName}</Link>
);
