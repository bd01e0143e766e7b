import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { maskName } from '~/shared/mask';
import type { Duplicate } from './customer.schema';
import { idCardHash } from './idCard.server';

const LIMIT = 5;
const NEAR = 0.75;
const CERTAIN = ['统一社会信用代码相同', '身份证号相同', '名称相同'];

/** The part of a company's name that tells it from others. */
export function coreOf(name: string): string {
  const bare = name.replace(/[\s()（）·,，.。-]/g, '');
  const core = bare.replace(/(股份有限公司|有限责任公司|有限公司|集团|公司|经营部|经销部|门市部|商行|商店|总店|分店)+$/g, '');
  return core.length >= 2 ? core : bare;
}

const pairsOf = (text: string): Set<string> =>
  new Set(Array.from({ length: Math.max(text.length - 1, 0) }, (_, index) => text.slice(index, index + 2).toLowerCase()));

/** Dice coefficient of the two-character pairs of two names' cores, 0 to 1. */
export function likeness(a: string, b: string): number {
  const [left, right] = [pairsOf(coreOf(a)), pairsOf(coreOf(b))];
  if (left.size + right.size === 0) return coreOf(a) === coreOf(b) ? 1 : 0;
  const shared = [...left].filter((pair) => right.has(pair)).length;
  return (2 * shared) / (left.size + right.size);
}

interface Found {
  id: string;
  code: string;
  name: string;
  why: string;
  status: string;
  sales_name: string;
}

/**
 * Other customers that may be the same, in the order credit code or identity card, name, mobile number; at most five. Also those outside
 * the asking person's scope: of these only the name and the masked salesperson are told, so that nobody enters a colleague's customer again.
 */
export async function findDuplicates(
  tx: Tx,
  me: Pick<Me, 'tenantId'>,
  input: { id: string; name: string; uscc: string; idCard?: string; mobile: string },
): Promise<Duplicate[]> {
  const core = coreOf(input.name);
  const { rows } = await sql<Found>`select * from customer_twins(${input.name}, ${core.length >= 2 ? core : ''}, ${input.uscc},
    ${/^1\d{10}$/.test(input.mobile) ? input.mobile : ''}, ${input.idCard ? idCardHash(me, input.idCard) : ''}, ${input.id || null}::uuid)`.execute(tx);
  const near = (row: Found) => (row.why === '名称相近' ? likeness(row.name, input.name) : 1);
  const rank = (row: Found) => (CERTAIN.includes(row.why) ? 0 : row.why === '名称相近' ? 1 : 2);
  const duplicates = rows
    .filter((row) => near(row) >= NEAR)
    .sort((a, b) => rank(a) - rank(b) || near(b) - near(a) || (a.id < b.id ? -1 : 1))
    .slice(0, LIMIT);
  const visible = await visibleOf(
    tx,
    me,
    duplicates.map((row) => row.id),
  );
  return duplicates.map(({ id, code, name, why, sales_name }) =>
    visible.has(id) ? { id, code, name, why, sales: sales_name } : { id: '', code: '', name, why, sales: sales_name ? maskName(sales_name) : '' },
  );
}

async function visibleOf(tx: Tx, me: Pick<Me, 'tenantId'>, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .selectFrom('customer')
    .select('id')
    .where('tenant_id', '=', me.tenantId)
    .where('id', 'in', [...ids])
    .execute();
  return new Set(rows.map((row) => row.id));
}
