import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { postgresUrl } from '../support/postgresDatabase';
import { surviveKills } from './kill';

const folder = mkdtempSync(join(tmpdir(), 'portal-kill-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Something of everything was under way, or the kills met nothing. */
const everyKind = ({ placed, shipped, received, refunded, invoiced, counted }: Awaited<ReturnType<typeof surviveKills>>): void => {
  for (const [kind, kept] of Object.entries({ placed, shipped })) expect(kept, kind).toBeGreaterThan(8);
  for (const [kind, kept] of Object.entries({ received, refunded, invoiced, counted })) expect(kept, kind).toBeGreaterThan(0);
};

describe('kill -9 while orders are placed and shipped, goods come back, invoices are registered and stock is counted', () => {
  it('loses nothing acknowledged on PostgreSQL', async () => {
    everyKind(await surviveKills({ url: await postgresUrl(), dataDir: folder }));
  }, 300_000);

  it('loses nothing acknowledged on the embedded engine', async () => {
    everyKind(await surviveKills({ dataDir: folder }));
  }, 300_000);
});
