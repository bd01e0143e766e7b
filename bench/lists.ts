import { load, type Shot } from './load';
import { startProduct } from './product';
import { record } from './report';
import { freePort, SECONDS, type World } from './world';

export interface Measured {
  name: string;
  /** As `calls.ts` says it, without the prefix of all calls. */
  path: string;
  /** Posted in turns; without any the address is fetched. */
  bodies?: readonly object[];
  /** A list must answer rows; counts and overviews only that they went well. */
  rows?: boolean;
  /** Milliseconds the p95 may take; null shows the figure only. */
  most?: number | null;
}

/** Requests at once; `BENCH_CONNECTIONS` for another number. */
const CONNECTIONS = Number(process.env['BENCH_CONNECTIONS'] ?? 16);
const MOST_MS = 60;
const WARM_UP_SECONDS = 5;

/** The built product on that database, asked as the administrator by so many at once: p50, p95 and errors of each list. */
export async function measureLists(
  { url }: Pick<World, 'url'>,
  of: string,
  lists: readonly Measured[],
  { connections = CONNECTIONS, seconds = SECONDS } = {},
): Promise<void> {
  const product = await startProduct(await freePort(), { DATABASE_URL: url });
  const cookie = await product.cookie('13800000001');
  // Whatever stands first in the row is else charged for the code that all of them share.
  const each = lists.map((list) => shots(cookie, list));
  await load(
    product.port,
    connections,
    WARM_UP_SECONDS,
    (n) => (each[n % each.length] as (n: number) => Shot)(Math.floor(n / each.length)),
    () => true,
  );
  for (const [at, list] of lists.entries()) {
    const figures = await load(product.port, connections, seconds, each[at] as (n: number) => Shot, answered(list));
    const most = list.most === undefined ? MOST_MS : list.most;
    record(`${list.name}, ${of}, p50`, figures.p50, 'ms');
    record(`${list.name}, p95`, figures.p95, 'ms', most === null ? {} : { most });
    record(`${list.name}, errors`, figures.errors, '', { most: 0 });
  }
  await product.stop();
}

/** Each body by itself, named by what it asks. */
export const oneByOne = (name: string, path: string, bodies: readonly object[]): Measured[] =>
  bodies.map((body) => ({ name: `${name} ${JSON.stringify(body).slice(0, 60)}`, path, bodies: [body] }));

function shots(cookie: string, { path, bodies }: Measured): (n: number) => Shot {
  const shot = { path: `/web${path}`, headers: { cookie } };
  if (!bodies) return () => ({ ...shot, method: 'GET' });
  const texts = bodies.map((body) => JSON.stringify(body));
  return (n) => ({ ...shot, method: 'POST', body: texts[n % texts.length] });
}

const answered =
  ({ rows = true }: Measured) =>
  (body: string): boolean =>
    body.startsWith('{"code":"0"') && (!rows || body.includes('"pagedRecords":[{'));
