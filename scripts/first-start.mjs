import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * Makes the embedded database in a process of its own: what it took there is the system's again when it ends, and young objects get
 * more room than a server should hold for good. Ends this process when that one fails, which has then said why.
 */
export async function madeApart() {
  const child = fork(fileURLToPath(new URL('./make-database.mjs', import.meta.url)), {
    execArgv: ['--max-semi-space-size=64', '--no-allocation-site-pretenuring'],
  });
  const stop = () => {
    child.kill('SIGKILL');
    process.exit(1);
  };
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, stop);
  const code = await new Promise((resolve) => child.once('exit', resolve));
  for (const signal of ['SIGTERM', 'SIGINT']) process.off(signal, stop);
  if (code !== 0) process.exit(code ?? 1);
}
