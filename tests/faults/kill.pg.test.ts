import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { postgresUrl } from '../support/postgresDatabase';
import { surviveKills } from './kill';

const folder = mkdtempSync(join(tmpdir(), 'portal-kill-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('kill -9 while orders are placed and shipped', () => {
  it('loses nothing acknowledged on PostgreSQL', async () => {
    const { placed, shipped } = await surviveKills({ url: await postgresUrl(), dataDir: folder });
    expect(placed).toBeGreaterThan(20);
    expect(shipped).toBeGreaterThan(10);
  }, 300_000);

  it('loses nothing acknowledged on the embedded engine', async () => {
    const { placed, shipped } = await surviveKills({ dataDir: folder });
    expect(placed).toBeGreaterThan(20);
    expect(shipped).toBeGreaterThan(10);
  }, 300_000);
});
