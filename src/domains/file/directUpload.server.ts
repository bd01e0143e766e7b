import { z } from 'zod';
import type { Me } from '~/portal/me';
import { database } from '~/server/db.server';
import { checkStorage } from '~/server/files/quota.server';
import { type FileUse, fileStore, fileUses, keepFile, recordFile, type StoredFile } from '~/server/files.server';
import { newId } from '~/server/ids.server';
import { opened, sealJson } from '~/server/secrets.server';
import { scopeOf } from '~/server/serve.server';
import { BigId } from '~/shared/fields.schema';
import { notFound, refuse } from '~/shared/refusal';

const USE = 'file upload';
const POST_SECONDS = 900;
/** Between the end of posting and `complete`. */
const COMPLETE_SECONDS = 3600;

const Ticket = z.object({
  tenantId: BigId,
  accountId: z.string(),
  id: z.string(),
  biz: z.enum(['PRODUCT_IMAGE', 'VOUCHER', 'LOGO', 'ATTACHMENT', 'CONTRACT']),
  postUntil: z.number(),
});
type Ticket = z.output<typeof Ticket>;

/** Uploads wait here until `complete` has looked at them. */
export const INCOMING = 'incoming';
const incomingKey = ({ tenantId, id }: Pick<Ticket, 'tenantId' | 'id'>) => `${INCOMING}/${tenantId}/${id}`;
const limitOf = (biz: FileUse) => fileUses[biz].maxMb * 1024 * 1024;

/** Leave to post one file of this use, within its limit and the tenant's room, in the next 15 minutes. */
export async function signUpload(me: Me, { biz, name, size }: { biz: FileUse; name: string; size: number }, now: Date) {
  await database().inTenant(scopeOf(me), (tx) => checkStorage(tx, me, { name, size }), { readOnly: true });
  const postUntil = now.getTime() + POST_SECONDS * 1000;
  const given: Ticket = { tenantId: me.tenantId, accountId: me.accountId, id: newId(), biz, postUntil };
  const ticket = sealJson(USE, Ticket.encode(given));
  const maxBytes = limitOf(biz);
  const target = (await fileStore().postTarget(incomingKey(given), maxBytes, POST_SECONDS)) ?? { url: '/web/fs/file/postObject', fields: { ticket } };
  return { ...target, ticket, maxBytes, expiresAt: new Date(postUntil) };
}

/** The folder's own door for direct uploads: the same agreement a bucket would hold the browser to. */
export async function takePost(me: Me, { ticket, file }: { ticket: string; file: File }, now: Date): Promise<void> {
  const agreed = ticketOf(me, ticket);
  if (agreed.postUntil < now.getTime()) refuse('FILE_REFUSED', '上传凭据已过期，请重新选择文件');
  if (file.size > limitOf(agreed.biz)) refuseSize(file.name, file.size, agreed.biz);
  await fileStore().put(incomingKey(agreed), new Uint8Array(await file.arrayBuffer()));
}

/** Looks at what arrived exactly as at any upload; what is refused is thrown away. */
export async function completeUpload(me: Me, { ticket, name }: { ticket: string; name: string }, now: Date): Promise<StoredFile> {
  const agreed = ticketOf(me, ticket);
  if (agreed.postUntil + COMPLETE_SECONDS * 1000 < now.getTime()) refuse('FILE_REFUSED', `文件“${name.slice(-80)}”的上传凭据已过期，请重新选择文件`);
  const store = fileStore();
  const at = incomingKey(agreed);
  const arrived = await store.open(at);
  if (!arrived) return refuse('FILE_REFUSED', `文件“${name.slice(-80)}”没有上传成功或已处理，请重新选择文件`);
  try {
    if (arrived.size > limitOf(agreed.biz)) {
      await arrived.stream.cancel();
      refuseSize(name, arrived.size, agreed.biz);
    }
    const bytes = new Uint8Array(await new Response(arrived.stream).arrayBuffer());
    const kept = await keepFile(me, { name, bytes, biz: agreed.biz });
    return await database().inTenant(scopeOf(me), (tx) => recordFile(tx, me, kept));
  } finally {
    await store.delete(at);
  }
}

/** A bucket holds browsers to the limit as well; one that does not is caught here, before the bytes are in memory. */
function refuseSize(fileName: string, size: number, biz: FileUse): never {
  const { name, maxMb } = fileUses[biz];
  return refuse('FILE_REFUSED', `文件“${fileName.slice(-80)}”为${(size / 1024 / 1024).toFixed(1)}MB，${name}不能超过${maxMb}MB`);
}

function ticketOf(me: Me, text: string): Ticket {
  const ticket = Ticket.nullable().decode(opened(USE, text));
  return ticket?.tenantId === me.tenantId && ticket.accountId === me.accountId ? ticket : notFound('该上传凭据');
}
