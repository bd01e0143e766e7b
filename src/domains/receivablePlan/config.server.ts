import { sql } from 'kysely';
import type { z } from 'zod';
import * as receivables from '~/domains/receivable/subjects';
import { actorName, type Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { nextNumbers } from '~/server/numbers.server';
import { mustBeSeen, mustHaveWritten, nextVersion } from '~/server/versioned.server';
import { saidYuan } from '~/shared/said';
import { dayShifts } from '~/shared/workingTime';
import { ArConfig, type ArConfigRead } from './config.schema';
import * as subjects from './subjects';

const last = (tx: Tx, me: Pick<Me, 'tenantId'>) =>
  tx.selectFrom('ar_config').select(['content', 'version']).where('tenant_id', '=', me.tenantId).orderBy('version', 'desc').limit(1).executeTakeFirst();

/** What holds now; also for collection, which keeps to the windows and gaps set here. */
export const arConfigOf = async (tx: Tx, me: Pick<Me, 'tenantId'>): Promise<ArConfig> => ArConfig.parse((await last(tx, me))?.content ?? {});

export async function readArConfig(tx: Tx, me: Me, now: Date): Promise<z.output<typeof ArConfigRead>> {
  const rows = await tx
    .selectFrom('ar_config')
    .select(['version', 'actor', 'created_at', 'content'])
    .where('tenant_id', '=', me.tenantId)
    .orderBy('version', 'desc')
    .limit(20)
    .execute();
  const history = rows.map((row) => ({ version: row.version, actor: row.actor, createdAt: row.created_at, note: noteOf(ArConfig.parse(row.content)) }));
  const documents = await nextNumbers(tx, me, [subjects.plan, subjects.adjust, subjects.dispute, receivables.receivable, receivables.receipt], now);
  return {
    config: ArConfig.parse(rows[0]?.content ?? {}),
    version: rows[0]?.version ?? 0,
    numbers: documents.map(({ name, number, next }) => ({ name, prefix: number.prefix, next })),
    history,
  };
}

const noteOf = (config: ArConfig): string =>
  `账龄段${config.buckets.join('、')}天，发送${config.sendFrom}至${config.sendTo}，每日最多${config.dailyCap}次，间隔${config.minContactDays}天`;

/** As the log says it. */
const wordsOf = (config: ArConfig): Record<string, string> => ({
  账龄段: `${config.buckets.join('、')}天`,
  抹零上限: `${saidYuan(config.roundingLimit)}元`,
  手续费上限: `${saidYuan(config.feeLimit)}元`,
  到期前提醒: `${config.remindDays}天`,
  默认账期: `${config.defaultDueDays}天`,
  默认质保期: `${config.retentionDays}天`,
  到期日遇非工作日: dayShifts[config.dueShift],
  公司日历: config.holidays.map((one) => `${one.day}${one.works ? '上班' : '放假'}${one.name}`).join('、'),
  发送时间: `${config.sendFrom}至${config.sendTo}`,
  发送日期: config.workdaysOnly ? '仅工作日' : '每天',
  每位客户每日上限: `${config.dailyCap}次`,
  两次联系最短间隔: `${config.minContactDays}天`,
  本月回款目标: `${saidYuan(config.monthTarget)}元`,
  自动匹配把握: `${config.sureScore}分`,
});

/** A further version; those before stay to be read. */
export async function saveArConfig(tx: Tx, me: Me, input: { config: ArConfig; version: number }, now: Date): Promise<z.output<typeof ArConfigRead>> {
  const before = await last(tx, me);
  mustBeSeen(before, input.version);
  const config = { ...input.config, buckets: [...input.config.buckets].sort((a, b) => a - b) };
  const saved = await tx
    .insertInto('ar_config')
    .values({
      tenant_id: me.tenantId,
      id: newId(),
      version: nextVersion(input),
      content: sql`${JSON.stringify(ArConfig.encode(config))}::jsonb`,
      actor: actorName(me),
      created_at: now,
    })
    .onConflict((on) => on.columns(['tenant_id', 'version']).doNothing())
    .executeTakeFirst();
  mustHaveWritten(saved);
  await audit(tx, me, {
    action: '修改应收设置',
    subject: subjects.config,
    id: 'ar_config',
    before: wordsOf(ArConfig.parse(before?.content ?? {})),
    after: wordsOf(config),
  });
  return readArConfig(tx, me, now);
}
