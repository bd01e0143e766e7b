import { arriving } from '~/ui/arriving';

/** The browser's side of passkeys; the library is fetched when one is used. */
export const passkeysWork = (): boolean => window.isSecureContext && 'PublicKeyCredential' in window;

/** Null when the person closed the dialog. */
export async function usePasskey(optionsJSON: unknown): Promise<unknown> {
  const startAuthentication = await arriving(import('@simplewebauthn/browser').then(({ startAuthentication }) => startAuthentication));
  return startAuthentication({ optionsJSON: optionsJSON as never }).catch(nullWhenClosed);
}

export async function makePasskey(optionsJSON: unknown): Promise<unknown> {
  const startRegistration = await arriving(import('@simplewebauthn/browser').then(({ startRegistration }) => startRegistration));
  return startRegistration({ optionsJSON: optionsJSON as never }).catch((error: unknown) => {
    if (error instanceof Error && error.name === 'InvalidStateError') throw Object.assign(new Error('这台设备上已有本账号的通行密钥'), { code: '', data: {} });
    return nullWhenClosed(error);
  });
}

function nullWhenClosed(error: unknown): null {
  if (error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')) return null;
  throw error;
}
