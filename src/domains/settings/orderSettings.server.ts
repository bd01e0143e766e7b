import { subjects } from '~/domains/subjects';
import type { Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { nextNumbers } from '~/server/numbers.server';
import { readSetting, writeSetting } from '~/server/settings.server';
import { OrderSettings } from './orderSettings.schema';
import { orderSettings } from './subjects';

const KEY = 'order.base';

export async function orderSettingsOf(tx: Tx, me: Pick<Me, 'tenantId'>): Promise<OrderSettings> {
  return (await readSetting(tx, me, KEY, OrderSettings)).value;
}

export async function readOrderSettings(tx: Tx, me: Me): Promise<{ config: OrderSettings; version: number }> {
  const { value, version } = await readSetting(tx, me, KEY, OrderSettings);
  return { config: value, version };
}

/** Holds from the next order on; orders already under way keep what they hold. */
export async function saveOrderSettings(
  tx: Tx,
  me: Me,
  input: { config: OrderSettings; version: number },
): Promise<{ config: OrderSettings; version: number }> {
  const before = await readOrderSettings(tx, me);
  await writeSetting(tx, me, KEY, OrderSettings.encode(input.config), input.version);
  await audit(tx, me, { action: '修改基础配置', subject: orderSettings, id: KEY, before: before.config, after: input.config });
  return readOrderSettings(tx, me);
}

/** 编号预览: the number the next document of each kind would get today. */
export async function previewNumbers(tx: Tx, me: Me, now: Date): Promise<{ documents: { name: string; prefix: string; next: string }[] }> {
  const numbered = subjects.flatMap(({ name, number }) => (number ? [{ name, number }] : []));
  const documents = await nextNumbers(tx, me, numbered, now);
  return { documents: documents.map(({ name, number, next }) => ({ name, prefix: number.prefix, next })) };
}
