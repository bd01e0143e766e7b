import { holds, type Me } from '~/portal/me';
import { CUSTOMER_TRANSFER } from '~/portal/permissions';
import { mayHandOn, type ScopedRow } from '~/portal/scope';
import { refuse } from '~/shared/refusal';

export interface Owned extends Omit<ScopedRow, 'helperIds'> {
  name: string;
}

/** Why the person may not do to the customer what its owner's side alone decides: they only help with it. Empty: they may. */
export const handOnProblem = (me: Me, customer: Owned, what: string): string =>
  mayHandOn(me.scope ?? null, customer) ? '' : `您是客户“${customer.name}”的协作人，不能${what}，请联系负责的业务员或管理员`;

/** Whether no role limits the customers the person sees: they arrange what the whole company shares. */
export const seesAllCustomers = (me: Me): boolean => !me.scope?.customers;

export function mustSeeAll(me: Me, what: string): void {
  if (!seesAllCustomers(me)) refuse('OUT_OF_SCOPE', `${what}由全公司共用，您只能查看部分客户，请联系能查看全部客户的同事修改`);
}

/**
 * THE rule of ownership: a customer, and what hangs on it, goes from one salesperson to another by whoever may transfer customers and
 * reaches this one by their roles. One that is nobody's may be given a first salesperson by whoever edits it. Empty: they may.
 */
export function ownershipProblem(me: Me, customer: Owned, ownerId: string | null, what = '更换业务员'): string {
  if (customer.ownerId === ownerId) return '';
  const reach = handOnProblem(me, customer, what);
  if (reach || customer.ownerId === null) return reach;
  return holds(me, CUSTOMER_TRANSFER) ? '' : `您没有“转移客户”的权限，不能为客户“${customer.name}”${what}，请联系管理员`;
}

export function assertMayHandOn(me: Me, customer: Owned, what: string): void {
  const problem = handOnProblem(me, customer, what);
  if (problem) refuse('CUSTOMER_STATE', problem);
}

export function assertMayOwn(me: Me, customer: Owned, ownerId: string | null, what?: string): void {
  const problem = ownershipProblem(me, customer, ownerId, what);
  if (problem) refuse('CUSTOMER_STATE', problem);
}
