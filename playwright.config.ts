import { defineConfig, devices } from '@playwright/test';
import { testBrowserPath } from './scripts/browser.mjs';
import { setClock } from './tests/clock/clock.mjs';

await setClock();

/** Each worker has a server and a filled database of its own, on the ports from here up (e2e/support/test.ts). */
const port = Number(process.env['E2E_PORT'] ?? 4399);
const workers = Number(process.env['E2E_WORKERS'] ?? 2);

export default defineConfig({
  testDir: 'e2e',
  timeout: 120_000,
  expect: { timeout: 10_000 },
  workers,
  fullyParallel: false,
  // A hiccup of a shared machine is not a fault of the product; what fails twice is.
  retries: 1,
  reporter: [['list']],
  use: {
    ...devices['Desktop Chrome'],
    baseURL: `http://localhost:${port}`,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1440, height: 900 },
    actionTimeout: 15_000,
    trace: 'on-first-retry',
    launchOptions: {
      ...testBrowserPath(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: {
    command: 'node scripts/e2e-server.mjs',
    url: `http://localhost:${port + workers - 1}/readyz`,
    timeout: 420_000,
    reuseExistingServer: !process.env['CI'],
    env: {
      PORT: String(port),
      E2E_WORKERS: String(workers),
      LOG_LEVEL: 'warn',
      WEBHOOK_INSIDE: '127.0.0.1',
      DINGTALK_URL: `http://127.0.0.1:${port + 60}`,
    },
  },
});
