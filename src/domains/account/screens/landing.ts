export interface Landed {
  home: string;
  passwordWeak: boolean;
}

/** Only a path of this site may be returned to. */
export function safeRedirect(target: string | undefined, fallback: string): string {
  return target && /^\/(?![/\\])/.test(target) && !target.startsWith('/portal/login') ? target : fallback;
}

/** After a login: where the person was going, else home; a weak password is remembered for the tip of the next page. */
export function landing({ home, passwordWeak }: Landed, redirect?: string): void {
  if (passwordWeak) sessionStorage.setItem('portal:passwordTip', '1');
  location.assign(safeRedirect(redirect, home));
}
