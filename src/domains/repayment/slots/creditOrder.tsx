import type { CreditOrderTab } from '~/domains/credit/slots';
import { CREDIT_REPAY } from '~/portal/permissions';
import { late } from '~/ui/kit/late';

const PlanRows = late(() => import('../pickers/PlanRows'));

/** The plan of a credit order, on its page. */
export const tabs: readonly CreditOrderTab[] = [
  { value: 'plan', label: '还款计划', at: 1, code: CREDIT_REPAY, Content: ({ subject }) => <PlanRows creditOrderId={subject.id} /> },
];
