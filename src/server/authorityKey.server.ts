import type { Me } from '~/portal/me';

const keys = new WeakMap<Me, string>();

/** The same for people who may open the same screens: everything `guard` asks of a person. */
export function authorityKey(me: Me): string {
  const known = keys.get(me);
  if (known !== undefined) return known;
  const key = [me.userType, me.customerId !== null, [...me.apps].sort().join(), [...me.permissions].sort().join()].join(' ');
  keys.set(me, key);
  return key;
}
