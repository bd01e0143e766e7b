import { href } from '~/portal/href';
import type { PortalPath } from '~/portal/screens';
import { Link } from '~/ui/kit/Link';

interface Props {
  /** What names its customer. */
  of: { customerId: string; customerName: string };
  /** What of the customer is read next: its record, unless another page by its id is meant. */
  page?: PortalPath;
  className?: string;
}

/** The customer of a document, leading to what is known of it. */
export const CustomerLink = ({ of, page = '/portal/customer/detail', ...rest }: Props) => (
  <Link href={href(page, { id: of.customerId })} {...rest}>
    {of.customerName}
  </Link>
);
