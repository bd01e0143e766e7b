import { z } from 'zod';
import { Instant } from '~/shared/fields.schema';
import { Provider } from './scan/scan.schema';

export const MailAddress = z.email('邮箱格式不正确').max(100, '邮箱长度不能超过100个字');

export const SecurityState = z.object({
  loginAccount: z.string(),
  mobile: z.string(),
  email: z.string(),
  passwordStrong: z.boolean(),
  passwordChangedAt: Instant.nullable(),
  totpSince: Instant.nullable(),
  recoveryCodesLeft: z.number(),
  passkeys: z.array(z.object({ id: z.string(), name: z.string(), createdAt: Instant, usedAt: Instant.nullable() })),
  scans: z.array(z.object({ key: Provider, name: z.string(), ready: z.boolean(), bound: z.boolean(), nickname: z.string(), boundAt: Instant.nullable() })),
  sessions: z.array(
    z.object({
      id: z.string(),
      current: z.boolean(),
      device: z.string(),
      address: z.string(),
      way: z.string(),
      place: z.string(),
      createdAt: Instant,
      usedAt: Instant,
    }),
  ),
});
export type SecurityState = z.input<typeof SecurityState>;

export const SecurityEvent = z.object({
  id: z.string(),
  kind: z.string(),
  detail: z.string(),
  address: z.string(),
  device: z.string(),
  newDevice: z.boolean(),
  newNetwork: z.boolean(),
  at: Instant,
});
export type SecurityEvent = z.input<typeof SecurityEvent>;
