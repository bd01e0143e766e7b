import { existsSync } from 'node:fs';

const SHELL = '/usr/bin/chromium-headless-shell';
const WHOLE = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** A system Chromium for Playwright's `launch`, else nothing: Playwright's own is taken. */
export const browserPath = () => firstOf(WHOLE);

/** For tests: Chromium without a user interface of its own, which costs a quarter less, where it is installed. */
export const testBrowserPath = () => firstOf([SHELL, ...WHOLE]);

function firstOf(paths) {
  const executablePath = paths.find((path) => existsSync(path));
  return executablePath ? { executablePath } : {};
}
