import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { dropOrphans } from '~/domains/file/upkeep.server';
import { database } from '~/server/db.server';
import { type FileStore, localFileStore } from '~/server/files/fileStore.server';
import { s3FileStore } from '~/server/files/s3FileStore.server';
import { fileStore, useFileStore } from '~/server/files.server';
import { clockAhead } from '../../clock/clock.mjs';
import { makeDealer, makeMember, makeTenant, type Person, send, TENANT_A, TENANT_B } from '../../support/app';
import { testDatabase } from '../../support/database';
import { type LocalS3, startS3 } from '../../support/s3';

const folder = mkdtempSync(join(tmpdir(), 'portal-stores-'));
let s3: LocalS3;
let clerk: Person;
let dealer: Person;
let stranger: Person;
let picture: Buffer;

beforeAll(async () => {
  await testDatabase();
  s3 = await startS3();
  await makeTenant(TENANT_A, '甲厂');
  await makeTenant(TENANT_B, '乙厂');
  clerk = await makeMember(TENANT_A, '文员', 'admin');
  dealer = await makeDealer(TENANT_A, '经销商');
  stranger = await makeMember(TENANT_B, '外人', 'admin');
  picture = await sharp({ create: { width: 800, height: 400, channels: 3, background: '#336699' } })
    .jpeg()
    .toBuffer();
});
afterAll(async () => {
  await s3.stop();
  rmSync(folder, { recursive: true, force: true });
});

const stores: [string, () => FileStore][] = [
  ['a folder', () => localFileStore(join(folder, 'files'))],
  ['a bucket', () => s3FileStore(s3.settings)],
];

const textOf = async (stream: ReadableStream<Uint8Array>) => new Response(stream).text();
const keysOf = async (store: FileStore, prefix: string) => (await Array.fromAsync(store.list(prefix))).map((one) => one.key).sort();

