import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import { URGE_MANAGE } from '~/portal/permissions';
import type { Tx } from '~/server/db.server';
import { type Difference, defineProof } from '~/server/proof.server';
import { saidYuan } from '~/shared/said';
import { notGivenUp, stillOpen } from './caseStore.server';

interface Row {
  id: string;
  no: string;
  figure: string;
  balance: string;
  proof: string;
}
/**
 * Open cases against the book of debts: what a case says is owed and disputed is what stands there by item, but for what was given up as bad before;
 * whoever owes nothing has no open case, nothing was sent to who owed nothing, and each step was taken in order.
 */
export async function proveCases(tx: Tx, me: Pick<Me, 'tenantId'>): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with own as (select c.id, c.no, c.customer_id, c.open_amount, c.disputed_amount, c.status, c.source from urge_case c where c.tenant_id = ${me.tenantId} and ${stillOpen('c')}),
    owed as (select o.customer_id, sum(o.outstanding)::bigint as open, sum(o.disputed)::bigint as disputed from open_item o join own on own.customer_id = o.customer_id
      where o.tenant_id = ${me.tenantId} and o.outstanding > 0 and (own.source = 'MANUAL' or ${notGivenUp(sql.ref('o.item_id'), me.tenantId)}) group by 1)
    select own.id, own.no, f.figure, f.balance::text, f.proof::text from own left join owed on owed.customer_id = own.customer_id
    cross join lateral (values ('案件未收（逐笔应收合计）', own.open_amount, coalesce(owed.open, 0)), ('案件争议（逐笔争议合计）', own.disputed_amount, coalesce(owed.disputed, 0))) as f(figure, balance, proof)
    where f.balance <> f.proof
    union all
    select own.id, own.no, '待履约承诺（案件承诺）', (own.status = 'PROMISED')::int::text, '1' from own
    where own.status not in ('PROMISED', 'ESCALATED') and exists (select from urge_promise p where p.tenant_id = ${me.tenantId} and p.case_id = own.id and p.status = 'OPEN')
    union all
    select s.case_id, c.no, '步骤序号（前一步）', s.step_no::text, coalesce((select max(b.step_no) from urge_send b where b.tenant_id = s.tenant_id and b.case_id = s.case_id
      and b.cycle_no = s.cycle_no and b.created_at < s.created_at), 0)::text
    from urge_send s join own c on c.id = s.case_id where s.tenant_id = ${me.tenantId} and s.repeat_no = 0
      and exists (select from urge_send l where l.tenant_id = s.tenant_id and l.case_id = s.case_id and l.cycle_no = s.cycle_no and l.step_no > s.step_no and l.created_at < s.created_at)`.execute(
    tx,
  );
  return rows;
}

const amounts = new Set(['案件未收（逐笔应收合计）', '案件争议（逐笔争议合计）']);
const shown = ({ id, no, figure, balance, proof }: Row): Difference => {
  const words = (value: string) => (amounts.has(figure) ? `${saidYuan(BigInt(value))}元` : value);
  return { id, name: no, figure, balance: words(balance), proof: words(proof) };
};

defineProof({
  key: 'collection',
  book: '催收案件',
  title: '催收案件的未收与争议、承诺与步骤，与逐笔应收和发送记录',
  see: URGE_MANAGE,
  of: 'customers',
  subject: 'urge_case',
  run: async (tx, me) => {
    const { rows } = await sql<{
      n: number;
    }>`select count(*)::int as n from urge_case where tenant_id = ${me.tenantId} and ${stillOpen()}`.execute(tx);
    return { compared: rows[0]?.n ?? 0, differences: (await proveCases(tx, me)).map(shown) };
  },
});
