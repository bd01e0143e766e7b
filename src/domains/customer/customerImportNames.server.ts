import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { coreOf } from './duplicates.server';
import { listLevels, listSalesMembers } from './level.server';
import { type Area, listAreas } from './salesArea.server';

/** What the cells of the customer import name, looked up once a file. */

export async function levelsOf(tx: Tx, me: Me): Promise<Map<string, string>> {
  const { levels } = await listLevels(tx, me);
  return new Map([...levels.map((one) => [one.code, one.id] as const), ...levels.map((one) => [one.name, one.id] as const)]);
}

/** By mobile number. */
export async function membersOf(tx: Tx, me: Me): Promise<Map<string, string>> {
  const { members } = await listSalesMembers(tx, me);
  return new Map(members.map((one) => [one.mobile, one.id]));
}

const bare = (path: string): string => path.replace(/\s/g, '').replaceAll('／', '/');

/** By path, and by name where only one area has it. */
export async function areasByName(tx: Tx, me: Me): Promise<Map<string, Area>> {
  const { areas } = await listAreas(tx, me);
  const unique = areas.filter((one) => areas.filter((other) => other.name === one.name).length === 1);
  return new Map([...unique.map((one) => [bare(one.name), one] as const), ...areas.map((one) => [bare(one.path), one] as const)]);
}

export const findArea = (areas: Map<string, Area>, typed: string): Area | undefined => areas.get(bare(typed));

/** Living customers by the core of their name. */
export async function namesOf(tx: Tx, me: Me): Promise<Map<string, { code: string; name: string }>> {
  const rows = await tx.selectFrom('customer').select(['code', 'name']).where('tenant_id', '=', me.tenantId).where('merged_into', 'is', null).execute();
  return new Map(rows.map((row) => [coreOf(row.name), row]));
}
