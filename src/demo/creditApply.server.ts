import { createUses } from '~/domains/credit/form.server';
import { startTenant } from '~/domains/credit/tenantStart.server';
import { ApplyInput, MaterialForm } from '~/domains/creditApply/apply.schema';
import { saveApply } from '~/domains/creditApply/applySave.server';
import { decideApply, withdrawApply } from '~/domains/creditApply/approval.server';
import { grantApply } from '~/domains/creditApply/grant.server';
import { saveMaterial } from '~/domains/creditApply/material.server';
import { saveMoney } from '~/domains/creditApply/suggest.server';
import { SuggestRulesSchema } from '~/domains/creditApply/suggestRules.schema';
import { RiskForm } from '~/domains/creditRule/risk.schema';
import { saveRisk } from '~/domains/creditRule/risk.server';
import { watchCustomer } from '~/domains/creditRule/riskActions.server';
import { riskSome } from '~/domains/creditRule/riskRun.server';
import { RuleInput } from '~/domains/creditRule/rule.schema';
import { saveRule } from '~/domains/creditRule/rules.server';
import { askSpecial, decideSpecial } from '~/domains/creditRule/special.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { addDays, shanghaiDate } from '~/shared/dates';
import type { Trader } from './trade.server';

const DAY = 86_400_000;
interface People {
  submitter: Me;
  checker: Me;
}

/** Rules, materials and automatic actions of a factory that lends, and an application in every state. */
export async function applyForCredit(tx: Tx, { submitter, checker }: People, traders: readonly Trader[], now: Date): Promise<void> {
  // A factory of one person has nobody to decide what it asked for.
  if (submitter.accountId === checker.accountId) return;
  await startTenant(tx, checker);
  const type = await tx.selectFrom('credit_type').select('id').where('tenant_id', '=', checker.tenantId).where('code', '=', 'PROJECT').executeTakeFirst();
  if (!type) return;
  const free = await withoutAccount(tx, checker, traders, type.id);
  await setUp(tx, checker, new Date(now.getTime() - 200 * DAY));
  await makeApplies(tx, { submitter, checker }, type.id, free, now);
  await makeMaterials(tx, checker, now);
  await makeSpecials(tx, { submitter, checker }, type.id, free[0], now);
  await remind(tx, submitter, now);
  await act(tx, checker, free, now);
}

async function withoutAccount(tx: Tx, me: Me, traders: readonly Trader[], typeId: string): Promise<string[]> {
  const taken = await tx.selectFrom('credit_account').select('customer_id').where('tenant_id', '=', me.tenantId).where('credit_type_id', '=', typeId).execute();
  const ids = new Set(taken.map((row) => row.customer_id));
  return traders.map(({ customerId }) => customerId).filter((id) => !ids.has(id));
}

async function setUp(tx: Tx, admin: Me, at: Date): Promise<void> {
  const rule = (name: string, more: object) =>
    saveRule(
      tx,
      admin,
      { ...RuleInput.parse({ name, effectiveFrom: shanghaiDate(at), releaseDeviationPct: 10, releaseValidDays: 7, ...more }), id: '', version: 0 },
      at,
    );
  await rule('逾期60天以上不得下单', {
    checkpoints: ['ORDER', 'REOPEN'],
    reaction: 'BLOCK',
    priority: 10,
    condition: { field: 'overdueDays', op: 'GT', value: '60' },
  });
  await rule('使用率超过90%提醒', { checkpoints: ['ORDER'], reaction: 'WARN', priority: 30, condition: { field: 'usagePct', op: 'GT', value: '90' } });
  await rule('逾期90天以上的申请提醒', { checkpoints: ['APPLY'], reaction: 'WARN', priority: 20, condition: { field: 'overdueDays', op: 'GT', value: '90' } });
  await rule('单笔50万元以上用信须特批', {
    checkpoints: ['ORDER'],
    reaction: 'APPROVE',
    priority: 50,
    condition: { field: 'orderAmount', op: 'GE', value: '500000' },
  });
  await rule('大额授信须特批', { checkpoints: ['APPLY'], reaction: 'APPROVE', priority: 40, condition: { field: 'orderAmount', op: 'GE', value: '1000000' } });
  const risk = (name: string, more: object) => saveRisk(tx, admin, RiskForm.parse({ name, ...more }), at);
  await risk('逾期15天关注', { kind: 'WATCH', overdueDays: 15 });
  await risk('逾期90天冻结', { kind: 'FREEZE', overdueDays: 90 });
  await risk('逾期120天停止发货', { kind: 'STOP', overdueDays: 120, liftsItself: false });
  await risk('单一客户集中度', { kind: 'CONCENTRATION', pct: 60 });
  await saveMoney(tx, admin, { config: SuggestRulesSchema.parse({ months: 3 }), version: 0 });
}

