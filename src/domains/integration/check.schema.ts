import { z } from 'zod';

/** A request as the program sent it, and what it signed where it knows. */
export const CheckInput = z.object({
  appKey: z.string().trim().min(1, 'AppKey不能为空').max(60, 'AppKey过长'),
  method: z.enum(['GET', 'POST'], '请选择请求方法'),
  url: z.string().trim().min(1, '请求地址不能为空').max(2000, '请求地址不能超过2000个字'),
  body: z.string().max(100_000, '请求内容不能超过10万个字').default(''),
  timestamp: z.string().trim().max(20, 'X-Timestamp过长').default(''),
  nonce: z.string().trim().max(80, 'X-Nonce过长').default(''),
  signatureHex: z.string().trim().max(200, 'X-Signature过长').default(''),
  signedText: z.string().max(8000, '待签名内容不能超过8000个字').default(''),
});
export type CheckInput = z.output<typeof CheckInput>;

export const Checked = z.object({
  ok: z.boolean(),
  /** The six lines as the server builds them. */
  parts: z.array(z.object({ name: z.string(), right: z.string(), given: z.string().nullable(), same: z.boolean() })),
  /** What is wrong, the likeliest first; empty when nothing is. */
  findings: z.array(z.string()),
});
