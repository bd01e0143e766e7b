import { decideContract, submitContract } from '~/domains/contract/approval.server';
import { ContractInput } from '~/domains/contract/contract.schema';
import { prefill, saveContract } from '~/domains/contract/draft.server';
import { signNow } from '~/domains/contract/sign.server';
import { endContract, revokeContract } from '~/domains/contract/signing.server';
import { docs, nowhere, signersOf } from '~/domains/contract/store.server';
import { takeStandardTemplates, templatesFor } from '~/domains/contract/templates.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { addDays, shanghaiDate } from '~/shared/dates';
import type { Trader } from './trade.server';

const DAY = 86_400_000;
interface People {
  maker: Me;
  checker: Me;
}
const asDealer = (clerk: Me, { customerId, me, dealer }: Trader): Me =>
  me ?? { ...clerk, name: dealer.contact, identity: '2', userType: 2, memberId: null, isAdmin: false, customerId, permissions: new Set() };

/** Templates, and a contract in every state: two signed by both, one for each side to sign, a draft, one revoked, one that ran out of time. */
export async function makeContracts(tx: Tx, { maker, checker }: People, traders: readonly Trader[], now: Date): Promise<void> {
  // A factory of one person has nobody to approve the use of its seals.
  if (maker.accountId === checker.accountId) return;
  const at = (days: number) => new Date(now.getTime() - days * DAY);
  await takeStandardTemplates(tx, checker, at(540));
  const [template] = await templatesFor(tx, maker, 'OTHER');
  if (!template) return;
  const write = async (trader: Trader | undefined, days: number, title: string, what: string, submit = true) => {
    if (!trader) return null;
    const found = await prefill(tx, maker, { kind: 'OTHER', bizType: '', bizId: '', customerId: trader.customerId, templateId: template.id }, at(days));
    const input = ContractInput.parse({
      kind: 'OTHER',
      source: 'TEMPLATE',
      templateId: template.id,
      title: `${found.customerName}${title}`,
      customerId: trader.customerId,
      deadline: addDays(shanghaiDate(at(days)), 15),
      riding: true,
      own: [{ label: '约定事项', value: what }],
      signers: [
        { side: 'OURS', roleName: '甲方', sealKind: 'CONTRACT' },
        { side: 'THEIRS', roleName: '乙方', sealKind: 'CONTRACT' },
      ],
    });
    const saved = await saveContract(tx, maker, input, at(days), submitContract);
    return submit ? start(tx, { maker, checker }, saved.id, at(days)) : saved.id;
  };
  const sign = async (id: string | null, seq: number, trader: Trader | undefined, days: number) => {
    if (!id || !trader) return;
    const signer = (await signersOf(tx, maker, id)).find((one) => one.seq === seq);
    const who = seq === 1 ? checker : asDealer(maker, trader);
    const { version } = await docs.lock(tx, maker, { id });
    await signNow(tx, who, { id, version, signerId: signer?.id ?? '' }, 'SMS_PASSWORD', { address: '115.192.10.8', agent: '', now: at(days) });
  };
  const [first, second, third, fourth, fifth] = traders;
  const yearly = await write(first, 320, '年度经销协议', '乙方为甲方在其所在地区的经销商，全年采购目标200万元，完成后按年度返利政策结算返利。');
  await sign(yearly, 1, first, 319);
  await sign(yearly, 2, first, 318);
  const theirs = await write(first, 2, '样板房合作协议', '甲方提供样板房用品一套，乙方负责展示与维护，期限一年。');
  await sign(theirs, 1, first, 1);
  await write(second, 1, '仓储合作协议', '乙方在其仓库为甲方备货，数量以双方每月盘点为准。');
  const dropped = await write(third, 40, '促销合作协议', '双方共同承担促销活动费用，甲方承担六成。');
  if (dropped) {
    const { version } = await docs.lock(tx, maker, { id: dropped });
    await revokeContract(tx, maker, { id: dropped, version, reason: '活动取消' }, at(38));
  }
  const late = await write(fourth, 60, '运输协议', '甲方货物由乙方自提，运费由乙方承担。');
  if (late)
    await endContract(
      tx,
      maker,
      await docs.lock(tx, maker, { id: late }),
      { status: 'EXPIRED', reason: '截止时未签完（0/2）', action: '过期' },
      nowhere(at(44)),
    );
  await write(fifth, 0, '保密协议', '双方对合作中知悉的价格、客户资料负有保密义务，期限三年。', false);
}

async function start(tx: Tx, { maker, checker }: People, id: string, now: Date): Promise<string> {
  const submitted = await submitContract(tx, maker, await docs.lock(tx, maker, { id }), now);
  const { version, status } = await docs.lock(tx, maker, { id: submitted.id });
  if (status === 'REVIEWING') await decideContract(tx, checker, { id, version, pass: true, opinion: '同意用印' }, now);
  return id;
}
