import type { SlotTab } from '~/ui/detail/slots';
import { late } from '~/ui/kit/late';

const MyCredit = late(() => import('../screens/MyCredit'));

/** The dealer's own limits, beside its money. */
export const tabs: readonly SlotTab<null>[] = [{ value: 'credit', label: '授信额度', at: 1, Content: () => <MyCredit /> }];
