import type { RemindersSlot } from '~/domains/receivable/slots';
import { href } from '~/portal/href';
import { late } from '~/ui/kit/late';

export const Remind: RemindersSlot['Remind'] = late(() => import('../screens/DunningDialog'));
export const Told: RemindersSlot['Told'] = late(async () => ({ default: (await import('../screens/DunningLog')).DunningLog }));
export const caseHref: RemindersSlot['caseHref'] = (customerId) => href('/portal/receiveAdmin/collection/list', { customerId });
