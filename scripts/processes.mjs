import { fork } from 'node:child_process';
import { lookup } from 'node:dns/promises';
import net from 'node:net';
import { fileURLToPath } from 'node:url';

/** A process that dies this soon after its start is started again only after a pause: something is wrong that another try does not mend. */
const TOO_SOON_MS = 5_000;
const PAUSE_MS = 1_000;
/** Where the children find the socket (stdio). */
const SOCKET = 4;

/**
 * Several server processes on one port and one PostgreSQL. The first one migrates and fills the database before the others start;
 * one that dies is replaced at once; SIGTERM stops all of them, each finishing what it serves.
 *
 * The socket belongs to this process and the children accept from it themselves. What a child had accepted ends with it, at once;
 * what nobody has accepted waits in the socket for the next, also while there is none.
 */
export async function supervise(wanted) {
  const socket = await bind();
  const children = new Set();
  let stopping = false;
  let started = false;
  const start = () => {
    const first = !started;
    const child = fork(fileURLToPath(new URL('./server.mjs', import.meta.url)), {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc', socket.fd],
      env: { ...process.env, PORTAL_SOCKET: String(SOCKET), ...(first ? { PORTAL_FIRST: '1' } : {}) },
    });
    const bornAt = performance.now();
    children.add(child);
    child.on('message', (message) => {
      if (message === 'serving' && !started) {
        started = true;
        for (let n = 1; n < wanted && !stopping; n += 1) start();
      }
      // What one process forgets about sessions, the others forget as well.
      if (message === 'forget sessions') for (const other of children) if (other !== child && other.connected) other.send(message);
    });
    child.on('exit', (code, signal) => {
      children.delete(child);
      if (stopping || !started) {
        if (children.size === 0) process.exit(started ? 0 : code || 1);
        return;
      }
      console.error(`进程 ${child.pid} 意外结束（${signal ?? code}），正在重新启动`);
      setTimeout(() => stopping || start(), performance.now() - bornAt < TOO_SOON_MS ? PAUSE_MS : 0);
    });
  };
  start();
  const stop = () => {
    if (!stopping) socket.close();
    stopping = true;
    for (const child of children) child.kill('SIGTERM');
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

/** Bound, and never listened on here: a server of this process would accept what only its children answer. */
async function bind() {
  const host = process.env.HOST || '0.0.0.0';
  const port = Number(process.env.PORT || 4321);
  const { address, family } = await lookup(host);
  const socket = net._createServerHandle(address, port, family, -1);
  if (typeof socket !== 'number') return socket;
  const { getSystemErrorName } = await import('node:util');
  const code = getSystemErrorName(socket);
  console.error(code === 'EADDRINUSE' ? `端口 ${port} 已被占用，请设置 PORT 使用其他端口` : `无法监听 ${host}:${port}（${code}）`);
  process.exit(1);
}
