import '~/domains/customer/api.server';
import '~/domains/customer/partApi.server';
import { customerCreate } from '~/domains/customer/calls';
import { blankCustomer } from '~/domains/customer/customer';
import type { CustomerForm } from '~/domains/customer/customer.schema';
import type { Me } from '~/portal/me';
import { usccCheckCharacter } from '~/shared/uscc';
import { ask } from './catalogue';

/** A valid credit code of Hangzhou, different for every number. */
export function usccOf(serial: number): string {
  const first17 = `91330106MA2${serial.toString().padStart(6, '0')}`;
  return first17 + usccCheckCharacter(first17);
}

/** Adds a customer through the call; warnings about duplicates are confirmed. */
export async function addCustomer(me: Me, name: string, change: Partial<CustomerForm> = {}): Promise<string> {
  return (await ask(me, customerCreate, { ...blankCustomer, name, contactMobile: '13912345678', ...change, confirm: true })).id;
}
