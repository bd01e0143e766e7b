import { whoseRows } from './db/transaction.server';

const MOST = 2_000;
const known = new Map<string, { until: number; value: unknown }>();

/** What was remembered under `key` for whoever sees the rows the transaction here sees; undefined outside one, and when it is too old. */
export function recalled<T>(key: string): T | undefined {
  const whose = whoseRows();
  const found = whose === null ? undefined : known.get(`${whose} ${key}`);
  return found && found.until > Date.now() ? (found.value as T) : undefined;
}

export function remember(key: string, value: unknown, ms: number): void {
  const whose = whoseRows();
  if (whose === null) return;
  if (known.size >= MOST) known.clear();
  known.set(`${whose} ${key}`, { until: Date.now() + ms, value });
}

/** What `work` answered within the last `ms`, or answers now; being asked again does not make it last longer. */
export async function recently<T>(key: string, ms: number, work: () => Promise<T>): Promise<T> {
  const known = recalled<T>(key);
  if (known !== undefined) return known;
  const value = await work();
  remember(key, value, ms);
  return value;
}

/** For tests, whose databases begin anew under the same names. */
export const forgetRecent = (): void => known.clear();
