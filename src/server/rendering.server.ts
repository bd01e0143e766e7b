import { AsyncLocalStorage } from 'node:async_hooks';
import { closedTo } from '~/portal/guard';
import type { Me } from '~/portal/me';
import { MeView } from '~/portal/me.schema';

const rendering = new AsyncLocalStorage<MeView | null>();

/** Islands rendered inside `work` see this person through `useMe`; each request has its own. */
export function withMe<T>(me: Me | null, work: () => Promise<T>): Promise<T> {
  (globalThis as { portalMe?: () => MeView | null }).portalMe = () => rendering.getStore() ?? null;
  return rendering.run(me && viewOf(me), work);
}

const views = new WeakMap<Me, MeView>();

/** What the browser may know of the person; worked out once for each session read. */
export function viewOf(me: Me): MeView {
  const known = views.get(me);
  if (known) return known;
  const view = MeView.encode({
    ...me,
    permissions: [...me.permissions],
    closed: closedTo(me),
    apps: [...me.apps],
    tenants: [...me.tenants],
    customerTenants: [...me.customerTenants],
  });
  views.set(me, view);
  return view;
}
