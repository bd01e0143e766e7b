import { sql } from 'kysely';
import { defineContractBusiness } from '~/domains/contract/business.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { mustStand } from '~/server/document.server';
import { literally } from '~/server/list.server';
import { isDate } from '~/shared/dates';
import { displayYuan, formatYuan } from '~/shared/money';
import { notFound, refuse } from '~/shared/refusal';
import { saidYuan } from '~/shared/said';
import { type CaseState, caseStates, isOpenCase } from './case';
import { addPromise, cancelPromise } from './caseActions.server';

/** The field of the template that says until when. */
const UNTIL = '承诺还清日';
const PLAN = '还款安排';

const madeBy = (no: string): string => `还款承诺书${no}`;

interface Row {
  no: string;
  customer_id: string;
  customer: string;
  status: string;
  open_amount: bigint;
  overdue_amount: bigint;
}
async function caseOf(tx: Tx, me: Pick<Me, 'tenantId'>, id: string): Promise<Row> {
  const { rows } = await sql<Row>`select u.no, u.customer_id, c.name as customer, u.status, u.open_amount, u.overdue_amount
    from urge_case u join customer c on c.tenant_id = u.tenant_id and c.id = u.customer_id where u.tenant_id = ${me.tenantId} and u.id = ${id}`.execute(tx);
  return rows[0] ?? notFound('该催收案件');
}

/** 还款承诺书: what a debtor signs is a promise of the case, and kept or broken like any other. */
defineContractBusiness({
  kind: 'PROMISE',
  type: 'urge_case',
  ofItsDay: true,
  async snapshot(tx, me, id) {
    const row = await caseOf(tx, me, id);
    const standing = { title: `催收案件${row.no}`, state: row.status as CaseState, names: caseStates, reason: 'CONTRACT_RULE' } as const;
    mustStand(standing, isOpenCase, '发起还款承诺书');
    return {
      no: row.no,
      title: `${row.customer}还款承诺书（${row.no}）`.slice(0, 100),
      customerId: row.customer_id,
      amount: row.overdue_amount > 0n ? row.overdue_amount : row.open_amount,
      values: {
        催收案件号: row.no,
        欠款说明: `未收货款合计${displayYuan(row.open_amount)}元`,
        欠款金额: formatYuan(row.open_amount),
        逾期金额: formatYuan(row.overdue_amount),
      },
      tables: {},
    };
  },
  async options(tx, me, { word, customerId }) {
    let rows = tx
      .selectFrom('urge_case')
      .innerJoin('customer', (on) => on.onRef('customer.tenant_id', '=', 'urge_case.tenant_id').onRef('customer.id', '=', 'urge_case.customer_id'))
      .select(['urge_case.id', 'urge_case.no', 'urge_case.overdue_amount as overdue', 'customer.name'])
      .where('urge_case.tenant_id', '=', me.tenantId)
      .where('urge_case.closed_at', 'is', null);
    if (customerId) rows = rows.where('urge_case.customer_id', '=', customerId);
    if (word) rows = rows.where('urge_case.no', 'ilike', `%${literally(word)}%`);
    const found = await rows.orderBy('urge_case.created_at', 'desc').orderBy('urge_case.id', 'desc').limit(20).execute();
    return found.map((row) => ({ id: row.id, no: row.no, note: `${row.name}，逾期${saidYuan(row.overdue)}元` }));
  },
  async mustStand(tx, me, contract) {
    const row = await caseOf(tx, me, contract.bizId);
    if (!isOpenCase(row.status))
      refuse('CONTRACT_STATE', `合同${contract.no}关联的催收案件${row.no}已${caseStates[row.status as CaseState]}，不能再签署，请撤销合同`);
    if (!isDate(contract.own[UNTIL] ?? '')) refuse('CONTRACT_RULE', `合同${contract.no}没有填写“${UNTIL}”，签署后无法登记还款承诺，请使用带该填写项的模板`);
    if (!contract.amount) refuse('CONTRACT_RULE', `合同${contract.no}没有填写承诺归还的金额，签署后无法登记还款承诺`);
  },
  async rescinded(tx, me, contract, now) {
    const open = await tx
      .selectFrom('urge_promise')
      .select('id')
      .where('tenant_id', '=', me.tenantId)
      .where('case_id', '=', contract.bizId)
      .where('status', '=', 'OPEN')
      .where('remark', 'like', `${madeBy(contract.no)}%`)
      .executeTakeFirst();
    if (open) await cancelPromise(tx, me, { id: contract.bizId, promiseId: open.id, broken: false, reason: `${madeBy(contract.no)}已解约` }, now);
  },
  async signed(tx, me, contract, now) {
    await addPromise(
      tx,
      me,
      {
        id: contract.bizId,
        amount: contract.amount as bigint,
        dueOn: contract.own[UNTIL] as string,
        contact: '',
        remark: `${madeBy(contract.no)}${contract.own[PLAN] ? `：${contract.own[PLAN]}` : ''}`.slice(0, 200),
      },
      now,
    );
  },
});
