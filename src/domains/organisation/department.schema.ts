import { z } from 'zod';
import { Id, OptionalId, RowVersion, Text } from '~/shared/fields.schema';

export const Department = z.object({
  id: z.string(),
  parentId: z.string().nullable(),
  name: z.string(),
  status: z.enum(['ACTIVE', 'DISABLED']),
  leaderId: z.string(),
  leaderName: z.string(),
  /** Active people directly in it. */
  people: z.number(),
  version: z.number(),
});
export type Department = z.output<typeof Department>;

export const DepartmentFields = z.object({ name: Text(30, '部门名称'), leaderId: OptionalId });
export const DepartmentInput = DepartmentFields.extend({ id: Id.optional(), version: RowVersion.optional(), parentId: Id.nullable() });
/** Before `beforeId` under `parentId`; last there when null. */
export const DepartmentMove = z.object({ id: Id, version: RowVersion, parentId: Id.nullable(), beforeId: Id.nullable() });
export const DepartmentSwitch = z.object({ id: Id, version: RowVersion, status: z.enum(['ACTIVE', 'DISABLED']) });
