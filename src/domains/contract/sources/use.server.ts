import { sql } from 'kysely';
import { type Terms, termsWords } from '~/domains/credit/terms';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { literally } from '~/server/list.server';
import { formatYuan } from '~/shared/money';
import { notFound, refuse } from '~/shared/refusal';
import { saidYuan } from '~/shared/said';
import { defineContractBusiness } from '../business.server';

interface Row {
  no: string;
  customer_id: string;
  customer: string;
  type: string;
  order_no: string;
  amount: bigint;
  terms: Partial<Terms>;
  started_on: string | null;
  status: string;
}
const STANDS = ['HELD', 'IN_USE'];

async function useOf(tx: Tx, me: Pick<Me, 'tenantId'>, id: string): Promise<Row> {
  const { rows } = await sql<Row>`select o.no, o.customer_id, c.name as customer, t.name as type, coalesce(s.no, o.order_no) as order_no,
      o.amount - o.released as amount, o.terms, o.started_on::text as started_on, o.status
    from credit_order o join credit_account a on a.tenant_id = o.tenant_id and a.id = o.account_id
    join credit_type t on t.tenant_id = a.tenant_id and t.id = a.credit_type_id join customer c on c.tenant_id = o.tenant_id and c.id = o.customer_id
    left join sales_order s on s.tenant_id = o.tenant_id and s.id = o.order_id
    where o.tenant_id = ${me.tenantId} and o.id = ${id}`.execute(tx);
  return rows[0] ?? notFound('该用信单');
}

/** 用信确认书: the customer confirms one use of credit with its terms; goods of its order wait for that. */
defineContractBusiness({
  kind: 'USE',
  type: 'credit_order',
  async snapshot(tx, me, id) {
    const row = await useOf(tx, me, id);
    if (!STANDS.includes(row.status)) refuse('CONTRACT_RULE', `用信单${row.no}已取消、结清或核销，不能发起用信确认书`);
    const terms = row.terms.way ? termsWords(row.terms as Terms) : '';
    return {
      no: row.no,
      title: `${row.customer}用信确认书（${row.no}）`.slice(0, 100),
      customerId: row.customer_id,
      amount: row.amount,
      values: {
        用信单号: row.no,
        订单编号: row.order_no,
        授信类型: row.type,
        用信金额: formatYuan(row.amount),
        还款条款: terms,
        起息日: row.started_on ?? '首次发货之日',
      },
      tables: {},
    };
  },
  async options(tx, me, { word, customerId }) {
    let rows = tx
      .selectFrom('credit_order')
      .select(['id', 'no', 'order_no', 'amount'])
      .where('tenant_id', '=', me.tenantId)
      .where('status', 'in', STANDS as never);
    if (customerId) rows = rows.where('customer_id', '=', customerId);
    if (word) rows = rows.where('no', 'ilike', `%${literally(word)}%`);
    const found = await rows.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(20).execute();
    return found.map((row) => ({ id: row.id, no: row.no, note: `${saidYuan(row.amount)}元` }));
  },
  async mustStand(tx, me, contract) {
    const row = await useOf(tx, me, contract.bizId);
    if (!STANDS.includes(row.status)) refuse('CONTRACT_STATE', `合同${contract.no}关联的用信单${row.no}已取消、结清或核销，不能再签署，请撤销合同`);
  },
});
