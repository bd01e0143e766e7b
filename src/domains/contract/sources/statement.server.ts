import { sql } from 'kysely';
import { confirmSigned } from '~/domains/statement/answer.server';
import { periodName } from '~/domains/statement/statement';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { literally } from '~/server/list.server';
import { formatYuan } from '~/shared/money';
import { notFound, refuse } from '~/shared/refusal';
import { defineContractBusiness } from '../business.server';

interface Row {
  no: string | null;
  debtor_id: string;
  debtor_name: string;
  period_start: string;
  period_end: string;
  opening: bigint;
  debit: bigint;
  credit: bigint;
  closing: bigint;
  status: string;
}
async function statementOf(tx: Tx, me: Pick<Me, 'tenantId'>, id: string): Promise<Row> {
  const { rows } =
    await sql<Row>`select no, debtor_id, debtor_name, period_start::text as period_start, period_end::text as period_end, opening, debit, credit, closing, status
    from statement where tenant_id = ${me.tenantId} and id = ${id}`.execute(tx);
  return rows[0] ?? notFound('该对账单');
}

/** 对账确认书: the customer's signature confirms the statement. */
defineContractBusiness({
  kind: 'STATEMENT',
  type: 'statement',
  async snapshot(tx, me, id) {
    const row = await statementOf(tx, me, id);
    if (row.status !== 'SENT' || row.no === null)
      refuse('CONTRACT_RULE', `${row.debtor_name}${periodName(row.period_start, row.period_end)}的对账单不在等客户确认，不能发起对账确认书`);
    return {
      no: row.no as string,
      title: `${row.debtor_name}${periodName(row.period_start, row.period_end)}对账确认书`.slice(0, 100),
      customerId: row.debtor_id,
      amount: row.closing < 0n ? null : row.closing,
      values: {
        对账单号: row.no as string,
        账期: periodName(row.period_start, row.period_end),
        账期开始: row.period_start,
        账期截止: row.period_end,
        期初应收: formatYuan(row.opening),
        本期增加: formatYuan(row.debit),
        本期减少: formatYuan(row.credit),
        期末应收: formatYuan(row.closing),
      },
      tables: {},
    };
  },
  async options(tx, me, { word, customerId }) {
    let rows = tx
      .selectFrom('statement')
      .select(['id', 'no', 'debtor_name', 'period_start', 'period_end'])
      .where('tenant_id', '=', me.tenantId)
      .where('status', '=', 'SENT');
    if (customerId) rows = rows.where('debtor_id', '=', customerId);
    if (word) rows = rows.where('no', 'ilike', `%${literally(word)}%`);
    const found = await rows.orderBy('period_end', 'desc').orderBy('id', 'desc').limit(20).execute();
    return found.map((row) => ({ id: row.id, no: row.no ?? '', note: `${row.debtor_name} ${periodName(row.period_start, row.period_end)}` }));
  },
  async mustStand(tx, me, contract) {
    const row = await statementOf(tx, me, contract.bizId);
    if (row.status !== 'SENT') refuse('CONTRACT_STATE', `合同${contract.no}关联的对账单${row.no ?? ''}已不在等客户确认，不能再签署，请撤销合同`);
  },
  signed: (tx, me, contract, now) => confirmSigned(tx, me, contract.bizId, { no: contract.no, ip: contract.address }, now),
});
