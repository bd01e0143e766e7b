import { existsSync } from 'node:fs';

/** A system Chromium for Playwright's `launch`, else nothing: Playwright's own is taken. */
export function browserPath() {
  const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) => existsSync(path));
  return executablePath ? { executablePath } : {};
}
