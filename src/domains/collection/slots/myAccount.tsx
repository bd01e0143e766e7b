import type { SlotTab } from '~/ui/detail/slots';
import { late } from '~/ui/kit/late';

const MyLetters = late(() => import('../screens/MyLetters'));

/** Letters the factory wrote to the dealer about what is overdue. */
export const tabs: readonly SlotTab<null>[] = [{ value: 'letters', label: '函件', at: 9, Content: () => <MyLetters /> }];
