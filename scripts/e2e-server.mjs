import { spawn } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * The built product on fresh embedded databases, one for each of E2E_WORKERS browser workers on the ports from PORT up:
 * one is filled with the demo tenants, the others are its copies.
 */
const workers = Number(process.env.E2E_WORKERS ?? 2);
const port = Number(process.env.PORT ?? 4399);
const folderOf = (at) => `data/e2e/${at}`;
const children = new Set();

rmSync('data/e2e', { recursive: true, force: true });
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => stop(0));

if (workers > 1) {
  const filled = start(0, port);
  await ready(port);
  filled.removeAllListeners('exit');
  const gone = new Promise((resolve) => filled.once('exit', resolve));
  filled.kill('SIGTERM');
  await gone;
  children.delete(filled);
  for (let at = 1; at < workers; at += 1) cpSync(folderOf(0), folderOf(at), { recursive: true });
}
for (let at = 0; at < workers; at += 1) {
  start(at, port + at);
  await ready(port + at);
}

function start(at, port) {
  const child = spawn(process.execPath, ['scripts/serve.mjs'], { stdio: 'inherit', env: { ...process.env, DATA_DIR: folderOf(at), PORT: String(port) } });
  child.once('exit', () => stop(1));
  children.add(child);
  return child;
}

async function ready(port) {
  for (;;) {
    const answer = await fetch(`http://localhost:${port}/readyz`).catch(() => null);
    if (answer?.ok) return;
    await pause(300);
  }
}

function stop(code) {
  for (const child of children) {
    child.removeAllListeners('exit');
    child.kill('SIGTERM');
  }
  process.exit(code);
}
