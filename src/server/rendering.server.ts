import { AsyncLocalStorage } from 'node:async_hooks';
import { type Me, MeView } from '~/portal/me';

const rendering = new AsyncLocalStorage<MeView | null>();

/** Islands rendered inside `work` see this person through `useMe`; each request has its own. */
export function withMe<T>(me: Me | null, work: () => Promise<T>): Promise<T> {
  (globalThis as { portalMe?: () => MeView | null }).portalMe = () => rendering.getStore() ?? null;
  return rendering.run(me && viewOf(me), work);
}

export function viewOf(me: Me): MeView {
  return MeView.encode({ ...me, permissions: [...me.permissions], apps: [...me.apps], tenants: [...me.tenants], customerTenants: [...me.customerTenants] });
}
