import { expect, test } from 'vitest';
import { sizesApart, TooHeavy, verifyApart } from '~/server/pdf/apart.server';
import { hugeWhenUnpacked } from '../../support/hostileFiles';
import { signAs, twoParties, unsignedPaper } from '../../support/signers';

const trust = { roots: [], stampRoots: [], revoked: [] };

test('a stranger’s file is read on another thread: the server goes on meanwhile', async () => {
  const parties = await twoParties();
  const signed = await signAs(await unsignedPaper(), parties.a, 'seal-1', '杭州晨光卫浴有限公司');
  let turns = 0;
  const ticking = setInterval(() => {
    turns += 1;
  }, 5);
  const verdict = await verifyApart(signed, { ...trust, roots: [parties.root.certificate] });
  clearInterval(ticking);
  expect(verdict).toMatchObject({ state: 'VALID', signatures: [{ subject: '杭州晨光卫浴有限公司' }] });
  expect(turns).toBeGreaterThan(5);
  expect(await verifyApart(Buffer.from('%PDF-1.7\nnothing'), trust)).toMatchObject({ state: 'UNREADABLE' });
  expect(await sizesApart(await unsignedPaper())).toMatchObject({ pages: [{ width: expect.any(Number) }, {}] });
  expect(await sizesApart(signed)).toEqual({ problem: 'SIGNED' });
  expect(await sizesApart(Buffer.from('nothing'))).toEqual({ problem: 'BROKEN' });
}, 30_000);

test('a small file that unpacks without end is put away by memory or time, and leaves nothing behind', async () => {
  const bytes = hugeWhenUnpacked(2000);
  expect(bytes.length).toBeLessThan(20_000);
  const before = process.memoryUsage.rss();
  const heavy = verifyApart(bytes, trust, { ms: 20_000, mb: 96 });
  await expect(heavy).rejects.toThrow(TooHeavy);
  await expect(heavy).rejects.toThrow('memory');
  await expect(verifyApart(bytes, trust, { ms: 400, mb: 4000 })).rejects.toThrow('timeout');
  expect(process.memoryUsage.rss() - before).toBeLessThan(600 * 1024 * 1024);
  expect(await verifyApart(Buffer.from(`%PDF-1.7\n1 0 obj\n${'['.repeat(200_000)}`), trust)).toMatchObject({ state: 'UNREADABLE' });
}, 30_000);
