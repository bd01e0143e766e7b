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
