import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProduct } from './product';
import { record } from './report';
import { freePort, type World } from './world';

/** Start with an existing database, until /readyz answers, and the memory then. */
export async function measureStart({ url }: World): Promise<void> {
  const product = await startProduct(await freePort(), { DATABASE_URL: url });
  await new Promise((resolve) => setTimeout(resolve, 2000));
  record('start, PostgreSQL', product.startSeconds, 's', { most: 10 });
  record('memory after start, PostgreSQL', product.memoryMb(), 'MB', { most: 250 });
  await product.stop();
}

/** The first start of all: the embedded database and the demo factories are made, in a process of their own whose time is told too. */
export async function measureFirstStart(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-first-'));
  const product = await startProduct(await freePort(), { DATA_DIR: dataDir });
  await new Promise((resolve) => setTimeout(resolve, 20_000));
  record('first start with demo data', product.startSeconds, 's', { most: 25 });
  record('first start, processor time of making the database', product.childSeconds(), 's');
  record('memory after the first start', product.memoryMb(), 'MB', { most: 450 });
  await product.stop();
  rmSync(dataDir, { recursive: true });
}
