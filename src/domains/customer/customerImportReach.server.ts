import type { Me } from '~/portal/me';
import { mayHandOn, type ScopedRow } from '~/portal/scope';
import type { Tx } from '~/server/db.server';
import type { Known } from './customerImportStored';
import { ownershipProblem } from './ownership.server';

/** Which of these customers the person may see: the others exist, and that is all to be said of them. */
export async function seenAmong(tx: Tx, me: Me, found: readonly Known[]): Promise<ReadonlySet<string>> {
  const ids = found.map((one) => one.id);
  if (!me.scope || ids.length === 0) return new Set(ids);
  const rows = await tx.selectFrom('customer').select('id').where('tenant_id', '=', me.tenantId).where('id', 'in', ids).execute();
  return new Set(rows.map((row) => row.id));
}

/** “东湖建材”（KH0001), for whoever may see it; else only that a colleague has it. */
export const shownOwner = (seen: ReadonlySet<string>, one: Known): string =>
  seen.has(one.id) ? `客户“${one.name}”（${one.code}）` : '其他同事负责的客户，不在您的数据范围内，请联系其业务员或管理员';

type Reached = Omit<ScopedRow, 'helperIds'>;
const reachOf = (known: Known): Reached => ({
  ownerId: known.sales_member_id,
  regionLabel: known.region_label,
  province: known.province,
  city: known.city,
  district: known.district,
});

/** Why this person may not leave the row as it would be: it would be out of their sight, or is a helper's to keep. Null: they may. */
export function reachProblem(me: Me, known: Known | undefined, after: Reached): { column: 'sales' | 'province'; text: string } | null {
  const owned = known ? ownershipProblem(me, { ...reachOf(known), name: known.name }, after.ownerId) : '';
  if (owned) return { column: 'sales', text: `：${owned}` };
  if (!me.scope?.customers || (known && !mayHandOn(me.scope, reachOf(known)))) return null;
  if (mayHandOn(me.scope, after)) return null;
  return me.scope.customers.owners.length > 0
    ? { column: 'sales', text: '不在您的数据范围内：请填写您本人或您部门成员的手机号，新客户留空时归您本人' }
    : { column: 'province', text: '、市、区与销售区域不在您负责的区域内' };
}
