import type { CreditOrderTab } from '~/domains/credit/slots';
import { CONTRACT_MANAGE } from '~/portal/permissions';
import { late } from '~/ui/kit/late';

const AboutContracts = late(() => import('../screens/AboutContracts'));

export const tabs: readonly CreditOrderTab[] = [
  {
    value: 'contract',
    label: '用信确认书',
    at: 80,
    code: CONTRACT_MANAGE,
    Content: ({ subject }) => <AboutContracts query={{ bizId: subject.id }} factory from={{ kind: 'USE', bizType: 'credit_order', bizId: subject.id }} />,
  },
];
