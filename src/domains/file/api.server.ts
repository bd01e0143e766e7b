import type { Me } from '~/portal/me';
import { addAttachment, listAttachments, removeAttachment } from '~/server/attachments.server';
import { database } from '~/server/db.server';
import type { ImageSize } from '~/server/files/images.server';
import { checkStorage } from '~/server/files/quota.server';
import { type FoundFile, findFile, keepFile, readFound, recordFile, type StoredFile } from '~/server/files.server';
import { addChore } from '~/server/jobs.server';
import { type FileAnswer, type StreamAnswer, scopeOf, serve, serveOpen, serveOpenFile } from '~/server/serve.server';
import * as calls from './calls';
import { completeUpload, signUpload, takePost } from './directUpload.server';
import { fileOfLink, linkTo } from './link.server';
import { dropOrphans, usageOf } from './upkeep.server';

const DAY_SECONDS = 86_400;
const viewOf = (stored: StoredFile) => ({ ...stored, fileKey: stored.key });

/** Checks and stores the bytes before the transaction that records them begins. */
serveOpen(calls.fileUpload, async (person, { file, biz }) => {
  const me = person as Me;
  await database().inTenant(scopeOf(me), (tx) => checkStorage(tx, me, file), { readOnly: true });
  const kept = await keepFile(me, { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()), biz });
  return viewOf(await database().inTenant(scopeOf(me), (tx) => recordFile(tx, me, kept)));
});
serveOpen(calls.queryPostSignature, (me, input, { now }) => signUpload(me as Me, input, now));
serveOpen(calls.postObject, async (me, input, { now }) => {
  await takePost(me as Me, input, now);
  return {};
});
serveOpen(calls.completeUpload, async (me, input, { now }) => viewOf(await completeUpload(me as Me, input, now)));
serveOpenFile(calls.fileDownload, async (person, { fileKey, size }) => {
  const me = person as Me;
  const found = await database().inTenant(scopeOf(me), (tx) => findFile(tx, me, fileKey), { readOnly: true });
  return sent(found, found.shared ? 30 * DAY_SECONDS : 0, size === undefined ? undefined : (Number(size) as ImageSize));
});
serveOpen(calls.fileLink, (me, input, { now }) => linkTo(me as Me, input, now));
serveOpenFile(calls.fileSigned, async (_, { link }, { now }) => sent(await fileOfLink(link, now), 0));
serve(calls.attachmentList, listAttachments);
serve(calls.attachmentAdd, addAttachment);
serve(calls.attachmentRemove, removeAttachment);
serve(calls.fileUsage, (tx, me) => usageOf(tx, me));

addChore({ name: 'drop-orphan-files', title: '清理无主文件', calendar: { at: '03:00', missed: 'LATEST' }, run: dropOrphans });

/** Only pictures, which their first bytes proved, are shown in place; everything else is saved. */
async function sent(found: FoundFile, cacheSeconds: number, size?: ImageSize): Promise<FileAnswer | StreamAnswer> {
  const file = await readFound(found, size);
  return { ...file, inline: file.mime.startsWith('image/'), cacheSeconds };
}
