import { href } from '~/portal/href';

/** The form of an application about a limit, with what is known of it filled in. */
export const askHref = ({ customerId, creditTypeId }: { customerId: string; creditTypeId: string }, kind: 'INCREASE' | 'RENEW' | 'EXPIRE'): string =>
  href('/portal/creditSystem/creditCreate', { customerId, creditTypeId, kind });
