import * as account from '~/domains/account/calls';
import { DEALER_ORDERS, href } from '~/portal/href';
import { leaveUnasked, wouldLose } from '~/ui/kit/page';
import { toast } from '~/ui/kit/toast';
import { call, messageOf } from './call';
import { sessionChanged } from './sessionChannel';

/** Asked before the session is another one: whoever stays with a form they have not sent must still be able to send it. */
async function leaveTo(work: () => Promise<string>): Promise<void> {
  let askAgain: () => void = () => undefined;
  try {
    if (wouldLose() && !(await (await import('./visit')).mayLeave())) return;
    askAgain = leaveUnasked();
    const next = await work();
    sessionChanged();
    leaveUnasked();
    location.assign(next);
  } catch (error) {
    askAgain();
    toast(messageOf(error), 'error');
  }
}

/** On refusal nothing happens: the person stays where they are. */
export const logOut = (): Promise<void> =>
  leaveTo(async () => {
    await call(account.logout, {});
    const { forgetChoices } = await import('./found');
    forgetChoices();
    return '/portal/login';
  });

/** To another factory, on another side where one is named: dealers land on their orders, members on the home page. */
export const moveToTenant = (tenantId: string, identity?: '1' | '2'): Promise<void> =>
  leaveTo(async () => {
    if (identity) await call(account.switchIdentity, { identity });
    const { user, home } = await call(account.switchTenant, { tenantId, applicationId: '1' });
    return user.customerId === null ? home : DEALER_ORDERS;
  });

/** '1' own factory, '2' customer side, '3' the identity chooser. */
export async function moveToIdentity(identity: '1' | '2' | '3'): Promise<void> {
  if (identity === '3') return location.assign('/portal/supplyChain/identify');
  return leaveTo(async () => {
    const { user, home } = await call(account.switchIdentity, { identity });
    if (identity === '1') return home;
    return user.customerTenants.length > 1 ? '/portal/supplyChain/identify' : DEALER_ORDERS;
  });
}

/** Back to one's own view, at the role that was looked at. */
export const leavePreview = (): Promise<void> =>
  leaveTo(async () => {
    const { roleId } = await call(account.previewEnd, {});
    return roleId ? href('/portal/account/role/detail', { id: roleId }) : '/portal/temphome';
  });
