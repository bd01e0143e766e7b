import { mayUseApp } from './apps';
import type { Me } from './me';
import { type Screen, screens } from './screens';
import { closedToVisitors } from './visit';

export type Verdict = 'open' | 'login' | 'forbidden' | 'missing';

/** Which page a person may land on. What the server returns is decided again, strictly, by each call. Unknown routes fail closed. */
export function guard(me: Me | null, screen: Screen | undefined): Verdict {
  if (!screen) return 'missing';
  if (screen.who === 'public') return 'open';
  if (!me) return 'login';
  if (me.preview?.visit && closedToVisitors(screen.path)) return 'forbidden';
  if (screen.app !== 'root' && !mayUseApp(me, screen.app)) return 'forbidden';
  if (screen.who === 'person') return 'open';
  if (screen.who === 'type3') return me.userType === 3 ? 'open' : 'forbidden';
  if (screen.who === 'dealer') return me.customerId !== null ? 'open' : 'forbidden';
  if (me.customerId !== null) return 'forbidden';
  return !screen.codes?.length || screen.codes.some((code) => me.permissions.has(code)) ? 'open' : 'forbidden';
}

/** The screens a link must not lead this person to. */
export const closedTo = (me: Me): string[] => screens.filter((screen) => guard(me, screen) !== 'open').map((screen) => screen.path);
