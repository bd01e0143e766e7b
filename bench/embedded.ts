import { answered, listShot } from './list';
import { load } from './load';
import { startProduct } from './product';
import { record } from './report';
import { EMBEDDED_DIR, fillEmbedded, freePort, SECONDS } from './world';

/** The embedded engine on an existing data folder: start, memory, and the order list call at 4 connections. */
export async function measureEmbedded(): Promise<void> {
  fillEmbedded();
  const product = await startProduct(await freePort(), { DATA_DIR: EMBEDDED_DIR });
  await new Promise((resolve) => setTimeout(resolve, 2000));
  record('start, embedded', product.startSeconds, 's', { most: 10 });
  record('memory after start, embedded', product.memoryMb(), 'MB', { most: 700 });
  const cookie = await product.cookie('13800000001');
  const figures = await load(product.port, 4, SECONDS, listShot(cookie), answered);
  record('order list call, embedded', figures.perSecond, 'calls/s');
  record('order list call, embedded, p95', figures.p95, 'ms', { most: 120 });
  record('order list call, embedded, errors', figures.errors, '', { most: 0 });
  await product.stop();
}
