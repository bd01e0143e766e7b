import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import { FUND_MANAGE } from '~/portal/permissions';
import type { Tx } from '~/server/db.server';
import { type Difference, defineProof } from '~/server/proof.server';
import { formatYuan } from '~/shared/money';

interface Found {
  id: string;
  name: string;
  figure: string;
  balance: bigint;
  proof: bigint;
}

/** Every statement that was sent: sums of its lines, its chain, the ledger of its period, and that nobody changed what was sealed. */
export async function proveStatements(tx: Tx, me: Pick<Me, 'tenantId'>): Promise<{ compared: number; differences: Difference[] }> {
  const { rows } = await sql<Found>`
    with sent as (select * from statement where tenant_id = ${me.tenantId} and status in ('SENT', 'DISPUTED', 'CONFIRMED')),
    summed as (
      select l.statement_id, sum(l.debit)::bigint as debit, sum(l.credit)::bigint as credit, count(*) as n
      from statement_line l join sent s on s.id = l.statement_id where l.tenant_id = ${me.tenantId} group by 1
    ),
    moves as (
      select e.customer_id, t.biz_date, sum(e.dr - e.cr) as moved from ledger_entry e join ledger_txn t on t.tenant_id = e.tenant_id and t.id = e.txn_id
      where e.tenant_id = ${me.tenantId} and e.account_code = '1122' group by 1, 2
    ),
    owed as (select s.id, coalesce(sum(m.moved), 0)::bigint as total from sent s left join moves m on m.customer_id = s.debtor_id and m.biz_date <= s.period_end group by 1),
    chained as (select id, lag(closing) over line as before, lag(period_end) over line as until from sent window line as (partition by debtor_id order by period_end))
    select s.id, s.no as name, f.figure, f.balance, f.proof
    from sent s left join summed m on m.statement_id = s.id join owed o on o.id = s.id join chained c on c.id = s.id
    cross join lateral (values
      ('本期增加（明细合计）', s.debit, coalesce(m.debit, 0)), ('本期减少（明细合计）', s.credit, coalesce(m.credit, 0)),
      ('期末（账上应收）', s.closing, o.total), ('期初（上期期末）', s.opening, coalesce(c.before, s.opening)),
      ('行数', s.line_count::bigint, coalesce(m.n, 0))) as f(figure, balance, proof)
    where f.balance <> f.proof`.execute(tx);
  const { rows: broken } = await sql<{ id: string; no: string; hash: string; seal: string }>`
    select s.id, s.no, s.hash, statement_seal(s.id) as seal from statement s
    where s.tenant_id = ${me.tenantId} and s.status in ('SENT', 'DISPUTED', 'CONFIRMED') and s.hash <> statement_seal(s.id)`.execute(tx);
  const { rows: counted } = await sql<{ n: number }>`
    select count(*)::int as n from statement where tenant_id = ${me.tenantId} and status in ('SENT', 'DISPUTED', 'CONFIRMED')`.execute(tx);
  return {
    compared: counted[0]?.n ?? 0,
    differences: [
      ...rows.map(({ balance, proof, ...row }) => ({
        ...row,
        balance: row.figure === '行数' ? String(balance) : formatYuan(balance),
        proof: row.figure === '行数' ? String(proof) : formatYuan(proof),
      })),
      ...broken.map(({ id, no, hash, seal }) => ({ id, name: no, figure: '封存哈希', balance: hash.slice(0, 12), proof: seal.slice(0, 12) })),
    ],
  };
}

defineProof({
  key: 'statement',
  book: '对账单',
  title: '已发送对账单的合计、衔接、账上应收与封存内容',
  see: FUND_MANAGE,
  of: 'customers',
  subject: 'statement',
  run: proveStatements,
});
