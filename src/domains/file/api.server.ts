import type { Me } from '~/portal/me';
import { addAttachment, listAttachments, removeAttachment } from '~/server/attachments.server';
import { database } from '~/server/db.server';
import type { ImageSize } from '~/server/files/images.server';
import { keepFile, openFile, recordFile } from '~/server/files.server';
import { scopeOf, serve, serveFile, serveOpen } from '~/server/serve.server';
import * as calls from './calls';

const DAY_SECONDS = 86_400;

/** Checks and stores the bytes before the transaction that records them begins. */
serveOpen(calls.fileUpload, async (person, { file, biz }) => {
  const me = person as Me;
  const kept = await keepFile(me, { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()), biz });
  const stored = await database().inTenant(scopeOf(me), (tx) => recordFile(tx, me, kept));
  return { ...stored, fileKey: stored.key };
});
serveFile(calls.fileDownload, async (tx, me, { fileKey, size }) => {
  const file = await openFile(tx, me, { key: fileKey, size: size === undefined ? undefined : (Number(size) as ImageSize) });
  return { name: file.name, mime: file.mime, bytes: file.bytes, inline: file.mime.startsWith('image/'), cacheSeconds: 30 * DAY_SECONDS };
});
serve(calls.attachmentList, listAttachments);
serve(calls.attachmentAdd, addAttachment);
serve(calls.attachmentRemove, removeAttachment);
