import { actorName, type Me } from '~/portal/me';
import { FUND_ENTER } from '~/portal/permissions';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { newId } from '~/server/ids.server';
import { type Applied, defineImport, type ImportMode, type ImportRow, type Report } from '~/server/import.server';
import { fingerprint, seal } from '~/server/secrets.server';
import { startOfDay } from '~/shared/dates';
import { formatYuan } from '~/shared/money';
import { refuse } from '~/shared/refusal';
import { saidYuan } from '~/shared/said';
import { type BankColumns, bankColumns } from './bankColumns.server';
import { netReversals } from './bankLines.server';
import { payerMatcher } from './bankMatch';
import { knownMoney } from './knownMoney.server';

type Row = ImportRow<BankColumns>;

interface Line {
  flowNo: string;
  tradedAt: Date;
  /** Below 0: a credit taken back in red. */
  amount: bigint;
  payer: string;
  account: string;
  summary: string;
}
interface Plan {
  /** Row number to the line it becomes; rows of payments out, of notes and of lines already here have none. */
  lines: Map<number, Line>;
}

const accountUse = (me: Pick<Me, 'tenantId'>): string => `bank_line.payer_account/${me.tenantId}`;

/** 导入银行流水: what came in, whatever the bank's columns are called. Lines already here are passed over, so statements may overlap. */
export const bankStatementImport = defineImport<BankColumns, Plan>({
  type: 'bankLine',
  title: '银行流水',
  permission: FUND_ENTER,
  modes: ['MERGE', 'INSERT'],
  columns: bankColumns,
  notes: [
    '可直接上传网上银行下载的明细：列名按工、农、中、建、交、招等银行及微信、支付宝账单自动识别，其余列忽略。',
    '支出、合计等行自动跳过；合并方式下已导入或已登记的流水自动跳过。',
    '红字（负数）贷方为银行冲正，会与原流水相互抵消。',
  ],
  async validate(tx, me, { rows, mode, has, report, now }) {
    if (!has('at') && !has('day') && !has('booked')) refuse('IMPORT_FILE', '文件缺少“交易时间”或“交易日期”列，无法识别为银行流水');
    if (!has('credit') && !has('amount')) refuse('IMPORT_FILE', '文件缺少“贷方发生额（收入）”或“交易金额”列，无法识别为银行流水');
    const plan: Plan = { lines: new Map() };
    for (const row of rows) {
      const line = lineOf(row, report, now);
      if (line) plan.lines.set(row.rowNumber, line);
    }
    refuseRepeats(rows, plan, report);
    await passKnown(tx, me, { rows, plan, mode }, report);
    return plan;
  },
  effect: (plan, row) => (plan.lines.has(row.rowNumber) ? 'NEW' : 'PASSED'),
  apply,
  async undo(tx, me, undo: { ids: string[] }) {
    const lines = await tx
      .selectFrom('bank_line')
      .select(['flow_no', 'status'])
      .where('tenant_id', '=', me.tenantId)
      .where('id', '=', anyOf(undo.ids))
      .orderBy('id')
      .forUpdate()
      .execute();
    const used = lines.find((line) => line.status === 'ENTERED');
    if (used) refuse('IMPORT_STATE', `流水${used.flow_no}已生成入账单，不能撤销导入；请先驳回该入账单`);
    await tx.deleteFrom('bank_line').where('tenant_id', '=', me.tenantId).where('id', '=', anyOf(undo.ids)).execute();
  },
});

function lineOf(row: Row, report: Report<BankColumns>, now: Date): Line | null {
  const { value, bad } = row;
  const note = value.at?.note || value.day?.note || value.booked?.note;
  const amount = incoming(value);
  if (note || amount === 0n || bad.has('credit') || bad.has('debit') || bad.has('amount')) return null;
  const day = value.at?.day ?? value.day?.day ?? value.booked?.day;
  if (!day) {
    if (!bad.has('at') && !bad.has('day') && !bad.has('booked')) report(row, 'day', '不能为空');
    return null;
  }
  const time = value.at?.time ?? value.day?.time ?? '00:00:00';
  const tradedAt = new Date(startOfDay(day).getTime() + Date.parse(`1970-01-01T${time}Z`));
  if (tradedAt > now) {
    report(row, value.at?.day ? 'at' : 'day', `${day} ${time}晚于当前时间`);
    return null;
  }
  if (bad.has('flowNo')) return null;
  const account = value.account ?? '';
  const summary = [...new Set([value.summary, value.purpose].filter(Boolean))].join('；').slice(0, 200);
  return { flowNo: value.flowNo || madeUpNo(day, time, amount, account), tradedAt, amount, payer: value.payer ?? '', account, summary };
}

/** Money in, in 分: 0 for money out and for lines without an amount. */
function incoming(value: Row['value']): bigint {
  if (value.credit) return value.credit;
  if (value.debit || !value.amount || value.direction === 'OUT') return 0n;
  return value.direction === 'IN' || value.amount > 0n ? value.amount : 0n;
}

