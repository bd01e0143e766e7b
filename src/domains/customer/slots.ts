import type { ComponentType, ReactNode } from 'react';

/** `slots/customerAccounts.tsx` of other domains: ways for a customer to get login accounts; `beside` is the button that binds one. */
export interface CustomerAccountsSlot {
  Accounts: ComponentType<{ customerId: string; beside: ReactNode }>;
}
