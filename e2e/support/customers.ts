import type { Page } from '@playwright/test';
import { customerCreate } from '~/domains/customer/calls';
import { blankCustomer } from '~/domains/customer/customer';
import { ask } from './people';

/** Different words for every run against one server. */
export const markOf = (letter: string): string => `${letter}${String(Date.now()).slice(-7)}`;

/** A customer of the test's own, whom no other test touches. */
export async function newCustomer(page: Page, code: string, name: string, more: Partial<typeof blankCustomer> = {}): Promise<string> {
  const { customerType, ...blank } = blankCustomer;
  const fields = { ...blank, contactName: '陆知行', contactMobile: '13711112222', ...more, code, name, customerType };
  return (await ask(page, customerCreate, { ...fields, confirm: true } as never)).id;
}
