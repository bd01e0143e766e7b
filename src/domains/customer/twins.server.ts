import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import type { Twin } from './customer';
import { idCardHash } from './idCard.server';

const LIMIT = 5;
const NEAR = 0.75;

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

/** Other customers that may be the same: same credit code, same mobile number, nearly the same name. At most five. */
export async function findTwins(
  tx: Tx,
  me: Pick<Me, 'tenantId'>,
  input: { id: string; name: string; uscc: string; idCard?: string; mobile: string },
): Promise<Twin[]> {
  const others = () => {
    const rows = tx.selectFrom('customer').select(['id', 'code', 'name']).where('tenant_id', '=', me.tenantId).limit(LIMIT);
    return input.id ? rows.where('id', '<>', input.id) : rows;
  };
  const twins = new Map<string, Twin>();
  const add = (rows: { id: string; code: string; name: string }[], why: string) => {
    for (const row of rows) if (!twins.has(row.id)) twins.set(row.id, { ...row, why });
  };
  if (input.uscc) add(await others().where('uscc', '=', input.uscc).execute(), '统一社会信用代码相同');
  if (input.idCard) add(await others().where('id_card_hash', '=', idCardHash(me, input.idCard)).execute(), '身份证号相同');
  if (/^1\d{10}$/.test(input.mobile)) add(await others().where('contact_mobile', '=', input.mobile).execute(), '手机号相同');
  const core = coreOf(input.name);
  if (core.length >= 2) {
    const shared = sql<number>`cardinality(array(select unnest(name_grams) intersect select unnest(bigrams(${core}))))`;
    const near = await others().where(sql<boolean>`name_grams && bigrams(${core})`).orderBy(shared, 'desc').orderBy('id').limit(20).execute();
    add(
      near.filter((row) => likeness(row.name, input.name) >= NEAR),
      '名称相近',
    );
  }
  return [...twins.values()].slice(0, LIMIT);
}
