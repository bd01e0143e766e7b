import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { Refusal, TOO_MANY } from '~/shared/refusal';

/** OWASP's argon2id floor: 19 MiB, 2 passes. */
const ARGON = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Hashing takes a whole processor for tens of milliseconds: one is always left to everybody else's requests. */
const AT_ONCE = Math.max(1, Math.min(4, availableParallelism() - 1));
const MOST_WAITING = 200;

let running = 0;
const waiting: (() => void)[] = [];

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, ARGON));

/** Verified against when there is no account, so that both answers take the same time. */
let decoy: Promise<string> | undefined;

/** Whether the password is the account's; with no hash it takes as long and is false. */
export async function isPassword(stored: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password');
  const against = stored ?? (await decoy);
  const right = await inTurn(() => verify(against, password).catch(() => false));
  return right && stored !== undefined;
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (waiting.length >= MOST_WAITING) throw new Refusal(TOO_MANY, '当前登录人数较多，请稍后重试');
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}
