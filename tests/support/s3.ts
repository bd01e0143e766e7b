import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { S3Settings } from '~/server/files/s3FileStore.server';

interface Rver {
  run(): Promise<{ port: number }>;
  close(): Promise<void>;
}
/** It is old JavaScript without types. */
const S3rver = createRequire(import.meta.url)('s3rver') as new (options: Record<string, unknown>) => Rver;

export interface LocalS3 {
  settings: S3Settings;
  stop(): Promise<void>;
}

/** An S3 server of its own in this process, with one bucket, gone with `stop`. */
export async function startS3(): Promise<LocalS3> {
  const directory = mkdtempSync(join(tmpdir(), 'portal-s3-'));
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: 'portal', configs: [] }],
    resetOnClose: true,
  });
  const { port } = await server.run();
  return {
    settings: { endpoint: `http://127.0.0.1:${port}`, bucket: 'portal', region: 'us-east-1', key: 'S3RVER', secret: 'S3RVER', pathStyle: true },
    async stop() {
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
