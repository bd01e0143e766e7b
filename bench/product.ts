import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fire } from './load';

export interface Product {
  port: number;
  /** Seconds from spawn to ready. */
  startSeconds: number;
  memoryMb(): number;
  /** Processor seconds of its processes that have ended. */
  childSeconds(): number;
  cookie(mobile: string): Promise<string>;
  stop(): Promise<void>;
}

/** Starts the built product as its own process, the way people run it. */
export async function startProduct(port: number, env: Record<string, string>, flags: string[] = []): Promise<Product> {
  const begun = performance.now();
  const child = spawn(process.execPath, [...flags, 'scripts/serve.mjs'], {
    env: { ...process.env, NODE_OPTIONS: '', PORT: String(port), HOST: '127.0.0.1', LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await until(async () => (await fire(undefined, port, { method: 'GET', path: '/readyz' })).status === 200, child);
  const startSeconds = Math.round((performance.now() - begun) / 10) / 100;
  return {
    port,
    startSeconds,
    memoryMb: () => residentMb(child.pid as number),
    childSeconds: () => endedSeconds(child.pid as number),
    cookie: async (mobile) => {
      const answer = await fire(undefined, port, {
        method: 'POST',
        path: '/web/partner/user/login',
        body: JSON.stringify({ account: mobile, password: 'Demo#2026' }),
      });
      const [line] = (answer.headers['set-cookie'] ?? []) as string[];
      if (!line) throw new Error(`login of ${mobile} failed: ${answer.body}`);
      return line.split(';')[0] as string;
    },
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGTERM');
      }),
  };
}

async function until(check: () => Promise<boolean>, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 6000; tries += 1) {
    if (child.exitCode !== null) throw new Error(`the product stopped with ${child.exitCode}`);
    if (await check().catch(() => false)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the product did not get ready');
}

export function residentMb(pid: number): number {
  const [, kb] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kb) / 1024);
}

/** User and system time of children waited for, told in ticks of a hundredth of a second after the name in brackets. */
function endedSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[13]) + Number(fields[14])) / 100;
}
