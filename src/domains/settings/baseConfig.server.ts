import type { Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { nextNumbers } from '~/server/numbers.server';
import { readSetting, writeSetting } from '~/server/settings.server';
import { BaseConfig, numberedDocuments } from './baseConfig';

const KEY = 'order.base';

export async function baseConfigOf(tx: Tx, me: Pick<Me, 'tenantId'>): Promise<BaseConfig> {
  return (await readSetting(tx, me, KEY, BaseConfig)).value;
}

export async function readBaseConfig(tx: Tx, me: Me): Promise<{ config: BaseConfig; version: number }> {
  const { value, version } = await readSetting(tx, me, KEY, BaseConfig);
  return { config: value, version };
}

/** Holds from the next order on; orders already under way keep what they hold. */
export async function saveBaseConfig(tx: Tx, me: Me, input: { config: BaseConfig; version: number }): Promise<{ config: BaseConfig; version: number }> {
  const before = await readBaseConfig(tx, me);
  await writeSetting(tx, me, KEY, BaseConfig.encode(input.config), input.version);
  await audit(tx, me, { action: '修改基础配置', subjectType: 'baseConfig', subjectId: KEY, before: before.config, after: input.config });
  return readBaseConfig(tx, me);
}

/** 编号预览: the number the next document of each kind would get today. */
export async function previewNumbers(tx: Tx, me: Me, now: Date): Promise<{ documents: { name: string; prefix: string; next: string }[] }> {
  const numbers = await nextNumbers(tx, me, now);
  return { documents: numbers.map(({ kind, ...rest }) => ({ name: numberedDocuments[kind], ...rest })) };
}
