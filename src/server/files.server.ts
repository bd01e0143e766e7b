import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Me } from '~/portal/me';
import { notFound, refuse } from '~/shared/refusal';
import { mayOpenFile } from './attachments.server';
import { config } from './config.server';
import type { Tx } from './db.server';
import { type FileStore, localFileStore, type OpenedFile } from './files/fileStore.server';
import { type FileType, typeOf } from './files/fileType';
import { assertPicture, type ImageSize, imageSizes, thumbnail } from './files/images.server';
import { takeStorage } from './files/quota.server';
import { s3FileStore } from './files/s3FileStore.server';
import { newId } from './ids.server';
import { log } from './log.server';

/** What a file is for decides its kinds, its limit and whether the tenant's dealers may read it. */
export const fileUses = {
  PRODUCT_IMAGE: { name: '商品图片', images: true, maxMb: 5, dealersRead: true },
  VOUCHER: { name: '凭证', images: false, maxMb: 10, dealersRead: false },
  LOGO: { name: '标志', images: true, maxMb: 2, dealersRead: true },
  ATTACHMENT: { name: '附件', images: false, maxMb: 10, dealersRead: false },
  /** Revisions of contracts, and finished ones that were uploaded. */
  CONTRACT: { name: '合同文件', images: false, maxMb: 20, dealersRead: false },
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
  shared.portalFiles ??= configuredStore();
  return shared.portalFiles;
}

/** The bucket when one is set, else a folder beside the database. */
function configuredStore(): FileStore {
  const { DATA_DIR, S3_BUCKET, S3_KEY, S3_SECRET, S3_REGION, S3_ENDPOINT, S3_PUBLIC_ENDPOINT, S3_PATH_STYLE } = config();
  if (!S3_BUCKET || !S3_KEY || !S3_SECRET) return localFileStore(join(DATA_DIR, 'files'));
  return s3FileStore({
    endpoint: S3_ENDPOINT,
    publicEndpoint: S3_PUBLIC_ENDPOINT,
    bucket: S3_BUCKET,
    region: S3_REGION,
    key: S3_KEY,
    secret: S3_SECRET,
    pathStyle: S3_PATH_STYLE,
  });
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
  // Also when it is there: written anew, the clean-up sees that it is wanted.
  await store.put(at, bytes);
  if (type.image) await Promise.all(imageSizes.map((size) => smallVersion(me.tenantId, sha256, size, async () => bytes)));
  return { key: `${newId()}.${type.ending}`, name: safeName(name, type), mime: type.mime, size: bytes.byteLength, sha256, biz };
}

/** Writes its row within the tenant's quota; throws FILE_QUOTA. */
export async function recordFile(tx: Tx, me: Me, { key, name, mime, size, sha256, biz }: KeptFile): Promise<StoredFile> {
  await takeStorage(tx, { name, size, sha256 });
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
      customer_id: me.customerId,
      biz,
      public_in_tenant: fileUses[biz].dealersRead && me.customerId === null,
    })
    .execute();
  return { key, name, mime, size };
}

/** What reading a file needs to know once its row was found. */
export interface FoundFile extends StoredFile {
  tenantId: bigint;
  sha256: string;
  /** Everybody of the tenant may see it: browsers may keep it. */
  shared?: boolean;
}

/** The row, for a person who may open the file (`mayOpenFile`). */
export async function findFile(tx: Tx, me: Me, key: string): Promise<FoundFile> {
  const found = await findTenantFile(tx, me.tenantId, key);
  return (await mayOpenFile(tx, me, key)) ? found : notFound('该文件');
}

/** The row of a tenant's file, for callers that have shown themselves that it may be opened. */
export async function findTenantFile(tx: Tx, tenantId: bigint, key: string): Promise<FoundFile> {
  const row = await tx
    .selectFrom('stored_file')
    .select(['name', 'mime', 'size', 'sha256', 'public_in_tenant as shared'])
    .where('tenant_id', '=', tenantId)
    .where('key', '=', key)
    .executeTakeFirst();
  if (!row) return notFound('该文件');
  return { ...row, key, size: Number(row.size), tenantId };
}

/** Its bytes, or of a picture its small version: outside any transaction, they may come over a network. */
export async function readFound(file: FoundFile, size?: ImageSize | undefined): Promise<{ name: string; mime: string } & ({ bytes: Uint8Array } | OpenedFile)> {
  const { mime, name, tenantId, sha256 } = file;
  if (size !== undefined && mime.startsWith('image/')) {
    const bytes = await smallVersion(tenantId, sha256, size, () => fileStore().get(contentKey(tenantId, sha256)));
    if (!bytes) return missing(file);
    return { name: name.replace(/\.\w+$/, '.webp'), mime: 'image/webp', bytes };
  }
  const opened = await fileStore().open(contentKey(tenantId, sha256));
  if (!opened) return missing(file);
  return { name, mime, ...opened };
}

/** All of it at once: for small files that go into a letter. */
export const bytesOf = async (file: FoundFile): Promise<Uint8Array> => (await fileStore().get(contentKey(file.tenantId, file.sha256))) ?? missing(file);

/** The row is there and the bytes are not. */
function missing({ tenantId, key, sha256 }: FoundFile): never {
  reportMissing({ file: key, at: contentKey(tenantId, sha256) });
  return notFound('该文件');
}

/** To people it is as missing as any other; the operator reads why. */
export function reportMissing(what: { file: string; at: string }): void {
  const { S3_BUCKET, DATA_DIR } = config();
  log.error(
    { ...what, store: S3_BUCKET ?? join(DATA_DIR, 'files') },
    S3_BUCKET
      ? 'file not in the bucket although the database names it: look for its deleted version, or another bucket in S3_BUCKET'
      : 'file not on this machine although the database names it: written by another machine, or lost. Several machines need one DATA_DIR/files on shared storage, or a bucket (S3_BUCKET)',
  );
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
      `${shown}的实际内容不是允许的格式，${use.name}只支持${use.images ? 'PNG、JPG、WebP图片' : 'PNG、JPG、WebP图片、PDF、OFD、Excel（.xlsx）、Word（.docx）、数电发票XML'}`,
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
