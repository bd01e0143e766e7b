import { z } from 'zod';
import { ownPath } from '~/shared/ownPath';

/** A token of an earlier answer, handed back. */
export const Ticket = z.string().min(1, '操作已失效，请重新开始').max(200, '操作已失效，请重新开始');
/** The code a provider's page returns with. */
export const VendorCode = z.string().min(1, '扫码已失效，请重新扫码').max(500, '扫码已失效，请重新扫码');
/** A path of this site to go on to. */
export const Path = z
  .string()
  .max(1000)
  .refine((address) => address === '' || ownPath(address) !== '', '地址不正确')
  .default('');
/** What the browser's authenticator answered; the library checks the rest. */
export const PasskeyResponse = z.looseObject({
  id: z.string().max(2000),
  rawId: z.string().max(2000),
  type: z.literal('public-key'),
  response: z.looseObject({}),
  clientExtensionResults: z.looseObject({}).default({}),
});
export const CodeSent = z.object({ waitSeconds: z.number(), demoCode: z.string().optional() });
