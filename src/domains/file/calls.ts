import { z } from 'zod';
import { BASE_CONFIG, DATA_EXPORT_CENTER } from '~/portal/permissions';
import { anyone, get, may, person, post, read } from '~/shared/endpoint';
import { Id, Instant } from '~/shared/fields.schema';
import { FILED_KIND } from '~/shared/identifiers';
import { Attachment, FileKey } from './attachment.schema';

const Biz = z.enum(['PRODUCT_IMAGE', 'VOUCHER', 'LOGO', 'ATTACHMENT'], '文件用途不正确').default('ATTACHMENT');
const Sealed = z
  .string()
  .max(1000)
  .regex(/^v1\.[\w-]+$/, '凭据不正确');

/** Spec section 3: a file answer carries its key. */
export const FileView = z.object({ key: z.string(), fileKey: z.string(), name: z.string(), mime: z.string(), size: z.number() });
export type FileView = z.output<typeof FileView>;

/** One request: the portal takes the bytes itself. */
export const fileUpload = post('/fs/file/upload', person, z.object({ file: z.file('请选择要上传的文件'), biz: Biz }), FileView, {
  title: '上传文件',
  body: 'form',
});

const PostSignature = z.object({
  /** Post a multipart form here: `fields` first, then `file`. */
  url: z.string(),
  fields: z.record(z.string(), z.string()),
  /** Proves to `complete` what was agreed. */
  ticket: z.string(),
  maxBytes: z.number(),
  expiresAt: Instant,
});
/** Bytes go straight to the store (the bucket, or `postObject` when the store is a folder); `complete` checks them and gives the key. */
export const queryPostSignature = get(
  '/fs/file/queryPostSignature',
  person,
  // With name and size a file that does not fit is refused before it is sent.
  z.object({ biz: Biz, name: z.string().max(300).default(''), size: z.coerce.number().int().min(0, '文件大小不正确').default(0) }),
  PostSignature,
  { title: '取直传签名' },
);
export const postObject = post('/fs/file/postObject', person, z.object({ ticket: Sealed, file: z.file('请选择要上传的文件') }), z.object({}), {
  title: '直传文件（本地存储）',
  body: 'form',
});
export const completeUpload = post(
  '/fs/file/complete',
  person,
  z.object({ ticket: Sealed, name: z.string().trim().min(1, '文件名不能为空').max(200, '文件名不能超过200个字') }),
  FileView,
  { title: '完成直传，校验并登记文件' },
);

export const fileDownload = get(
  '/fs/file/download',
  person,
  z.object({ fileKey: FileKey, size: z.enum(['96', '480'], '图片尺寸只能是96或480').optional() }),
  z.any(),
  { title: '下载文件或图片' },
);
/** A link that works without a session until it expires. */
export const fileLink = get(
  '/fs/file/link',
  person,
  z.object({ fileKey: FileKey, minutes: z.coerce.number().int().min(1, '有效期最短1分钟').max(10_080, '有效期最长7天').default(10) }),
  z.object({ url: z.string(), expiresAt: Instant }),
  { title: '取限时下载链接' },
);
export const fileSigned = get('/fs/file/signed', anyone, z.object({ link: Sealed }), z.any(), { title: '凭限时链接下载文件' });

const Sum = z.object({ files: z.number(), bytes: z.number() });
/** Bytes as kept: the same content counts once; `byUse` counts every upload. */
export const fileUsage = get('/fs/file/usage', may(BASE_CONFIG, DATA_EXPORT_CENTER), z.object({}), Sum.extend({ byUse: z.record(z.string(), Sum) }), {
  title: '文件存储用量',
});

const Subject = z.object({ type: z.string().regex(FILED_KIND, '附件所属单据不正确'), id: Id });
/** Each subject names the codes it asks for (`defineAttachments`); the functions check them. */
export const attachmentList = read('/fs/attachment/list', person, Subject, z.object({ attachments: z.array(Attachment), mayEdit: z.boolean() }), {
  title: '单据的附件',
});
export const attachmentAdd = post('/fs/attachment/add', person, Subject.extend({ fileKey: FileKey }), z.object({}), { title: '添加附件' });
export const attachmentRemove = post('/fs/attachment/remove', person, z.object({ id: Id }), z.object({}), { title: '删除附件' });
