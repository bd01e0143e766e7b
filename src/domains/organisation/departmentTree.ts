import type { Department } from './department.schema';

export type Placed = Pick<Department, 'id' | 'parentId' | 'name'>;

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
