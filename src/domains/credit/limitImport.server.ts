import type { Me } from '~/portal/me';
import { CREDIT_AUDIT } from '~/portal/permissions';
import type { Tx } from '~/server/db.server';
import { type Applied, defineImport, type ImportRow, type Report, reportRepeats } from '~/server/import.server';
import { code, date, integer, text, yuan } from '~/server/sheet/fields';
import { shanghaiDate } from '~/shared/dates';
import { refuse } from '~/shared/refusal';
import { saidYuan } from '~/shared/said';
import { lockAccount } from './account.server';
import { closeAccount } from './freeze.server';
import { openAccount, renewAccount, setLine } from './line.server';

const columns = {
  customerCode: { title: '客户编码', field: code(20), required: true, aliases: ['客户代码'], sample: 'KH00001' },
  creditType: { title: '授信类型', field: text(20), required: true, note: '填写授信类型的名称', sample: '固定额度' },
  limit: { title: '额度(元)', field: yuan({}), required: true, aliases: ['额度', '授信额度'], note: '0为无额度', sample: '500,000.00' },
  validFrom: { title: '有效期起', field: date, required: true, aliases: ['起'], sample: '2026-01-01' },
  validTo: { title: '有效期止', field: date, required: true, aliases: ['止'], sample: '2026-12-31' },
  days: { title: '账期(天)', field: integer(0, 365), note: '货到后多少天还款；留空按授信类型', sample: '30' },
  remark: { title: '备注', field: text(200), sample: '' },
};
type Row = ImportRow<typeof columns>;

interface Plan {
  customers: Map<string, string>;
  types: Map<string, string>;
  /** Accounts there are, by customer and type. */
  accounts: Map<string, { id: string; no: string; status: string }>;
}
interface Undo {
  opened: string[];
  /** What accounts that were there had, and their version after the import: whoever was changed since stays. */
  changed: { id: string; version: number; limit: string | null; validTo: string | null }[];
}
const keyOf = (customerId: string, typeId: string): string => `${customerId}/${typeId}`;

/** 额度导入: opens accounts, or gives those there are a new base limit and validity. */
export const limitImport = defineImport<typeof columns, Plan>({
  type: 'creditLimit',
  title: '授信额度',
  permission: CREDIT_AUDIT,
  modes: ['MERGE'],
  columns,
  notes: ['客户已有该类型的账户时，更新其基础额度和有效期；没有时新开账户。', '调低额度不影响已占用和已用的部分，只限制新的用信。'],
  async validate(tx, me, { rows, report }) {
    const plan = await planOf(tx, me, rows);
    for (const row of rows) checkRow(row, plan, report);
    reportRepeats(rows, ['customerCode', 'creditType'], report);
    return plan;
  },
  effect: (plan, row) => (accountAt(row, plan) ? 'CHANGED' : 'NEW'),
  apply,
  undo: (tx, me, undo: Undo, now) => undoLimits(tx, me, undo, now),
});

async function planOf(tx: Tx, me: Me, rows: readonly Row[]): Promise<Plan> {
  const codes = [...new Set(rows.flatMap(({ value }) => value.customerCode ?? []))];
  const customers = codes.length
    ? await tx.selectFrom('customer').select(['id', 'code']).where('tenant_id', '=', me.tenantId).where('code', 'in', codes).execute()
    : [];
  const types = await tx.selectFrom('credit_type').select(['id', 'name']).where('tenant_id', '=', me.tenantId).where('enabled', '=', true).execute();
  const accounts = customers.length
    ? await tx
        .selectFrom('credit_account')
        .select(['id', 'no', 'status', 'customer_id', 'credit_type_id'])
        .where('tenant_id', '=', me.tenantId)
        .where(
          'customer_id',
          'in',
          customers.map(({ id }) => id),
        )
        .where('status', '<>', 'CLOSED')
        .execute()
    : [];
  return {
    customers: new Map(customers.map(({ code: own, id }) => [own, id])),
    types: new Map(types.map(({ name, id }) => [name, id])),
    accounts: new Map(accounts.map((one) => [keyOf(one.customer_id, one.credit_type_id), one])),
  };
}

const accountAt = ({ value }: Row, plan: Plan) =>
  plan.accounts.get(keyOf(plan.customers.get(value.customerCode ?? '') ?? '', plan.types.get(value.creditType ?? '') ?? ''));

function checkRow(row: Row, plan: Plan, report: Report<typeof columns>): void {
  const { customerCode, creditType, limit, validFrom, validTo } = row.value;
  if (customerCode !== null && !plan.customers.has(customerCode)) report(row, 'customerCode', `“${customerCode}”不存在`);
  if (creditType !== null && !plan.types.has(creditType)) report(row, 'creditType', `“${creditType}”不存在或已停用`);
  if (limit !== null && limit < 0n) report(row, 'limit', '不能为负数');
  if (validFrom !== null && validTo !== null && validTo < validFrom) report(row, 'validTo', `${validTo}不能早于有效期起${validFrom}`);
}

async function apply(tx: Tx, me: Me, plan: Plan, { rows, now }: { rows: readonly Row[]; now: Date }): Promise<Applied> {
  const opened: string[] = [];
  const changed: Undo['changed'] = [];
  for (const row of rows) {
    const { limit, validFrom, validTo, days, remark } = row.value as {
      limit: bigint;
      validFrom: string;
      validTo: string;
      days: number | null;
      remark: string | null;
    };
    const terms = days === null ? {} : { terms: { days: Number(days) } };
    const account = accountAt(row, plan);
    const reason = remark || '额度导入';
    if (account) {
      const before = await lockAccount(tx, me, account.id);
      await setLine(tx, me, account.id, { kind: 'BASE', amount: limit, validFrom, validTo: null, reason }, now);
      const { version } = await renewAccount(tx, me, account.id, { validTo, reason, ...terms }, now);
      changed.push({ id: account.id, version, limit: before.base_limit === null ? null : String(before.base_limit), validTo: before.valid_to });
      continue;
    }
    const customerId = plan.customers.get(row.value.customerCode as string) as string;
    const creditTypeId = plan.types.get(row.value.creditType as string) as string;
    opened.push((await openAccount(tx, me, { customerId, creditTypeId, limit, validFrom, validTo, reason, remark: remark ?? '', ...terms }, now)).id);
  }
  return { created: opened.length, updated: changed.length, undo: { opened, changed } satisfies Undo };
}

/** New accounts nobody used are closed again; those that were there get back what they had, unless somebody changed them since. */
async function undoLimits(tx: Tx, me: Me, { opened, changed }: Undo, now: Date): Promise<void> {
  const reason = '撤销额度导入';
  for (const one of [...changed].sort((a, b) => (a.id < b.id ? -1 : 1))) {
    const account = await lockAccount(tx, me, one.id);
    if (account.version !== one.version) refuse('IMPORT_STATE', `授信账户${account.no}导入后已有变动，不能撤销导入`);
    const line = { kind: 'BASE' as const, amount: one.limit === null ? null : BigInt(one.limit), validFrom: shanghaiDate(now), validTo: null, reason };
    await setLine(tx, me, one.id, line, now);
    await renewAccount(tx, me, one.id, { validTo: one.validTo, reason }, now);
  }
  for (const id of [...opened].sort()) {
    const account = await lockAccount(tx, me, id);
    if (account.held + account.used > 0n) refuse('IMPORT_STATE', `授信账户${account.no}已占用或使用¥${saidYuan(account.held + account.used)}，不能撤销导入`);
    if (account.status !== 'CLOSED') await closeAccount(tx, me, { accountId: id, reason }, now);
  }
}
