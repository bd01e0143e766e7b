import { spawn } from 'node:child_process';
import { connect } from 'node:net';

/** Serves with reload. Astro would quietly take the next port, and the editor's addresses in content/README.md would lead elsewhere. */
const port = Number(process.env.PORT ?? 4321);
if (await taken(port)) {
  console.error(`端口 ${port} 已被占用：请先停止占用它的程序，或设置 PORT 使用其他端口（如 PORT=${port + 1} npm run dev）`);
  process.exit(1);
}
const astro = spawn(process.execPath, ['node_modules/astro/bin/astro.mjs', 'dev', '--port', String(port), ...process.argv.slice(2)], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => astro.kill(signal));
astro.on('exit', (code) => process.exit(code ?? 0));

/** `localhost` may be either of two addresses; both are tried. */
function taken(port) {
  return new Promise((answer) => {
    const tried = connect({ host: 'localhost', port, autoSelectFamily: true });
    tried.on('connect', () => {
      tried.destroy();
      answer(true);
    });
    tried.on('error', () => answer(false));
  });
}
