import type { Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { readSetting, writeSetting } from '~/server/settings.server';
import { type LprGuard, yearlyPercent } from './lpr';
import { LprGuardSchema } from './lpr.schema';
import * as subjects from './subjects';

const KEY = 'credit.lpr';

export const guardOf = async (tx: Tx, me: Pick<Me, 'tenantId'>): Promise<LprGuard> => (await readSetting(tx, me, KEY, LprGuardSchema)).value;

export async function readGuard(tx: Tx, me: Me) {
  const { value, version } = await readSetting(tx, me, KEY, LprGuardSchema);
  return { guard: value, version };
}

export async function saveGuard(tx: Tx, me: Me, { guard, version }: { guard: LprGuard; version: number }) {
  const before = await guardOf(tx, me);
  await writeSetting(tx, me, KEY, guard, version);
  const words = ({ rates, times, above, below }: LprGuard) => ({
    LPR: rates.map(({ from, ppm }) => `${from} ${yearlyPercent(ppm)}`).join('；'),
    上限倍数: String(times),
    超过上限提示: above,
    低于LPR提示: below,
  });
  await audit(tx, me, { action: '修改利率提示', subject: subjects.creditMoney, id: KEY, before: words(before), after: words(guard) });
  return readGuard(tx, me);
}
