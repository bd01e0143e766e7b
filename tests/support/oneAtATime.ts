import pg from 'pg';

type Query = (this: pg.Client & { pipeline?: boolean }, ...args: unknown[]) => unknown;

/** From now on a connection that does not pipeline refuses a statement while another one runs, as `pg` 9 will; `pg` 8 warns once in a process. */
export function oneAtATime(): void {
  const send = pg.Client.prototype.query as Query;
  const running = new WeakMap<pg.Client, unknown>();
  const query: Query = function (...args) {
    if (!this.pipeline && running.has(this)) throw new Error(`sent while ${textOf(running.get(this))} runs: ${textOf(args[0])}`);
    const answer = send.apply(this, args);
    if (!(answer instanceof Promise)) return answer;
    running.set(this, args[0]);
    return answer.finally(() => running.delete(this));
  };
  pg.Client.prototype.query = query as never;
}

const textOf = (statement: unknown): string => String((statement as { text?: string }).text ?? statement).slice(0, 200);
