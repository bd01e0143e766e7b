import { z } from 'zod';
import { ChoiceOf, EnteredDate, Id, Instant, OptionalId, Yuan } from '~/shared/fields.schema';
import { keysOf } from '~/shared/keysOf';
import { PageQuery, tells } from '~/shared/page.schema';
import { authStates, sealKinds } from './seal';

const Kind = ChoiceOf(sealKinds, '印章类型');
const Shapes = z.array(z.object({ path: z.string(), stroke: z.number().optional() }));

export const SealForm = z.object({
  id: OptionalId,
  version: z.number().int().min(0).max(1_000_000).default(0),
  kind: Kind,
  name: z.string().trim().min(1, '请填写印章上的名称').max(40, '不能超过40个字'),
  number: z
    .string()
    .trim()
    .regex(/^\d{0,18}$/, '备案编号应为数字，最多18位')
    .default(''),
  enabled: z.boolean(),
  remark: z.string().trim().max(200, '不能超过200个字').default(''),
});
export type SealForm = z.output<typeof SealForm>;

export const AuthForm = z.object({
  sealId: Id,
  accountId: Id,
  from: EnteredDate,
  to: EnteredDate,
  reason: z.string().trim().min(1, '请填写授权事由').max(100, '不能超过100个字'),
  /** The system seals in the person's name when the turn comes, within these kinds of contract (none: all) and up to this amount. */
  silent: z.boolean().default(false),
  kinds: z
    .array(z.string().regex(/^[A-Z]{1,20}$/))
    .max(20)
    .default([]),
  most: z.union([z.literal(''), Yuan.refine((fen) => fen > 0n, '金额应大于0')]).default(''),
});
export const PictureForm = z.object({ id: Id, version: z.coerce.number().int().min(1).max(1_000_000), file: z.file('请选择印章图片') });
export const SealRef = z.object({ id: Id, version: z.number().int().min(1).max(1_000_000) });
export type AuthForm = z.output<typeof AuthForm>;

const AuthRow = z.object({
  id: Id,
  person: z.string(),
  from: z.string(),
  to: z.string(),
  state: z.enum(keysOf(authStates)),
  reason: z.string(),
  silent: z.boolean(),
  kinds: z.array(z.string()),
  most: Yuan.nullable(),
  givenBy: z.string(),
  createTime: Instant,
  revokedAt: Instant.nullable(),
  revokedBy: z.string(),
});
export type AuthRow = z.output<typeof AuthRow>;

const SealRow = z.object({
  id: Id,
  version: z.number(),
  kind: Kind,
  name: z.string(),
  number: z.string(),
  enabled: z.boolean(),
  remark: z.string(),
  shapes: Shapes,
  /** A picture that was uploaded, as an address of data; empty: drawn. */
  picture: z.string(),
  auths: z.array(AuthRow),
});

export const Seals = z.object({ seals: z.array(SealRow), people: z.array(z.object({ value: z.string(), label: z.string() })), companyName: z.string() });

const Check = z.object({ name: z.string(), ok: z.boolean(), note: z.string() });
const Signature = z.object({
  field: z.string(),
  state: z.enum(['VALID', 'UNTRUSTED', 'EXPIRED', 'REVOKED', 'BROKEN']),
  revision: z.number(),
  revisions: z.number(),
  coversWholeFile: z.boolean(),
  changedAfter: z.boolean(),
  subject: z.string(),
  organisation: z.string(),
  issuer: z.string(),
  serial: z.string(),
  notBefore: z.string(),
  notAfter: z.string(),
  reason: z.string(),
  claimedAt: z.string(),
  stampedAt: z.string(),
  stampedBy: z.string(),
  coveredBytes: z.number(),
  checks: z.array(Check),
});
/** What a look at a file says; the file itself is not kept. */
export const Verdict = z.object({
  state: z.enum(['VALID', 'APPENDED', 'UNTRUSTED', 'INVALID', 'UNSIGNED', 'UNREADABLE']),
  summary: z.string(),
  sha256: z.string(),
  size: z.number(),
  pages: z.number(),
  added: z.boolean(),
  signatures: z.array(Signature),
});
/** All permissions of all seals, as they are exported. */
export const AuthQuery = tells(PageQuery, {});
