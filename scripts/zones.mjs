import { spawnSync } from 'node:child_process';

/**
 * Days of credit and of prices are Shanghai's, wherever the machine stands: what reckons with them runs in three zones. `node scripts/zones.mjs all` takes every test
 * of those domains.
 */
const domains = ['credit', 'creditRule', 'creditApply', 'repayment'].map((name) => `tests/domains/${name}`);
const few = [
  ...['repayment', 'replay', 'replayLaws', 'schedule', 'parity', 'prepaid'].map((name) => `tests/domains/repayment/${name}.test.ts`),
  ...['hold', 'lpr', 'openingDebts'].map((name) => `tests/domains/credit/${name}.test.ts`),
  'tests/domains/creditRule/judge.test.ts',
  'tests/domains/price/resolve.test.ts',
  'tests/shared',
];
const files = process.argv[2] === 'all' ? [...domains, 'tests/shared'] : few;
for (const zone of ['America/New_York', 'Asia/Shanghai', 'UTC']) {
  console.log(`\n-- TZ=${zone}`);
  const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--project', 'unit', '--project', 'apart', ...files], {
    stdio: 'inherit',
    env: { ...process.env, TZ: zone },
  });
  if (status !== 0) process.exit(status ?? 1);
}
