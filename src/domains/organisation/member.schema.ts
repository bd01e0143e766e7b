import { z } from 'zod';
import { FilterId, Id, Instant, Mobile, OptionalText, RowVersion, Text } from '~/shared/fields.schema';
import { PageQuery, tells } from '~/shared/page.schema';

export const MemberQuery = tells(
  PageQuery.extend({
    /** Name, mobile number or job title. */
    keyword: z.string().trim().max(60).default(''),
    departmentId: FilterId,
    roleId: FilterId,
    status: z.enum(['', 'ACTIVE', 'DISABLED']).default(''),
  }),
  { keyword: ['mobile'] },
);

const Named = z.object({ id: z.string(), name: z.string() });
export const MemberRow = z.object({
  id: z.string(),
  name: z.string(),
  /** Masked. */
  mobile: z.string(),
  jobTitle: z.string(),
  isAdmin: z.boolean(),
  departments: z.array(Named.extend({ primary: z.boolean() })),
  roles: z.array(Named),
  status: z.enum(['ACTIVE', 'DISABLED']),
  lastLoginAt: Instant.nullable(),
  /** Logs in by scanning with DingTalk. */
  dingtalk: z.boolean(),
  version: z.number(),
  /** The person who asks. */
  self: z.boolean(),
});
export type MemberRow = z.input<typeof MemberRow>;

const Seat = z.object({
  name: Text(30, '姓名'),
  jobTitle: OptionalText(30, '职务'),
  /** The first is the main one. */
  departmentIds: z.array(Id).max(10, '最多选择10个部门').default([]),
  roleIds: z.array(Id).max(20, '最多选择20个角色').default([]),
  isAdmin: z.boolean().default(false),
});
export const MemberInvite = Seat.extend({ mobile: Mobile });
export const MemberUpdate = Seat.extend({ id: Id, version: RowVersion });
export type MemberInvite = z.output<typeof MemberInvite>;
export type MemberUpdate = z.output<typeof MemberUpdate>;
export const MemberSwitch = z.object({ id: Id, version: RowVersion, status: z.enum(['ACTIVE', 'DISABLED']) });
export type MemberSwitch = z.output<typeof MemberSwitch>;

/** What a person answers for, to be seen before it moves. */
export const Workload = z.object({
  /** `problem`: why the reader may not hand it over; empty: they may. */
  work: z.array(z.object({ key: z.string(), label: z.string(), count: z.number(), examples: z.array(z.string()), problem: z.string() })),
});
export const HandOver = z.object({
  id: Id,
  toId: Id,
  keys: z.array(z.string().max(20)).min(1, '请选择要交接的工作').max(10),
  reason: OptionalText(200, '交接说明'),
});
