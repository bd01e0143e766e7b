import { Refusal, TOO_MANY } from '~/shared/refusal';
import { fits, hashed } from './hashing.server';

/** One after the other on a thread of low priority: hashing takes a whole processor for tens of milliseconds. */
const MOST_WAITING = 200;
let waiting = 0;

export const hashPassword = (password: string): Promise<string> => inTurn(() => hashed(password));

/** Verified against when there is no account, so that both answers take the same time. */
let decoy: Promise<string> | undefined;

/** Whether the password is the account's; with no hash it takes as long and is false. */
export async function isPassword(stored: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password');
  const against = stored ?? (await decoy);
  const right = await inTurn(() => fits(against, password));
  return right && stored !== undefined;
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (waiting >= MOST_WAITING) throw new Refusal(TOO_MANY, '当前登录人数较多，请稍后重试');
  waiting += 1;
  try {
    return await work();
  } finally {
    waiting -= 1;
  }
}
