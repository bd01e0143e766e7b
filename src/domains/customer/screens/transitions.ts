import { call } from '~/shell/call';
import { confirmStep } from '~/ui/kit/asked';
import { toast } from '~/ui/kit/toast';
import type { CustomerRow } from '../customer.schema';
import { type CustomerTransition, customerFlow } from '../customerNames';
import { customerMove } from '../partCalls';

type Moving = Pick<CustomerRow, 'id' | 'name' | 'version' | 'status'>;

export const transitionsOf = (customer: Moving): readonly CustomerTransition[] => customerFlow.stepsFrom(customer.status);

const consequences: Record<string, string> = {
  ACTIVE: '之后可以为其下单。',
  DISABLED: '暂停后不能再为其下新订单，已有单据照常办理。',
  ENDED: '终止后不能恢复。有未收应收、资金余额或未完成订单的客户不能终止。',
};

/** Asks and moves customers to another state; says who could not. Answers whether anything was sent. */
export async function moveCustomers(customers: readonly Moving[], transition: CustomerTransition): Promise<boolean> {
  const what = customers.length === 1 ? `客户“${customers[0]?.name}”` : `选中的${customers.length}个客户`;
  const title = `${transition.label}：${what}？`;
  const agreed = await confirmStep(transition, { title, body: consequences[transition.to] ?? '', danger: transition.to !== 'ACTIVE' });
  if (!agreed) return false;
  const { results } = await call(customerMove, {
    items: customers.map(({ id, version }) => ({ id, version })),
    status: transition.to as 'ACTIVE' | 'DISABLED' | 'ENDED',
    reason: agreed.reason,
  });
  const failed = results.filter((one) => !one.ok);
  if (failed.length > 0) toast(`${failed.length}个客户未处理：${failed[0]?.message}`, 'warn');
  else toast(`已${transition.label}`, 'ok');
  return true;
}
