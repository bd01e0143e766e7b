import type { AnswerOf, InputOf } from '~/shared/endpoint';
import { call, networkFailed } from '~/shell/call';
import { postForm, type UploadOptions, upload } from '~/shell/upload';
import { completeUpload, fileUpload, queryPostSignature } from '../calls';

export type Use = NonNullable<InputOf<typeof fileUpload>['biz']>;

/** Sends a file the shortest way: straight into the bucket where there is one, else through the portal. Rejects with the refusal's sentence. */
export async function uploadFile(file: File, biz: Use, options: UploadOptions = {}): Promise<AnswerOf<typeof fileUpload>> {
  const { url, fields, ticket } = await call(
    queryPostSignature,
    { biz, name: file.name.slice(-200), size: file.size },
    options.signal ? { signal: options.signal } : {},
  );
  if (url.startsWith('/')) return upload(fileUpload, { file, biz }, options);
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', file);
  const { status, text } = await postForm(url, form, options);
  if (status >= 300 && text.includes('EntityTooLarge')) throw Object.assign(new Error(`文件“${file.name}”超过大小上限`), { code: '', data: {} });
  if (status >= 300) return networkFailed();
  return call(completeUpload, { ticket, name: file.name });
}
