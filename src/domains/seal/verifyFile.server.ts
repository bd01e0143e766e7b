import { consumeAttempt } from '~/domains/account/throttle.server';
import { TooHeavy, verifyApart } from '~/server/pdf/apart.server';
import type { Request } from '~/server/serve.server';
import { Refusal, refuse, TOO_MANY } from '~/shared/refusal';
import type { FileVerdict } from '~/shared/signatureVerdict';
import { trustOfAll } from './trust.server';

const MOST_MB = 10;
/** Files being looked at: reading one takes the processor, and anybody may ask. */
const MOST_AT_ONCE = 2;
let now = 0;

/** Judges a file of whoever asks; nothing of it is stored. */
export async function verifyFile({ file }: { file: File }, request: Request): Promise<FileVerdict> {
  await consumeAttempt([`lookup:${request.address}`], request.now);
  if (file.size > MOST_MB * 1024 * 1024)
    refuse('PDF_READ', `文件“${file.name.slice(-80)}”为${(file.size / 1024 / 1024).toFixed(1)}MB，验证的文件不能超过${MOST_MB}MB`);
  if (now >= MOST_AT_ONCE) throw new Refusal(TOO_MANY, '当前验证的人数较多，请稍后重试');
  now += 1;
  try {
    return await verifyApart(new Uint8Array(await file.arrayBuffer()), await trustOfAll());
  } catch (error) {
    if (!(error instanceof TooHeavy)) throw error;
    return refuse('PDF_READ', `文件“${file.name.slice(-80)}”过于复杂，在限定的时间和内存内无法读完，不能验证`);
  } finally {
    now -= 1;
  }
}
