import { decideContract, submitContract } from '~/domains/contract/approval.server';
import type { ContractKind } from '~/domains/contract/contract';
import { ContractInput } from '~/domains/contract/contract.schema';
import { prefill, saveContract } from '~/domains/contract/draft.server';
import { rescindContract } from '~/domains/contract/rescind.server';
import { signNow } from '~/domains/contract/sign.server';
import { endContract, revokeContract } from '~/domains/contract/signing.server';
import { docs, nowhere, signersOf } from '~/domains/contract/store.server';
import '~/domains/contract/sources/order.server';
import { takeStandardTemplates } from '~/domains/contract/templates.server';
import { authorise } from '~/domains/seal/seal.server';
import { saveSeal } from '~/domains/seal/sealSave.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { addDays, shanghaiDate } from '~/shared/dates';
import { formatYuan } from '~/shared/money';
import type { Trader } from './trade.server';

const DAY = 86_400_000;
interface Drawn {
  kind: ContractKind;
  /** The order it is about. */
  bizId?: string;
  /** After the customer's name; about an order it says its own. */
  title?: string;
  own: { label: string; value: string }[];
}
interface People {
  submitter: Me;
  checker: Me;
}
const asDealer = (clerk: Me, { customerId, me, dealer }: Trader): Me =>
  me ?? { ...clerk, name: dealer.contact, identity: '2', userType: 2, memberId: null, isAdmin: false, customerId, permissions: new Set() };

/** Templates, seals that are lent, and a contract in every state. */
export async function makeContracts(tx: Tx, { submitter, checker }: People, traders: readonly Trader[], now: Date): Promise<void> {
  // A factory of one person has nobody to approve the use of its seals.
  if (submitter.accountId === checker.accountId) return;
  const at = (days: number) => new Date(now.getTime() - days * DAY);
  await takeStandardTemplates(tx, checker, at(540));
  await makeSeals(tx, { submitter, checker }, at(400));
  const draw = async (trader: Trader | undefined, days: number, { kind, bizId = '', title, own }: Drawn, submit = true) => {
    if (!trader) return null;
    const about = bizId ? { bizType: 'order', bizId } : { bizType: '', bizId: '' };
    const found = await prefill(tx, submitter, { kind, ...about, customerId: trader.customerId, templateId: '' }, at(days));
    const input = ContractInput.parse({
      kind,
      ...about,
      source: 'TEMPLATE',
      templateId: found.templates[0]?.id ?? '',
      title: title ? `${found.customerName}${title}` : found.title,
      customerId: trader.customerId,
      amount: found.amount === null ? '' : formatYuan(found.amount),
      deadline: addDays(shanghaiDate(at(days)), 15),
      riding: true,
      own,
      signers: [
        { side: 'OURS', roleName: '甲方', sealKind: 'CONTRACT' },
        { side: 'THEIRS', roleName: '乙方', sealKind: 'CONTRACT' },
      ],
    });
    const saved = await saveContract(tx, submitter, input, at(days), submitContract);
    return submit ? start(tx, { submitter, checker }, saved.id, at(days)) : saved.id;
  };
  const write = (trader: Trader | undefined, days: number, title: string, what: string, submit = true) =>
    draw(trader, days, { kind: 'OTHER', title, own: [{ label: '约定事项', value: what }] }, submit);
  const sign = async (id: string | null, seq: number, trader: Trader | undefined, days: number) => {
    if (!id || !trader) return;
    const signer = (await signersOf(tx, submitter, id)).find((one) => one.seq === seq);
    const who = seq === 1 ? checker : asDealer(submitter, trader);
    const { version } = await docs.lock(tx, submitter, { id });
    await signNow(tx, who, { id, version, signerId: signer?.id ?? '' }, 'SMS_PASSWORD', { address: '115.192.10.8', agent: '', now: at(days) });
  };
  const [first, second, third, fourth, fifth] = traders;
  const yearly = await write(first, 320, '年度经销协议', '乙方为甲方在其所在地区的经销商，全年采购目标200万元，完成后按年度返利政策结算返利。');
  await sign(yearly, 1, first, 319);
  await sign(yearly, 2, first, 318);
  for (const order of await soldTo(tx, submitter, first)) {
    const days = Math.max(1, Math.round((now.getTime() - order.at.getTime()) / DAY));
    const own = [
      { label: '质量标准', value: '现行国家标准的合格品' },
      { label: '质保期', value: '二十四个月' },
    ];
    const sale = await draw(first, days, { kind: 'SALES', bizId: order.id, own });
    await sign(sale, 1, first, days);
    await sign(sale, 2, first, days);
  }
  const theirs = await write(first, 2, '样板房合作协议', '甲方提供样板房用品一套，乙方负责展示与维护，期限一年。');
  await sign(theirs, 1, first, 1);
  await write(second, 1, '仓储合作协议', '乙方在其仓库为甲方备货，数量以双方每月盘点为准。');
  const dropped = await write(third, 40, '促销合作协议', '双方共同承担促销活动费用，甲方承担六成。');
  if (dropped) {
    const { version } = await docs.lock(tx, submitter, { id: dropped });
    await revokeContract(tx, submitter, { id: dropped, version, reason: '活动取消' }, at(38));
  }
  const late = await write(fourth, 60, '运输协议', '甲方货物由乙方自提，运费由乙方承担。');
  if (late)
    await endContract(
      tx,
      submitter,
      await docs.lock(tx, submitter, { id: late }),
      { status: 'EXPIRED', reason: '截止时未签完（0/2）', action: '过期' },
      nowhere(at(44)),
    );
  const refused = await write(second, 25, '独家代理协议', '乙方在其所在地区独家代理甲方产品，年度采购额不低于500万元。');
  if (refused)
    await endContract(
      tx,
      submitter,
      await docs.lock(tx, submitter, { id: refused }),
      { status: 'REFUSED', reason: '乙方拒签：年度采购额过高，需重新商议', action: '拒签' },
      nowhere(at(23)),
    );
  const settled = await write(third, 200, '展厅装修协议', '甲方承担展厅装修费用的一半，乙方展示甲方产品不少于两年。');
  await sign(settled, 1, third, 199);
  await sign(settled, 2, third, 198);
  if (settled) {
    const { version } = await docs.lock(tx, submitter, { id: settled });
    await rescindContract(tx, submitter, { id: settled, version, reason: '展厅搬迁，双方另行约定' }, at(5));
  }
  const asked = await write(first, 0, '物流合作协议', '甲方委托乙方代收代转同城货物，运费按季结算。', false);
  if (asked) await submitContract(tx, submitter, await docs.lock(tx, submitter, { id: asked }), now);
  await write(fifth, 0, '保密协议', '双方对合作中知悉的价格、客户资料负有保密义务，期限三年。', false);
}

