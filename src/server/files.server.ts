import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Me } from '~/portal/me';
import { notFound, refuse } from '~/shared/refusal';
import { mayOpenFile } from './attachments.server';
import { config } from './config.server';
import type { Tx } from './db.server';
import { type FileStore, localFileStore } from './files/fileStore.server';
import { type FileType, typeOf } from './files/fileType';
import { assertPicture, type ImageSize, imageSizes, thumbnail } from './files/images.server';
import { newId } from './ids.server';

/** What a file is for decides its kinds, its limit and whether the tenant's dealers may read it. */
export const fileUses = {
  PRODUCT_IMAGE: { name: '商品图片', images: true, maxMb: 5, dealersRead: true },
  VOUCHER: { name: '凭证', images: false, maxMb: 10, dealersRead: false },
  ATTACHMENT: { name: '附件', images: false, maxMb: 10, dealersRead: false },
} as const;
export type FileUse = keyof typeof fileUses;

export interface NewFile {
  name: string;
  bytes: Uint8Array;
  biz: FileUse;
}
export interface StoredFile {
  /** What documents keep and downloads ask for. */
  key: string;
  name: string;
  mime: string;
  size: number;
}
/** A checked upload whose bytes are in the store already; only its row is missing. */
export interface KeptFile extends StoredFile {
  sha256: string;
  biz: FileUse;
}

const shared = globalThis as { portalFiles?: FileStore };
export function fileStore(): FileStore {
  shared.portalFiles ??= localFileStore(join(config().DATA_DIR, 'files'));
  return shared.portalFiles;
}
/** Tests put their own folder here. */
export function useFileStore(store: FileStore): void {
  shared.portalFiles = store;
}

/** Checks and stores in one go. Inside a transaction only for small files; uploads call keepFile first. */
export async function saveFile(tx: Tx, me: Me, file: NewFile): Promise<StoredFile> {
  return recordFile(tx, me, await keepFile(me, file));
}

/** Checks the file and puts it, and the small versions of a picture, into the store under its hash: outside any transaction. */
export async function keepFile(me: Pick<Me, 'tenantId'>, { name, bytes, biz }: NewFile): Promise<KeptFile> {
  const type = admitFile(name, bytes, biz);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  if (type.image) await assertPicture(name, bytes);
  const store = fileStore();
  const at = contentKey(me.tenantId, sha256);
  if (!(await store.exists(at))) await store.put(at, bytes);
  if (type.image) await Promise.all(imageSizes.map((size) => smallVersion(me.tenantId, sha256, size, async () => bytes)));
  return { key: `${newId()}.${type.ending}`, name: safeName(name, type), mime: type.mime, size: bytes.byteLength, sha256, biz };
}

export async function recordFile(tx: Tx, me: Me, { key, name, mime, size, sha256, biz }: KeptFile): Promise<StoredFile> {
  await tx
    .insertInto('stored_file')
    .values({
      tenant_id: me.tenantId,
      id: newId(),
      key,
      name,
      mime,
      size: BigInt(size),
      sha256,
      owner_user: me.accountId,
      biz,
      public_in_tenant: fileUses[biz].dealersRead && me.customerId === null,
    })
    .execute();
  return { key, name, mime, size };
}

/** The file for a person who may open it (`mayOpenFile`). */
export async function openFile(tx: Tx, me: Me, { key, size }: { key: string; size?: ImageSize | undefined }): Promise<StoredFile & { bytes: Uint8Array }> {
  const row = await tx.selectFrom('stored_file').selectAll().where('tenant_id', '=', me.tenantId).where('key', '=', key).executeTakeFirst();
  if (!row || !(await mayOpenFile(tx, me, key))) return notFound('该文件');
  const original = () => fileStore().get(contentKey(me.tenantId, row.sha256));
  const small = size !== undefined && row.mime.startsWith('image/');
  const bytes = small ? await smallVersion(me.tenantId, row.sha256, size, original) : await original();
  if (!bytes) return notFound('该文件');
  return { key, name: small ? row.name.replace(/\.\w+$/, '.webp') : row.name, mime: small ? 'image/webp' : row.mime, size: bytes.byteLength, bytes };
}

function admitFile(name: string, bytes: Uint8Array, biz: FileUse): FileType {
  const use = fileUses[biz];
  const shown = `文件“${name.slice(-80)}”`;
  if (bytes.byteLength === 0) refuse('FILE_REFUSED', `${shown}是空文件`);
  if (bytes.byteLength > use.maxMb * 1024 * 1024)
    refuse('FILE_REFUSED', `${shown}为${(bytes.byteLength / 1024 / 1024).toFixed(1)}MB，${use.name}不能超过${use.maxMb}MB`);
  const type = typeOf(bytes);
  if (!type || (use.images && !type.image))
    refuse(
      'FILE_REFUSED',
      `${shown}的实际内容不是允许的格式，${use.name}只支持${use.images ? 'PNG、JPG、WebP图片' : 'PNG、JPG、WebP图片、PDF、Excel（.xlsx）、Word（.docx）'}`,
    );
  return type;
}

const contentKey = (tenantId: bigint, sha256: string) => `${tenantId}/${sha256.slice(0, 2)}/${sha256}`;
const smallKey = (tenantId: bigint, sha256: string, size: ImageSize) => `${tenantId}/${sha256.slice(0, 2)}/${sha256}.${size}.webp`;

async function smallVersion(tenantId: bigint, sha256: string, size: ImageSize, original: () => Promise<Uint8Array | null>): Promise<Uint8Array | null> {
  const at = smallKey(tenantId, sha256, size);
  const kept = await fileStore().get(at);
  if (kept) return kept;
  const bytes = await original();
  if (!bytes) return null;
  const made = await thumbnail(bytes, size);
  await fileStore().put(at, made);
  return made;
}

/** The person's own name without path and control characters, ending as what it really is. */
function safeName(name: string, type: FileType): string {
  const base = name
    .split(/[\\/]/)
    .at(-1)
    ?.replace(/[\p{Cc}"<>|:*?]/gu, '')
    .replace(/\.[^.]*$/, '')
    .slice(0, 80)
    .trim();
  return `${base || '文件'}.${type.ending}`;
}
