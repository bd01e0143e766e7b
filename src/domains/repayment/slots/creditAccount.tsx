import type { CreditAccountTab } from '~/domains/credit/slots';
import { CREDIT_REPAY } from '~/portal/permissions';
import { late } from '~/ui/kit/late';

const PlanRows = late(() => import('../pickers/PlanRows'));

/** What the customer of a limit has to pay back. */
export const tabs: readonly CreditAccountTab[] = [
  { value: 'plan', label: '还款计划', at: 3, code: CREDIT_REPAY, Content: ({ subject }) => <PlanRows customerId={subject.customerId} /> },
];