describe.each(stores)('%s as store', (kind, make) => {
  let store: FileStore;
  beforeAll(() => {
    store = make();
    useFileStore(store);
  });

  test('puts, reads whole and as a stream, lists, deletes, answers null for what is not there, and refuses foreign keys', async () => {
    await store.put('9/ab/abc', Buffer.from('x'));
    await store.put('9/ab/abc', Buffer.from('yy'));
    const path = join(folder, `sent-${kind === 'a folder' ? 1 : 2}`);
    writeFileSync(path, 'z'.repeat(300_000));
    await store.putFile('9/cd/cde', path);
    expect(Buffer.from((await store.get('9/ab/abc')) ?? []).toString()).toBe('yy');
    const opened = await store.open('9/cd/cde');
    expect([opened?.size, (await textOf(opened?.stream as ReadableStream<Uint8Array>)).length]).toEqual([300_000, 300_000]);
    expect(await keysOf(store, '9')).toEqual(['9/ab/abc', '9/cd/cde']);
    await store.delete('9/ab/abc');
    await store.delete('9/ab/abc');
    expect([await store.get('9/ab/abc'), await store.open('9/ab/abc'), await store.exists('9/ab/abc'), await store.exists('9/cd/cde')]).toEqual([
      null,
      null,
      false,
      true,
    ]);
    expect(await keysOf(store, '8')).toEqual([]);
    for (const key of ['../x', '/etc/passwd', 'a/../../b', 'a//b', 'A', 'a\\b', '.hidden', 'a/.', ''])
      await expect(store.put(key, Buffer.from('x')), key).rejects.toThrow(/not a file key/);
  });

  const sign = async (who: Person, biz = 'ATTACHMENT') => (await send('GET', '/fs/file/queryPostSignature', { biz }, who)).data;
  const postTo = async (target: { url: string; fields: Record<string, string> }, bytes: Uint8Array, name: string, who: Person) => {
    const form = new FormData();
    for (const [field, value] of Object.entries(target.fields)) form.set(field, value);
    form.set('file', new File([bytes as Uint8Array<ArrayBuffer>], name));
    if (target.url.startsWith('/web')) return (await send('POST', target.url.replace('/web', ''), form, who)).code;
    return (await fetch(target.url, { method: 'POST', body: form })).status < 300 ? '0' : 'refused';
  };
  const complete = (who: Person, ticket: string, name: string) => send('POST', '/fs/file/complete', { ticket, name }, who);

  test('a browser posts straight to the store, and completing it gives a key that downloads', async () => {
    const target = await sign(dealer);
    expect(target).toMatchObject({ maxBytes: 10 * 1024 * 1024 });
    expect(target.url.startsWith('http')).toBe(kind === 'a bucket');
    expect(await postTo(target, picture, '回单.png', dealer)).toBe('0');
    const kept = await complete(dealer, target.ticket, '../回单.png');
    expect(kept.data).toMatchObject({ name: '回单.jpg', mime: 'image/jpeg', size: picture.length });
    const answer = await send('GET', '/fs/file/download', { fileKey: kept.data.fileKey }, dealer);
    expect([answer.status, Number(answer.headers.get('content-length')), answer.headers.get('content-disposition')]).toEqual([
      200,
      picture.length,
      `inline; filename*=UTF-8''${encodeURIComponent('回单.jpg')}`,
    ]);
    expect((await send('GET', '/fs/file/download', { fileKey: kept.data.fileKey, size: '96' }, dealer)).headers.get('content-type')).toBe('image/webp');
    expect((await complete(dealer, target.ticket, '回单.png')).message).toContain('没有上传成功或已处理');
    expect(await keysOf(store, 'incoming')).toEqual([]);
  });

  test('a renamed program, a page and too large a file are refused when completed and leave nothing behind', async () => {
    const cases: [Uint8Array, string, string][] = [
      [Buffer.from('4d5a90000300000004000000ffff0000', 'hex'), '报价单.pdf', '文件“报价单.pdf”的实际内容不是允许的格式'],
      [Buffer.from('<html><script>alert(1)</script>'), 'a.jpg', '文件“a.jpg”的实际内容不是允许的格式'],
    ];
    for (const [bytes, name, message] of cases) {
      const target = await sign(clerk);
      expect(await postTo(target, bytes, name, clerk)).toBe('0');
      const refused = await complete(clerk, target.ticket, name);
      expect([refused.code, refused.message]).toEqual(['360004', expect.stringContaining(message)]);
    }
    const target = await sign(clerk, 'PRODUCT_IMAGE');
    const large = Buffer.concat([picture, Buffer.alloc(6 * 1024 * 1024)]);
    const posted = await postTo(target, large, '大.jpg', clerk);
    const refused = posted === '0' ? await complete(clerk, target.ticket, '大.jpg') : { code: posted };
    expect(refused.code).toBe('360004');
    expect(await keysOf(store, 'incoming')).toEqual([]);
  });

  test('a ticket is good for one person, as it was given, for a while', async () => {
    const target = await sign(clerk);
    await postTo(target, picture, 'a.jpg', clerk);
    const forged = `${target.ticket.slice(0, 40)}${target.ticket[40] === 'A' ? 'B' : 'A'}${target.ticket.slice(41)}`;
    const foreign = await complete(stranger, target.ticket, 'a.jpg');
    expect([foreign.code, (await complete(dealer, target.ticket, 'a.jpg')).text, (await complete(clerk, forged, 'a.jpg')).text]).toEqual([
      '100000007',
      foreign.text,
      foreign.text,
    ]);
    vi.useFakeTimers({ now: Date.now() + 100 * 60_000, toFake: ['Date'] });
    expect((await complete(clerk, target.ticket, 'a.jpg')).message).toContain('上传凭据已过期');
    vi.useRealTimers();
  });

  test('bytes nobody can ask for are dropped after a day; everything with a row stays', async () => {
    const form = new FormData();
    form.set('file', new File([new Uint8Array(picture)], 'a.jpg'));
    const { data } = await send('POST', '/fs/file/upload', form, clerk);
    await store.put(`${TENANT_A}/ff/${'f'.repeat(64)}`, Buffer.from('orphan'));
    await store.put(`incoming/${TENANT_A}/left`, Buffer.from('left'));
    // Files carry the machine's time, whatever the clock of the run.
    const written = Date.now() - clockAhead();
    expect(await dropOrphans(database(), new Date(written))).toBe(0);
    const tomorrow = new Date(written + 2 * 86_400_000);
    expect(await dropOrphans(database(), tomorrow)).toBeGreaterThanOrEqual(2);
    expect(await dropOrphans(database(), tomorrow)).toBe(0);
    expect((await send('GET', '/fs/file/download', { fileKey: data.fileKey }, clerk)).status).toBe(200);
    expect(await store.exists(`${TENANT_A}/ff/${'f'.repeat(64)}`)).toBe(false);
  });
});

