import { z } from 'zod';
import { Id, RowVersion, Text } from '~/shared/fields';

export const MAX_DEPTH = 8;
export const departmentStates = { ACTIVE: '启用', DISABLED: '已停用' } as const;

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

export const DepartmentFields = z.object({ name: Text(30, '部门名称'), leaderId: z.union([z.literal(''), Id]).default('') });
export const DepartmentInput = DepartmentFields.extend({ id: Id.optional(), version: RowVersion.optional(), parentId: Id.nullable() });
/** Before `beforeId` under `parentId`; last there when null. */
export const DepartmentMove = z.object({ id: Id, version: RowVersion, parentId: Id.nullable(), beforeId: Id.nullable() });
export const DepartmentSwitch = z.object({ id: Id, version: RowVersion, status: z.enum(['ACTIVE', 'DISABLED']) });

type Placed = Pick<Department, 'id' | 'parentId' | 'name'>;

/** Children under their parents, each with its depth from 0; branches under `folded` are left out. */
export function inTreeOrder<D extends Placed>(
  all: readonly D[],
  folded: ReadonlySet<string> = new Set(),
  parentId: string | null = null,
  depth = 0,
): (D & { depth: number })[] {
  return all
    .filter((one) => one.parentId === parentId)
    .flatMap((one) => [{ ...one, depth }, ...(folded.has(one.id) ? [] : inTreeOrder(all, folded, one.id, depth + 1))]);
}

/** The department and everything below it. */
export function branchOf(all: readonly Placed[], id: string): Set<string> {
  return new Set([id, ...all.filter((one) => one.parentId === id).flatMap((one) => [...branchOf(all, one.id)])]);
}

/** "总部 / 华东 / 杭州". */
export function pathOf(all: readonly Placed[], id: string): string {
  const one = all.find((department) => department.id === id);
  if (!one) return '';
  return one.parentId ? `${pathOf(all, one.parentId)} / ${one.name}` : one.name;
}

export function depthOf(all: readonly Placed[], id: string | null): number {
  const one = all.find((department) => department.id === id);
  return one ? 1 + depthOf(all, one.parentId) : 0;
}
