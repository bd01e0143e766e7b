import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import { FUND_MANAGE } from '~/portal/permissions';
import type { Tx } from '~/server/db.server';
import { type Difference, defineProof } from '~/server/proof.server';
import { formatYuan } from '~/shared/money';

/** A figure of a fund account, hold or posting that differs from what the books say; 分. */
export interface FundDifference {
  id: string;
  /** Customer, hold number or document number. */
  name: string;
  figure: string;
  balance: bigint;
  proof: bigint;
}

/** Recomputes accounts from entries, held from open holds, holds from their events, after_posted chains, and Σdr = Σcr of every posting. */
export async function proveFunds(tx: Tx, me: Pick<Me, 'tenantId'>): Promise<FundDifference[]> {
  const { rows } = await sql<FundDifference>`
    with t as (select ${me.tenantId}::bigint as id),
    entries as (select e.* from ledger_entry e join t on e.tenant_id = t.id),
    posted as (select fund_account_id, sum(cr - dr)::bigint as total from entries where fund_account_id is not null group by 1),
    held as (select h.account_id, sum(h.amount - h.captured - h.released) filter (where not h.advanced)::bigint as total from fund_hold h join t on h.tenant_id = t.id group by 1),
    events as (
      select v.hold_id, sum(case v.action when 'HOLD' then v.amount else -v.amount end)::bigint as open
      from hold_event v join t on v.tenant_id = t.id group by 1
    )
    select a.id, c.name, f.figure, f.balance, f.proof
    from fund_account a join t on a.tenant_id = t.id
    join customer c on c.tenant_id = a.tenant_id and c.id = a.customer_id
    left join posted p on p.fund_account_id = a.id
    left join held h on h.account_id = a.id
    cross join lateral (values ('账户余额（分录合计）', a.posted, coalesce(p.total, 0)), ('冻结金额（未完成冻结合计）', a.held, coalesce(h.total, 0))) as f(figure, balance, proof)
    where f.balance <> f.proof
    union all
    select h.id, h.no, '冻结剩余（冻结事件合计）', h.amount - h.captured - h.released, coalesce(v.open, 0)
    from fund_hold h join t on h.tenant_id = t.id left join events v on v.hold_id = h.id
    where h.amount - h.captured - h.released <> coalesce(v.open, 0)
    union all
    select (select min(h.id::text)::uuid from fund_hold h join t on h.tenant_id = t.id), '订单已扣款', '未发货的已扣款（分录合计）', v.open, v.booked
    from (select coalesce((select sum(h.amount - h.captured - h.released) from fund_hold h join t on h.tenant_id = t.id where h.advanced), 0)::bigint as open,
      coalesce((select sum(e.cr - e.dr) from entries e where e.account_code = '2205'), 0)::bigint as booked) v where v.open <> v.booked
    union all
    select x.id, x.biz_no, '借贷合计', sum(e.dr)::bigint, sum(e.cr)::bigint
    from ledger_txn x join t on x.tenant_id = t.id left join entries e on e.txn_id = x.id
    group by x.id, x.biz_no having coalesce(sum(e.dr), 0) <> coalesce(sum(e.cr), 0) or count(e.id) < 2`.execute(tx);
  return rows;
}

export const inYuan = ({ balance, proof, ...one }: FundDifference): Difference => ({ ...one, balance: formatYuan(balance), proof: formatYuan(proof) });

defineProof({
  key: 'fund',
  book: '资金',
  title: '账户余额与分录、冻结与冻结事件、每笔凭证的借贷',
  see: FUND_MANAGE,
  of: 'customers',
  run: async (tx, me) => {
    const { rows } = await sql<{ n: number }>`
      select ((select count(*) from fund_account where tenant_id = ${me.tenantId}) + (select count(*) from fund_hold where tenant_id = ${me.tenantId})
        + (select count(*) from ledger_txn where tenant_id = ${me.tenantId}))::int as n`.execute(tx);
    return { compared: rows[0]?.n ?? 0, differences: (await proveFunds(tx, me)).map(inYuan) };
  },
});
