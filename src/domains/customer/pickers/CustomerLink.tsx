import { href } from '~/portal/href';
import { Link } from '~/ui/kit/Link';

interface Props {
  /** What names its customer. */
  of: { customerId: string; customerName: string };
  className?: string;
}

/** The customer of a document, leading to its record. */
export const CustomerLink = ({ of, ...rest }: Props) => (
  <Link href={href('/portal/customer/detail', { id: of.customerId })} {...rest}>
    {of.customerName}
  </Link>
);
