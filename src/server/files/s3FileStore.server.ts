import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { S3Client } from '@aws-sdk/client-s3';
import { type FileStore, safeKey } from './fileStore.server';

export interface S3Settings {
  /** Unset: the vendor's own address for the region. */
  endpoint?: string | undefined;
  /** The address browsers reach, where it is another one. */
  publicEndpoint?: string | undefined;
  bucket: string;
  region: string;
  key: string;
  secret: string;
  /** https://host/bucket/key instead of https://bucket.host/key. */
  pathStyle: boolean;
}

/** A bucket of any service that speaks S3 (AWS, MinIO, Ceph; OSS, COS and OBS by their compatible address). */
export function s3FileStore(settings: S3Settings): FileStore {
  const { bucket } = settings;
  let opening: Promise<S3Client> | undefined;
  const sdk = () => import('@aws-sdk/client-s3');
  const client = () => {
    opening ??= openClient(settings, settings.endpoint);
    return opening;
  };
  const at = (key: string) => ({ Bucket: bucket, Key: safeKey(key) });
  const read = async (key: string) => {
    const { GetObjectCommand } = await sdk();
    return (await client()).send(new GetObjectCommand(at(key))).catch(nullWhenMissing);
  };
  return {
    async put(key, bytes) {
      const { PutObjectCommand } = await sdk();
      await (await client()).send(new PutObjectCommand({ ...at(key), Body: bytes, ContentLength: bytes.byteLength }));
    },
    async putFile(key, path) {
      const { PutObjectCommand } = await sdk();
      await (await client()).send(new PutObjectCommand({ ...at(key), Body: createReadStream(path), ContentLength: (await stat(path)).size }));
    },
    async get(key) {
      const found = await read(key);
      return found?.Body ? found.Body.transformToByteArray() : null;
    },
    async open(key) {
      const found = await read(key);
      return found?.Body ? { size: found.ContentLength ?? 0, stream: found.Body.transformToWebStream() as ReadableStream<Uint8Array> } : null;
    },
    async delete(key) {
      const { DeleteObjectCommand } = await sdk();
      await (await client()).send(new DeleteObjectCommand(at(key)));
    },
    async exists(key) {
      const { HeadObjectCommand } = await sdk();
      return (await (await client()).send(new HeadObjectCommand(at(key))).catch(nullWhenMissing)) !== null;
    },
    async *list(prefix) {
      const { paginateListObjectsV2 } = await sdk();
      for await (const page of paginateListObjectsV2({ client: await client() }, { Bucket: bucket, Prefix: `${safeKey(prefix)}/` }))
        for (const { Key, Size, LastModified } of page.Contents ?? []) if (Key) yield { key: Key, size: Size ?? 0, changedAt: LastModified ?? new Date() };
    },
    async postTarget(key, maxBytes, seconds) {
      const { createPresignedPost } = await import('@aws-sdk/s3-presigned-post');
      const signer = settings.publicEndpoint ? await openClient(settings, settings.publicEndpoint) : await client();
      return createPresignedPost(signer, { ...at(key), Conditions: [['content-length-range', 1, maxBytes]], Expires: seconds });
    },
  };
}

async function openClient({ region, key, secret, pathStyle }: S3Settings, endpoint: string | undefined): Promise<S3Client> {
  const { S3Client } = await import('@aws-sdk/client-s3');
  return new S3Client({
    region,
    credentials: { accessKeyId: key, secretAccessKey: secret },
    forcePathStyle: pathStyle,
    ...(endpoint ? { endpoint } : {}),
    // Compatible services refuse the newer checksum trailers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
  });
}

function nullWhenMissing(error: unknown): null {
  const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } };
  if (name === 'NoSuchKey' || name === 'NotFound' || $metadata?.httpStatusCode === 404) return null;
  throw error;
}
