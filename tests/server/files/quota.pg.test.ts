import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import '~/domains/all.server';
import { fileUsage } from '~/domains/file/calls';
import { database } from '~/server/db.server';
import { localFileStore } from '~/server/files/fileStore.server';
import { useFileStore } from '~/server/files.server';
import { refusalCodes } from '~/shared/refusal';
import { makeDealer, makeMember, makeTenant, type Person, send, TENANT_A, TENANT_B } from '../../support/app';
import { ask } from '../../support/catalogue';
import { postgresDatabase } from '../../support/postgresDatabase';

const folder = mkdtempSync(join(tmpdir(), 'portal-quota-'));
let boss: Person;
let dealer: Person;
let neighbour: Person;
let picture: Buffer;

beforeAll(async () => {
  await postgresDatabase();
  useFileStore(localFileStore(folder));
  await makeTenant(TENANT_A, '甲厂');
  await makeTenant(TENANT_B, '乙厂');
  boss = await makeMember(TENANT_A, '管理员', 'admin');
  dealer = await makeDealer(TENANT_A, '经销商');
  neighbour = await makeMember(TENANT_B, '邻厂', 'admin');
  await database().inSystem((tx) => tx.updateTable('tenant').set({ storage_quota_mb: 1 }).where('id', '=', TENANT_A).execute());
  picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#336699' } })
    .png()
    .toBuffer();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A picture of this many bytes, another one each time. */
const pictureOf = (bytes: number): Buffer => Buffer.concat([picture, randomBytes(bytes - picture.length)]);
const sign = (who: Person, size?: number) => send('GET', '/fs/file/queryPostSignature', size ? { biz: 'ATTACHMENT', name: '合同.png', size } : {}, who);
const used = async () => (await ask(boss.me, fileUsage, {})).bytes;

function upload(who: Person, bytes: Buffer, name = '照片.png') {
  const form = new FormData();
  form.set('file', new File([bytes as Uint8Array<ArrayBuffer>], name));
  form.set('biz', 'ATTACHMENT');
  return send('POST', '/fs/file/upload', form, who);
}

describe('the quota of files', () => {
  it('is never passed by uploads at the same moment, and says limit and use', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, (_, at) => upload(at % 3 ? boss : dealer, pictureOf(200 * 1024), `${at}.png`)));
    const refused = answers.filter((one) => one.code !== '0');
    expect([answers.length - refused.length, await used()]).toEqual([5, 5 * 200 * 1024]);
    for (const one of refused) {
      expect(one.code).toBe(refusalCodes.FILE_QUOTA);
      expect(one.message).toMatch(/^企业文件空间不足，文件“\d+\.png”（0\.2MB）无法上传：已用1MB，上限1MB。请联系平台扩容$/);
    }
  });

  it('counts the same content once, also when it comes twice at the same moment', async () => {
    const before = await used();
    const same = pictureOf(8 * 1024);
    const answers = await Promise.all([upload(boss, same), upload(dealer, same), upload(boss, same, '另一个名字.png')]);
    expect([answers.map((one) => one.code), (await used()) - before]).toEqual([['0', '0', '0'], 8 * 1024]);
    const { rows } = await database().pool.query('select bytes::int as bytes from file_storage where tenant_id = $1', [TENANT_A]);
    expect(rows[0].bytes).toBe(await used());
  });

  it('refuses at signing what cannot fit, and at completion what no longer fits', async () => {
    const early = await sign(boss, 300 * 1024);
    expect([early.code, early.message]).toEqual([refusalCodes.FILE_QUOTA, expect.stringContaining('文件“合同.png”（0.3MB）无法上传')]);
    const { data: target } = await sign(boss);
    const form = new FormData();
    form.set('ticket', target.ticket);
    form.set('file', new File([pictureOf(100 * 1024) as Uint8Array<ArrayBuffer>], '晚.png'));
    expect((await send('POST', '/fs/file/postObject', form, boss)).code).toBe('0');
    const late = await send('POST', '/fs/file/complete', { ticket: target.ticket, name: '晚.png' }, boss);
    expect(late.code).toBe(refusalCodes.FILE_QUOTA);
    expect((await sign(neighbour, 300 * 1024)).code).toBe('0');
  });

  it('lets nothing be signed when it is used up', async () => {
    await upload(boss, pictureOf(1024 * 1024 - (await used())));
    const full = await sign(dealer);
    expect([await used(), full.code, full.message]).toEqual([
      1024 * 1024,
      refusalCodes.FILE_QUOTA,
      '企业文件空间不足，文件无法上传：已用1MB，上限1MB。请联系平台扩容',
    ]);
  });
});
