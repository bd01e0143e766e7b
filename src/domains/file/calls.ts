import { z } from 'zod';
import { get, person, post } from '~/shared/endpoint';

const FileKey = z.string().regex(/^[0-9a-f-]{36}\.[a-z]{3,4}$/, '文件编号不正确');

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

/** The address of a stored file; pictures also come 96 and 480 pixels wide. */
export const fileHref = (key: string, size?: 96 | 480): string => `/web/fs/file/download?fileKey=${encodeURIComponent(key)}${size ? `&size=${size}` : ''}`;
