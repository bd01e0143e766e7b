import { CustomerLink } from '~/domains/customer/pickers/CustomerLink';

/** The customer of what is owed, leading to all it owes. */
export const OwingCustomer = ({ of }: { of: { customerId: string; customerName: string } }) => (
  <CustomerLink of={of} page="/portal/receiveAdmin/comInfo/detail" />
);