async function makeApplies(tx: Tx, { submitter, checker }: People, typeId: string, customers: readonly string[], now: Date): Promise<void> {
  const at = (days: number) => new Date(now.getTime() - days * DAY);
  const ask = async (customer: number, days: number, more: object) => {
    const customerId = customers[customer];
    if (!customerId) return null;
    const input = ApplyInput.parse({ kind: 'NEW', customerId, creditTypeId: typeId, reason: '工程备货周期长，申请账期', submit: true, confirm: true, ...more });
    return saveApply(tx, submitter, input, at(days));
  };
  const until = (days: number) => addDays(shanghaiDate(now), days);
  const decide = async (made: Awaited<ReturnType<typeof ask>>, days: number, decision: 'PASS' | 'REJECT' | 'RETURN' = 'PASS', opinion = '') => {
    if (made) await decideApply(tx, checker, { id: made.id, version: made.version, decision, opinion }, at(days));
  };
  await decide(await ask(0, 150, { requested: '300000.00', validTo: until(215) }), 148);
  await decide(await ask(0, 80, { kind: 'INCREASE', requested: '450000.00' }), 79);
  await decide(await ask(0, 20, { kind: 'TEMP', requested: '100000.00', validTo: until(25) }), 19);
  await decide(await ask(1, 120, { requested: '200000.00', validTo: until(20) }), 118);
  await decide(await ask(1, 60, { kind: 'DECREASE', requested: '150000.00', reason: '近期采购减少' }), 58);
  await ask(1, 2, { kind: 'RENEW', validTo: until(385), reason: '合作正常，续期一年' });
  const less = await ask(2, 100, { requested: '120000.00', validTo: until(265) });
  const grant =
    less && (await grantApply(tx, checker, { id: less.id, version: less.version, granted: 8_000_000n, reason: '首年合作，先按八成建议额度' }, at(99)));
  if (less && grant) await decide({ ...less, version: grant.version }, 99);
  await ask(2, 1, { kind: 'EXPIRE', reason: '项目完工，收回额度' });
  await decide(await ask(3, 30, { requested: '600000.00', validTo: until(300) }), 27, 'REJECT', '抵押资料不足，暂不授信');
  await decide(await ask(4, 6, { requested: '260000.00', validTo: until(360) }), 5, 'RETURN', '请补充近三个月对账单');
  await ask(5, 1, { requested: '1200000.00', validTo: until(365), guarantors: [{ name: '钱江建设集团有限公司', kind: 'COMPANY', note: '连带责任担保' }] });
  await ask(6, 0, { requested: '150000.00', submit: false });
  const back = await ask(7, 9, { requested: '90000.00', validTo: until(180) });
  if (back) await withdrawApply(tx, submitter, { id: back.id, version: back.version, reason: '客户改为现款' }, at(8));
}

/** After the applications: those were made before files were asked for. */
async function makeMaterials(tx: Tx, admin: Me, now: Date): Promise<void> {
  const material = (name: string, more: object) => saveMaterial(tx, admin, MaterialForm.parse({ name, ...more }), now);
  await material('营业执照', { kinds: ['NEW'], customerType: '2', sort: 1, note: '最新的正本或副本' });
  await material('近三个月对账单', { kinds: ['NEW', 'INCREASE'], required: false, sort: 2 });
  await material('最近一年财务报表', { kinds: ['NEW', 'INCREASE'], amountFrom: '500000.00', sort: 3, note: '申请50万元及以上' });
}

/** Large orders that may pass once: one let through, one refused, one that waits. */
async function makeSpecials(tx: Tx, { submitter, checker }: People, typeId: string, customerId: string | undefined, now: Date): Promise<void> {
  if (!customerId) return;
  const account = await tx
    .selectFrom('credit_account')
    .select('id')
    .where('tenant_id', '=', checker.tenantId)
    .where('credit_type_id', '=', typeId)
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  if (!account) return;
  const cases = [
    { days: 6, amount: 55_000_000n, reason: '客户要求一次发齐', decision: 'REJECT' },
    { days: 2, amount: 52_000_000n, reason: '节前备货，已与客户对账', decision: null },
    // Last, for it lets others of its size pass.
    { days: 1, amount: 50_000_000n, reason: '机场项目集中供货', decision: 'PASS' },
  ] as const;
  for (const { days, amount, reason, decision } of cases) {
    const at = new Date(now.getTime() - days * DAY);
    const { id } = await askSpecial(tx, submitter, { checkpoint: 'ORDER', customerId, accountId: account.id, amount, reason }, at);
    if (decision) await decideSpecial(tx, checker, { id, version: 1, decision, opinion: decision === 'PASS' ? '同意' : '分两批发货' }, at);
  }
}

/** An order that takes nearly all of its limit, as a rule reminds. */
async function remind(tx: Tx, submitter: Me, now: Date): Promise<void> {
  const small = await tx
    .selectFrom('credit_account')
    .select('id')
    .where('tenant_id', '=', submitter.tenantId)
    .where('status', '=', 'ACTIVE')
    .where('limit_amount', '=', 3_000_000n)
    .where('used', '=', 0n)
    .executeTakeFirst();
  const orders = [{ orderNo: 'BH-0001', amount: 2_800_000n }];
  const at = new Date(now.getTime() - 3 * DAY);
  if (small) await createUses(tx, submitter, { accountId: small.id, orders, deliver: false, bizDate: shanghaiDate(at), remark: '' }, at);
}

async function act(tx: Tx, admin: Me, customers: readonly string[], now: Date): Promise<void> {
  const [, watched] = customers;
  if (watched) await watchCustomer(tx, admin, { customerId: watched, reason: '工商变更频繁，持续关注' }, new Date(now.getTime() - 12 * DAY));
  while (await riskSome(tx, admin, now));
}
