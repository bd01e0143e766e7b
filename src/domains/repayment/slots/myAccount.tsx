import type { SlotTab } from '~/ui/detail/slots';
import { late } from '~/ui/kit/late';

const MyRepay = late(() => import('../screens/MyRepay'));

/** What the dealer owes on credit, beside its money and its limits. */
export const tabs: readonly SlotTab<null>[] = [{ value: 'repay', label: '赊销还款', at: 2, Content: () => <MyRepay /> }];
