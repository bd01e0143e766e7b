import * as account from '~/domains/account/calls';
import type { Preferences } from '~/shared/preferences.schema';
import { followPreferences, PREFERRED } from '~/ui/list/preference';
import { call, DENIED } from './call';
import { refreshMe } from './session';

const PAUSE_MS = 15_000;

/** Looks again after a refusal and when the person comes back to the page; calls `changed` when their permissions are others now. */
export function watchMe(changed: () => void): () => void {
  let asked = Date.now();
  const look = async (pause: number) => {
    if (Date.now() - asked < pause) return;
    asked = Date.now();
    if (await refreshMe()) changed();
  };
  const onDenied = () => void look(1000);
  const onReturn = () => document.visibilityState === 'visible' && void look(PAUSE_MS);
  // What cannot be kept now (a lost network, a role only looked at) still holds on this page.
  const onPreferred = (event: Event) => void call(account.preferMine, (event as CustomEvent<Preferences>).detail).catch(() => undefined);
  const unfollow = followPreferences();
  addEventListener(PREFERRED, onPreferred);
  addEventListener(DENIED, onDenied);
  document.addEventListener('visibilitychange', onReturn);
  return () => {
    unfollow();
    removeEventListener(PREFERRED, onPreferred);
    removeEventListener(DENIED, onDenied);
    document.removeEventListener('visibilitychange', onReturn);
  };
}