describe('links and usage', () => {
  beforeAll(() => useFileStore(localFileStore(join(folder, 'links'))));
  const upload = async (who: Person, bytes: Uint8Array = picture, name = '卷材.jpg') => {
    const form = new FormData();
    form.set('file', new File([bytes as Uint8Array<ArrayBuffer>], name));
    return (await send('POST', '/fs/file/upload', form, who)).data;
  };
  const follow = (url: string) => send('GET', url.replace('/web', '').split('?')[0] ?? '', Object.fromEntries(new URLSearchParams(url.split('?')[1])), null);

  test('a link opens without a session until it expires; altered it is no link; nobody gets one to what he may not read', async () => {
    const { fileKey } = await upload(clerk);
    const { data } = await send('GET', '/fs/file/link', { fileKey, minutes: '5' }, clerk);
    const answer = await follow(data.url);
    expect([answer.headers.get('content-type'), answer.headers.get('content-security-policy'), answer.headers.get('cache-control')]).toEqual([
      'image/jpeg',
      "default-src 'none'; sandbox",
      'no-store',
    ]);
    expect((await follow(`${data.url}x`)).message).toBe('该文件不存在或已删除');
    const missing = await send('GET', '/fs/file/link', { fileKey: '018f0000-0000-7000-8000-000000000000.jpg' }, stranger);
    expect((await send('GET', '/fs/file/link', { fileKey }, stranger)).text).toBe(missing.text);
    expect((await send('GET', '/fs/file/link', { fileKey }, dealer)).text).toBe(missing.text);
    vi.useFakeTimers({ now: Date.now() + 6 * 60_000, toFake: ['Date'] });
    expect((await follow(data.url)).message).toBe('下载链接已过期，请重新获取');
    vi.useRealTimers();
  });

  test('what is no picture is saved, never shown', async () => {
    const { fileKey } = await upload(clerk, Buffer.from('%PDF-1.7 <script>alert(1)</script>'), '合同.html');
    const answer = await send('GET', '/fs/file/download', { fileKey }, clerk);
    expect([
      answer.headers.get('content-type'),
      answer.headers.get('content-disposition')?.split(';')[0],
      answer.headers.get('x-content-type-options'),
    ]).toEqual(['application/pdf', 'attachment', 'nosniff']);
  });

  test('usage counts a content once and each upload by its use, for this tenant alone', async () => {
    const before = (await send('GET', '/fs/file/usage', {}, stranger)).data;
    expect(before).toEqual({ files: 0, bytes: 0, byUse: {} });
    await upload(stranger);
    await upload(stranger);
    const { data } = await send('GET', '/fs/file/usage', {}, stranger);
    expect(data).toEqual({ files: 1, bytes: picture.length, byUse: { 附件: { files: 2, bytes: 2 * picture.length } } });
  });

  test('a file lost from the folder answers like one that never was, and a half-written one is not seen', async () => {
    const { fileKey } = await upload(
      clerk,
      await sharp({ create: { width: 9, height: 9, channels: 3, background: '#111' } })
        .png()
        .toBuffer(),
      'x.png',
    );
    for await (const { key } of fileStore().list(String(TENANT_A))) await fileStore().delete(key);
    expect((await send('GET', '/fs/file/download', { fileKey }, clerk)).message).toBe('该文件不存在或已删除');
    const half = join(folder, 'links', String(TENANT_A), 'aa.tmp');
    writeFileSync(half, 'half');
    await utimes(half, new Date(0), new Date(0));
    await dropOrphans(database(), new Date(Date.now() - clockAhead()));
    expect(readdirSync(join(folder, 'links', String(TENANT_A)))).not.toContain('aa.tmp');
  });
});
