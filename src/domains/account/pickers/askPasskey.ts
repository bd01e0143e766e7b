import { call } from '~/shell/call';
import { passkeyLoginOptions } from '../calls';
import { usePasskey } from './passkeys';

/** A passkey's answer to a challenge of now, for an act that asks who one is; null when the person closed the dialog. */
export async function askPasskey(): Promise<{ ticket: string; response: unknown } | null> {
  const { options, ticket } = await call(passkeyLoginOptions, {});
  const response = await usePasskey(options);
  return response ? { ticket, response } : null;
}
