import cluster from 'node:cluster';

const RESTART_AFTER_MS = 1000;

/**
 * Several server processes on one port and one PostgreSQL. The first one migrates and fills the database before the others start;
 * one that dies is started again; SIGTERM stops all of them, each finishing what it serves.
 */
export function supervise(wanted) {
  let stopping = false;
  let started = false;
  // What one process forgets about sessions, the others forget as well.
  cluster.on('message', (from, message) => {
    if (message !== 'forget sessions') return;
    for (const worker of Object.values(cluster.workers ?? {})) if (worker && worker.id !== from.id) worker.send(message);
  });
  cluster.on('exit', (worker, code, signal) => {
    if (stopping || !started) {
      if (Object.keys(cluster.workers ?? {}).length === 0) process.exit(started ? 0 : code || 1);
      return;
    }
    console.error(`进程 ${worker.process.pid} 意外结束（${signal ?? code}），正在重新启动`);
    setTimeout(() => stopping || cluster.fork(), RESTART_AFTER_MS);
  });
  cluster.fork().once('listening', () => {
    started = true;
    for (let n = 1; n < wanted && !stopping; n += 1) cluster.fork();
  });
  const stop = () => {
    stopping = true;
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGTERM');
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}
