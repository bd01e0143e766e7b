import type { CreditAccountTab } from '~/domains/credit/slots';
import { late } from '~/ui/kit/late';

const Checks = late(() => import('../screens/Checks'));

/** What the rules said of this limit whenever it was asked for or used, refusals as well. */
export const tabs: readonly CreditAccountTab[] = [
  { value: 'checks', label: '规则检查', at: 40, Content: ({ subject }) => <Checks of={{ accountId: subject.id }} /> },
];
