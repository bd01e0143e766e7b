import { orderSettingsOf } from '~/domains/settings/orderSettings.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';

/** 双人审核: where the tenant asks for two people, whoever made a stock document does not decide on it. */
export async function barredSubmitters(tx: Tx, me: Me, title: string, createdBy: string | null): Promise<{ accounts: (string | null)[]; why: string }> {
  const { twoPersonAudit } = await orderSettingsOf(tx, me);
  return { accounts: twoPersonAudit ? [createdBy] : [], why: `${title}由您制单，按双人审核要求须由其他人审核` };
}