/** Stands in for the number of banks that give none. */
const madeUpNo = (day: string, time: string, amount: bigint, account: string): string =>
  `${day.replaceAll('-', '')}${time.replaceAll(':', '')}-${formatYuan(amount)}-${account.slice(-4) || '无账号'}`;

const keyOf = (line: { flowNo: string; amount: bigint }): string => `${line.flowNo}|${line.amount > 0n}`;

function refuseRepeats(rows: readonly Row[], plan: Plan, report: Report<BankColumns>): void {
  const first = new Map<string, number>();
  for (const row of rows) {
    const line = plan.lines.get(row.rowNumber);
    if (!line) continue;
    const earlier = first.get(keyOf(line));
    if (earlier === undefined) first.set(keyOf(line), row.rowNumber);
    else report(row, 'flowNo', `“${line.flowNo}”与第${earlier}行重复`);
  }
}

/** Lines already imported, or whose payment somebody registered by hand: passed over, or reported where only new ones are allowed. */
async function passKnown(tx: Tx, me: Me, batch: { rows: readonly Row[]; plan: Plan; mode: ImportMode }, report: Report<BankColumns>): Promise<void> {
  const flowNos = [...batch.plan.lines.values()].map((line) => line.flowNo);
  const known = await knownFlows(tx, me, flowNos);
  for (const row of batch.rows) {
    const line = batch.plan.lines.get(row.rowNumber);
    const earlier = line && known.get(keyOf(line));
    if (!line || !earlier) continue;
    if (earlier.amount !== line.amount)
      report(row, 'flowNo', `“${line.flowNo}”已属于${earlier.where}，金额${saidYuan(earlier.amount)}元与本行${saidYuan(line.amount)}元不同`);
    else if (batch.mode === 'INSERT') report(row, 'flowNo', `“${line.flowNo}”已登记在${earlier.where}`);
    batch.plan.lines.delete(row.rowNumber);
  }
}

async function knownFlows(tx: Tx, me: Me, flowNos: readonly string[]): Promise<Map<string, { where: string; amount: bigint }>> {
  if (!flowNos.length) return new Map();
  const documents = await knownMoney(tx, me, flowNos);
  const lines = await tx
    .selectFrom('bank_line')
    .select(['flow_no as flowNo', 'amount'])
    .where('tenant_id', '=', me.tenantId)
    .where('flow_no', 'in', flowNos)
    .execute();
  return new Map<string, { where: string; amount: bigint }>([
    ...documents.map((one) => [keyOf(one), one] as const),
    ...lines.map((one) => [keyOf(one), { where: '已导入的银行流水', amount: one.amount }] as const),
  ]);
}

async function apply(tx: Tx, me: Me, plan: Plan, { rows, now }: { rows: readonly Row[]; now: Date }): Promise<Applied> {
  const lines = rows.flatMap((row) => plan.lines.get(row.rowNumber) ?? []);
  const match = await matcherOf(tx, me, lines);
  const values = lines.map((line) => {
    const found = line.amount > 0n ? match(line) : { customerId: null, basis: 'NONE' as const, score: 0 };
    return {
      tenant_id: me.tenantId,
      id: newId(),
      flow_no: line.flowNo,
      traded_at: line.tradedAt,
      amount: line.amount,
      payer: line.payer,
      payer_account: line.account ? seal(accountUse(me), line.account) : null,
      payer_hash: line.account ? fingerprint(accountUse(me), line.account) : null,
      payer_tail: line.account.slice(-4),
      summary: line.summary,
      customer_id: found.customerId,
      basis: found.basis,
      score: found.score,
      created_by: me.accountId,
      creator: actorName(me),
      created_at: now,
    };
  });
  for (let from = 0; from < values.length; from += 500)
    await tx
      .insertInto('bank_line')
      .values(values.slice(from, from + 500))
      .execute();
  await netReversals(tx, me, now);
  return { created: values.length, updated: 0, undo: { ids: values.map((one) => one.id) } };
}

/** Accounts are known by the payments they made before. */
async function matcherOf(tx: Tx, me: Me, lines: readonly Line[]) {
  const customers = await tx
    .selectFrom('customer')
    .select(['id', 'name', 'contact_name as contact'])
    .where('tenant_id', '=', me.tenantId)
    .where('status', '=', 'ACTIVE')
    .execute();
  const hashes = [...new Set(lines.flatMap((line) => (line.account ? [fingerprint(accountUse(me), line.account)] : [])))];
  const paidBefore = hashes.length
    ? await tx
        .selectFrom('bank_line')
        .select(['payer_hash', 'customer_id'])
        .distinctOn('payer_hash')
        .where('tenant_id', '=', me.tenantId)
        .where('payer_hash', 'in', hashes)
        .where('status', '=', 'ENTERED')
        .orderBy('payer_hash')
        .orderBy('handled_at', 'desc')
        .execute()
    : [];
  const owners = new Map(paidBefore.map((one) => [one.payer_hash, one.customer_id ?? undefined]));
  const find = payerMatcher(customers);
  return (line: Line) => find(line.payer, line.account ? owners.get(fingerprint(accountUse(me), line.account)) : undefined);
}
