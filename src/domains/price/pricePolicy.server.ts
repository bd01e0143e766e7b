import type { Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { readSetting, writeSetting } from '~/server/settings.server';
import { activityModes, allLayers, customerPriceModes, floorModes, manualPriceModes, type PricePolicy, priceLayers } from './pricePolicy';
import { StoredPolicy } from './pricePolicy.schema';
import { POLICY_KEY } from './priceSource.server';
import * as subjects from './subjects';

/** For what needs the policy without prices; with prices it comes along (candidatesFor). */
export const pricePolicyOf = async (tx: Tx, me: Pick<Me, 'tenantId'>): Promise<PricePolicy> => (await readSetting(tx, me, POLICY_KEY, StoredPolicy)).value;

export async function readPricePolicy(tx: Tx, me: Me) {
  const { value, version } = await readSetting(tx, me, POLICY_KEY, StoredPolicy);
  return { policy: value, version };
}

/** Holds from the next price on; orders already placed keep theirs. */
export async function savePricePolicy(tx: Tx, me: Me, input: { policy: Awaited<ReturnType<typeof readPricePolicy>>['policy']; version: number }) {
  const before = await readPricePolicy(tx, me);
  await writeSetting(tx, me, POLICY_KEY, input.policy, input.version);
  await audit(tx, me, {
    action: '修改价格策略配置',
    subject: subjects.pricePolicy,
    id: POLICY_KEY,
    before: inWords(before.policy),
    after: inWords(input.policy),
  });
  return readPricePolicy(tx, me);
}

function inWords(policy: PricePolicy): Record<string, string> {
  return {
    取价顺序: policy.order.map((layer) => priceLayers[layer]).join('、'),
    未启用: allLayers
      .filter((layer) => !policy.order.includes(layer))
      .map((layer) => priceLayers[layer])
      .join('、'),
    限时折扣: activityModes[policy.activityMode],
    手工改价: manualPriceModes[policy.manualPrice],
    低于最低限价: floorModes[policy.floorMode],
    客户价变更: customerPriceModes[policy.customerPrice],
    价格策略变更: customerPriceModes[policy.strategy],
    允许零价: policy.allowZero ? '是' : '否',
  };
}
