import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { localFileStore } from '~/server/files/fileStore.server';
import { useFileStore } from '~/server/files.server';
import { log } from '~/server/log.server';
import { makeDealer, makeMember, makeTenant, type Person, send, TENANT_A, TENANT_B } from '../../support/app';
import { testDatabase } from '../../support/database';

let folder: string;
let clerk: Person;
let dealer: Person;
let otherDealer: Person;
let stranger: Person;
let picture: Buffer;

beforeAll(async () => {
  await testDatabase();
  folder = await mkdtemp(join(tmpdir(), 'portal-files-'));
  useFileStore(localFileStore(folder));
  await makeTenant(TENANT_A, '甲厂');
  await makeTenant(TENANT_B, '乙厂');
  clerk = await makeMember(TENANT_A, '文员', []);
  dealer = await makeDealer(TENANT_A, '经销商');
  otherDealer = await makeDealer(TENANT_A, '别的经销商');
  stranger = await makeMember(TENANT_B, '外人', 'admin');
  picture = await sharp({ create: { width: 800, height: 400, channels: 3, background: '#336699' } })
    .jpeg()
    .toBuffer();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const upload = (who: Person | null, bytes: Uint8Array, name: string, biz: string) => {
  const form = new FormData();
  form.set('file', new File([bytes as Uint8Array<ArrayBuffer>], name));
  form.set('biz', biz);
  return send('POST', '/fs/file/upload', form, who);
};
const download = (who: Person | null, fileKey: string, size?: string) => send('GET', '/fs/file/download', { fileKey, ...(size ? { size } : {}) }, who);

describe('the local store', () => {
  test('puts whole files, gives null for none, deletes, and refuses keys that leave the folder', async () => {
    const store = localFileStore(join(folder, 'own'));
    await store.put('1/ab/abc', Buffer.from('x'));
    await store.put('1/ab/abc', Buffer.from('y'));
    expect(Buffer.from((await store.get('1/ab/abc')) ?? []).toString()).toBe('y');
    expect(await readdir(join(folder, 'own/1/ab'))).toEqual(['abc']);
    await store.delete('1/ab/abc');
    expect([await store.get('1/ab/abc'), await store.exists('1/ab/abc')]).toEqual([null, false]);
    for (const key of ['../x', '/etc/passwd', 'a/../../b', 'a//b', 'A', 'a\\b', '.hidden', 'a/.', ''])
      await expect(store.put(key, Buffer.from('x'))).rejects.toThrow(/not a file key/);
  });
});

describe('uploads and downloads', () => {
  test('what the database names and the store has not is missing to people; the operator reads where it should be and why', async () => {
    const own = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#993322' } })
      .png()
      .toBuffer();
    const { fileKey } = (await upload(clerk, own, '货架.png', 'PRODUCT_IMAGE')).data;
    const { rows } = await (await testDatabase()).pool.query<{ sha256: string }>('select sha256 from stored_file where key = $1', [fileKey]);
    const paths = (await readdir(folder, { recursive: true })).filter((one) => one.includes(rows[0]?.sha256 ?? '?'));
    expect(paths).not.toEqual([]);
    for (const path of paths) await rm(join(folder, path));
    const said = vi.spyOn(log, 'error').mockImplementation(() => undefined);
    const gone = await download(clerk, fileKey);
    const small = await download(clerk, fileKey, '96');
    const others = await download(stranger, fileKey);
    expect([gone.code, small.code, gone.message]).toEqual([others.code, others.code, others.message]);
    expect(said).toHaveBeenCalledTimes(2);
    expect(said).toHaveBeenCalledWith(
      { file: fileKey, at: expect.stringContaining(rows[0]?.sha256 ?? '?'), store: expect.any(String) },
      expect.stringMatching(/another machine.*S3_BUCKET/),
    );
    said.mockRestore();
  });

  test('a product picture is read by its tenant, dealers included, also small; by nobody else', async () => {
    const kept = await upload(clerk, picture, '../../卷材 照片.png', 'PRODUCT_IMAGE');
    expect(kept.data).toMatchObject({ name: '卷材 照片.jpg', mime: 'image/jpeg', size: picture.length });
    const key: string = kept.data.fileKey;
    for (const who of [clerk, dealer]) {
      const answer = await download(who, key);
      expect([answer.headers.get('content-type'), Number(answer.headers.get('content-length')), answer.headers.get('x-content-type-options')]).toEqual([
        'image/jpeg',
        picture.length,
        'nosniff',
      ]);
    }
    const small = await download(dealer, key, '96');
    expect(small.headers.get('cache-control')).toBe('private, max-age=2592000');
    expect(small.headers.get('content-type')).toBe('image/webp');
    expect(Number(small.headers.get('content-length'))).toBeLessThan(2000);
    const missing = await download(stranger, '018f0000-0000-7000-8000-000000000000.jpg');
    const foreign = await download(stranger, key);
    expect([foreign.code, foreign.message]).toEqual([missing.code, missing.message]);
    expect((await download(null, key)).code).toBe('100000004');
    expect((await download(clerk, '../../etc/passwd')).code).toBe('100000006');
  });

  test("a dealer's voucher that no payment names yet is read by its uploader alone", async () => {
    const kept = await upload(dealer, picture, '回单.jpg', 'VOUCHER');
    const own = await download(dealer, kept.data.key);
    expect(own.status).toBe(200);
    expect(own.headers.get('cache-control'), 'gone with the session that may see it').toBe('no-store');
    for (const who of [clerk, otherDealer]) expect((await download(who, kept.data.key)).message).toBe('该文件不存在或已删除');
  });

  test('content decides, not the name: programs, scripts, broken and oversized files are refused by name', async () => {
    const refusedOf = async (bytes: Uint8Array, name: string, biz: string) => {
      const answer = await upload(clerk, bytes, name, biz);
      expect(answer.code).toBe('360004');
      return answer.message;
    };
    expect(await refusedOf(Buffer.from('4d5a90000300000004000000', 'hex'), '图.png', 'PRODUCT_IMAGE')).toBe(
      '文件“图.png”的实际内容不是允许的格式，商品图片只支持PNG、JPG、WebP图片',
    );
    expect(await refusedOf(Buffer.from('<svg onload="x"/>'), 'a.png', 'ATTACHMENT')).toContain('附件只支持');
    expect(await refusedOf(Buffer.from('%PDF-1.7 '), 'a.jpg', 'PRODUCT_IMAGE')).toContain('商品图片只支持');
    expect(await refusedOf(picture.subarray(0, 20), '坏.jpg', 'PRODUCT_IMAGE')).toBe('文件“坏.jpg”的图片内容已损坏，请重新选择');
    expect(await refusedOf(Buffer.concat([picture, Buffer.alloc(5 * 1024 * 1024)]), '大.jpg', 'PRODUCT_IMAGE')).toContain('商品图片不能超过5MB');
    expect(await refusedOf(Buffer.alloc(0), '空.jpg', 'PRODUCT_IMAGE')).toBe('文件“空.jpg”是空文件');
    expect((await send('POST', '/fs/file/upload', new FormData(), clerk)).message).toBe('请选择要上传的文件');
    expect((await upload(null, picture, 'a.jpg', 'ATTACHMENT')).code).toBe('100000004');
  });

  test('a picture that unpacks to more than 50 million pixels is refused before it is decoded', async () => {
    const bytes = await sharp({ create: { width: 9000, height: 9000, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    expect((await upload(clerk, bytes, '巨图.png', 'PRODUCT_IMAGE')).message).toContain('9000×9000，超过5000万像素');
  });
});
