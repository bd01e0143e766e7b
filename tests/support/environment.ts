import { onTestEnd } from './perFile';

const before = new Map<string, string | undefined>();
const forget = (): void => void delete (globalThis as { portalConfig?: unknown }).portalConfig;

/** Sets environment variables for the rest of one test. */
export function withEnvironment(values: Record<string, string>): void {
  for (const [name, value] of Object.entries(values)) {
    if (!before.has(name)) before.set(name, process.env[name]);
    process.env[name] = value;
  }
  forget();
}

onTestEnd(() => {
  if (before.size === 0) return;
  for (const [name, value] of before)
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  before.clear();
  forget();
});
