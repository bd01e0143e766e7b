import { answered, listShot } from './list';
import { fire, load } from './load';
import { startProduct } from './product';
import { record } from './report';
import { freePort, SECONDS, type World } from './world';

const CONNECTIONS = 4;
/** Eight people of the demo factories, each logging in again as soon as they are in. */
const people = Array.from({ length: 8 }, (_, n) => `1380000000${n + 1}`);

/** The order list call alone, then while eight logins run all the time: hashing must leave a processor to everybody else. */
export async function measureLogins({ url }: World): Promise<void> {
  const product = await startProduct(await freePort(), { DATABASE_URL: url });
  const cookie = await product.cookie('13800000001');
  const alone = await load(product.port, CONNECTIONS, SECONDS, listShot(cookie), answered);
  const logins = logInAgainAndAgain(product.port);
  const busy = await load(product.port, CONNECTIONS, SECONDS, listShot(cookie), answered);
  const { count, refused } = await logins.stop();
  await product.stop();
  record('order list call p95, 4 connections', alone.p95, 'ms');
  record('order list call p95 while 8 logins run', busy.p95, 'ms');
  record('the same, as a multiple', Math.round((busy.p95 / alone.p95) * 100) / 100, '×', { most: 2 });
  record('logins meanwhile', Math.round(count / SECONDS), 'logins/s');
  record('logins refused, list errors', refused + busy.errors, '', { most: 0 });
}

function logInAgainAndAgain(port: number): { stop(): Promise<{ count: number; refused: number }> } {
  let running = true;
  let count = 0;
  let refused = 0;
  const one = async (account: string) => {
    while (running) {
      const { body } = await fire(undefined, port, {
        method: 'POST',
        path: '/web/partner/user/login',
        body: JSON.stringify({ account, password: 'Demo#2026' }),
      });
      if (body.startsWith('{"code":"0"')) count += 1;
      else refused += 1;
    }
  };
  const all = people.map(one);
  return {
    async stop() {
      running = false;
      await Promise.all(all);
      return { count, refused };
    },
  };
}
