import { WARNING } from '~/shared/refusal';
import { isRefused } from '~/shell/call';
import { confirm } from '~/ui/kit/confirm';

/** Makes the call, and once more when what it warns of is agreed to; false when it is not. */
export async function agreed(send: (confirmed: boolean) => Promise<unknown>, title: string): Promise<boolean> {
  try {
    await send(false);
  } catch (error) {
    if (!isRefused(error) || error.code !== WARNING) throw error;
    if (!(await confirm({ title, body: error.message }))) return false;
    await send(true);
  }
  return true;
}
