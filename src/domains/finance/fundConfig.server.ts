import type { Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { readSetting, writeSetting } from '~/server/settings.server';
import { FundConfig } from './fundConfig.schema';
import * as subjects from './subjects';

const KEY = 'fund.config';

export async function fundConfigOf(tx: Tx, me: Pick<Me, 'tenantId'>): Promise<FundConfig> {
  return (await readSetting(tx, me, KEY, FundConfig)).value;
}

export async function readFundConfig(tx: Tx, me: Me): Promise<{ config: FundConfig; version: number }> {
  const { value, version } = await readSetting(tx, me, KEY, FundConfig);
  return { config: value, version };
}

/** Holds from the next order on; orders under way keep what they hold and carry. */
export async function saveFundConfig(tx: Tx, me: Me, input: { config: FundConfig; version: number }): Promise<{ config: FundConfig; version: number }> {
  const before = await readFundConfig(tx, me);
  await writeSetting(tx, me, KEY, FundConfig.encode(input.config), input.version);
  await audit(tx, me, { action: '修改账户配置', subject: subjects.fundConfig, id: KEY, before: before.config, after: input.config });
  return readFundConfig(tx, me);
}
