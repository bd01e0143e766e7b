import type { Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import { onCommit } from '~/server/db/transaction.server';
import type { Tx } from '~/server/db.server';
import { allKept } from '~/server/retention.server';
import { forgetSessions } from '~/server/session.server';
import { readSetting, writeSetting } from '~/server/settings.server';
import { BaseSettings, Company } from './base.schema';
import * as subjects from './subjects';

/** The key that the session's own statement reads too. */
const KEY = 'setBase';

export async function readBase(tx: Tx, me: Me) {
  const { value, version } = await readSetting(tx, me, KEY, BaseSettings);
  return { settings: { ...value, companyName: value.companyName || me.tenantName }, version, kept: allKept() };
}

/** Papers show it from the next print on, sessions keep to it from the next request on, passwords from the next change on. */
export async function saveBase(tx: Tx, me: Me, input: { settings: BaseSettings; version: number }) {
  const { settings: before } = await readBase(tx, me);
  await writeSetting(tx, me, KEY, input.settings, input.version);
  const logo = (key: string) => key && (key === before.logo ? '原图片' : '新图片');
  await audit(tx, me, {
    action: '修改系统基础设置',
    subject: subjects.systemSettings,
    id: KEY,
    before: { ...before, logo: logo(before.logo) },
    after: { ...input.settings, logo: logo(input.settings.logo) },
  });
  onCommit(forgetSessions);
  return readBase(tx, me);
}

/** The head and foot of printed papers; dealers print their factory's. */
export async function companyOf(tx: Tx, me: Me): Promise<Company> {
  const { settings } = await readBase(tx, me);
  return Company.parse(settings);
}