/** The last orders that were received in full: their contracts hold nothing back. */
async function soldTo(tx: Tx, me: Me, trader: Trader | undefined): Promise<{ id: string; at: Date }[]> {
  const rows = await tx
    .selectFrom('sales_order')
    .select(['id', 'submitted_at'])
    .where('tenant_id', '=', me.tenantId)
    .where('customer_id', '=', trader?.customerId ?? null)
    .where('status', '=', 'COMPLETED')
    .orderBy('submitted_at', 'desc')
    .limit(2)
    .execute();
  return rows.flatMap(({ id, submitted_at }) => (submitted_at ? [{ id, at: submitted_at }] : []));
}

/** A contract seal for both, a company seal for the one who decides. */
async function makeSeals(tx: Tx, { submitter, checker }: People, now: Date): Promise<void> {
  const seal = (kind: 'COMPANY' | 'CONTRACT', number: string) =>
    saveSeal(tx, checker, { id: '', version: 0, kind, name: checker.tenantName, number, enabled: true, remark: '' }, now);
  const lend = (sealId: string, person: Me, reason: string) =>
    authorise(
      tx,
      checker,
      { sealId, accountId: person.accountId, from: shanghaiDate(now), to: addDays(shanghaiDate(now), 1095), reason, silent: false, kinds: [], most: '' },
      now,
    );
  const contract = await seal('CONTRACT', '4401060012345');
  await lend(contract.id, checker, '合同签署');
  await lend(contract.id, submitter, '日常合同签署');
  const company = await seal('COMPANY', '4401060012344');
  await lend(company.id, checker, '重大合同签署');
}

async function start(tx: Tx, { submitter, checker }: People, id: string, now: Date): Promise<string> {
  const submitted = await submitContract(tx, submitter, await docs.lock(tx, submitter, { id }), now);
  const { version, status } = await docs.lock(tx, submitter, { id: submitted.id });
  if (status === 'REVIEWING') await decideContract(tx, checker, { id, version, pass: true, opinion: '同意用印' }, now);
  return id;
}
