import { ownPath } from '~/shared/ownPath';

export interface Landed {
  home: string;
  passwordWeak: boolean;
}

/** After a login: where the person was going, else home; a weak password is remembered for the tip of the next page. */
export function landing({ home, passwordWeak }: Landed, redirect?: string): void {
  if (passwordWeak) sessionStorage.setItem('portal:passwordTip', '1');
  location.assign(ownPath(redirect) || home);
}
