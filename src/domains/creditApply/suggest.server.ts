import { sql } from 'kysely';
import { creditMoney } from '~/domains/credit/subjects';
import { everyFigure, factsOf } from '~/domains/creditRule/facts.server';
import { listLevels } from '~/domains/customer/level.server';
import type { Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { readSetting, writeSetting } from '~/server/settings.server';
import { shanghaiDate } from '~/shared/dates';
import { parseYuan } from '~/shared/money';
import { type Suggested, suggest } from './suggest';
import { SuggestRulesSchema } from './suggestRules.schema';

const KEY = 'credit.money';

/** The range for a customer on a day, with its reasons. */
export async function suggestedFor(tx: Tx, me: Me, customerId: string, day: string): Promise<Suggested & { levelName: string }> {
  const [{ value: rules }, facts, { levels }] = await Promise.all([
    readSetting(tx, me, KEY, SuggestRulesSchema),
    factsOf(tx, me, { checkpoint: 'APPLY', customerId, accountId: null, amount: 0n }, day, everyFigure),
    listLevels(tx, me),
  ]);
  const text = (key: string) => String(facts.values[key] ?? '0');
  const levelName = levels.find(({ id }) => id === facts.levelId)?.name ?? '未分级';
  const figures = {
    levelId: facts.levelId,
    levelName,
    purchases: parseYuan(text('purchases')),
    cooperationDays: Number(text('cooperationDays')),
    overdueAmount: parseYuan(text('overdueAmount')),
    overdueDays: Number(text('overdueDays')),
    worstOverdueDays: Number(text('worstOverdueDays')),
  };
  return { ...suggest(rules, figures), levelName };
}

export async function suggestion(tx: Tx, me: Me, { customerId }: { customerId: string }, now: Date) {
  const { lo, hi, reasons, levelName } = await suggestedFor(tx, me, customerId, shanghaiDate(now));
  const accounts = await tx
    .selectFrom('credit_account')
    .innerJoin('credit_type', (on) =>
      on.onRef('credit_type.tenant_id', '=', 'credit_account.tenant_id').onRef('credit_type.id', '=', 'credit_account.credit_type_id'),
    )
    .select([
      'credit_account.id',
      'credit_account.no',
      'credit_account.credit_type_id as creditTypeId',
      'credit_type.name as typeName',
      'credit_account.status',
      'credit_account.base_limit as baseLimit',
      'credit_account.limit_amount as limitAmount',
      'credit_account.used as usedAmount',
      'credit_account.held as heldAmount',
      'credit_account.available as availableLimit',
      sql<string | null>`credit_account.valid_to::text`.as('validTo'),
    ])
    .where('credit_account.tenant_id', '=', me.tenantId)
    .where('credit_account.customer_id', '=', customerId)
    .orderBy('credit_type.sort')
    .execute();
  return { suggestLimitLo: lo, suggestLimitHi: hi, reasons, levelName, accounts };
}

export async function readMoney(tx: Tx, me: Me) {
  const [{ value, version }, { levels }] = await Promise.all([readSetting(tx, me, KEY, SuggestRulesSchema), listLevels(tx, me)]);
  return { config: value, version, levels: levels.map(({ id, name }) => ({ id, name })) };
}

/** Holds from the next suggestion on; applications keep the range they were submitted with. */
export async function saveMoney(tx: Tx, me: Me, input: { config: SuggestRulesSchema; version: number }) {
  const before = await readSetting(tx, me, KEY, SuggestRulesSchema);
  await writeSetting(tx, me, KEY, SuggestRulesSchema.encode(input.config), input.version);
  await audit(tx, me, { action: '修改额度设置', subject: creditMoney, id: KEY, before: before.value, after: input.config });
  return readMoney(tx, me);
}
