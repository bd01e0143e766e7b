import { z } from 'zod';
import { get, person, post, read } from '~/shared/endpoint';
import { Id } from '~/shared/fields';
import { Attachment, FileKey } from './attachment';

/** Spec section 3: a file answer carries its key. */
export const FileView = z.object({ key: z.string(), fileKey: z.string(), name: z.string(), mime: z.string(), size: z.number() });

export const fileUpload = post(
  '/fs/file/upload',
  person,
  z.object({ file: z.file('请选择要上传的文件'), biz: z.enum(['PRODUCT_IMAGE', 'VOUCHER', 'ATTACHMENT'], '文件用途不正确').default('ATTACHMENT') }),
  FileView,
  { title: '上传文件', body: 'form' },
);
export const fileDownload = get(
  '/fs/file/download',
  person,
  z.object({ fileKey: FileKey, size: z.enum(['96', '480'], '图片尺寸只能是96或480').optional() }),
  z.any(),
  { title: '下载文件或图片' },
);

const Subject = z.object({ type: z.string().regex(/^[a-z_]{1,40}$/, '附件所属单据不正确'), id: Id });
/** Each subject names the codes it asks for (`defineAttachments`); the functions check them. */
export const attachmentList = read('/fs/attachment/list', person, Subject, z.object({ attachments: z.array(Attachment), mayEdit: z.boolean() }), {
  title: '单据的附件',
});
export const attachmentAdd = post('/fs/attachment/add', person, Subject.extend({ fileKey: FileKey }), z.object({}), { title: '添加附件' });
export const attachmentRemove = post('/fs/attachment/remove', person, z.object({ id: Id }), z.object({}), { title: '删除附件' });

/** The address of a stored file; pictures also come 96 and 480 pixels wide. */
export const fileHref = (key: string, size?: 96 | 480): string => `/web/fs/file/download?fileKey=${encodeURIComponent(key)}${size ? `&size=${size}` : ''}`;
