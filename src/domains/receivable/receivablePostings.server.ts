import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { RAISE } from './receivable';

/**
 * Every entry, both sides, of the vouchers that made, paid, wrote off, gave back or took back the receivable: its own, those of the receipts matched with it
 * (whole, also where they pay others too) and the captures of held money. Each voucher balances, and so do all of them.
 */
export const postingsOf = (tx: Tx, me: Me, receivableId: string) =>
  tx
    .with('matched', (cte) =>
      cte
        .selectFrom('receipt_apply')
        .leftJoin('hold_event', (on) =>
          on.onRef('hold_event.tenant_id', '=', 'receipt_apply.tenant_id').onRef('hold_event.id', '=', 'receipt_apply.capture_event_id'),
        )
        .select(['receipt_apply.id', 'receipt_apply.receipt_id', 'receipt_apply.repayment_id', 'hold_event.txn_id'])
        .where('receipt_apply.tenant_id', '=', me.tenantId)
        .where('receipt_apply.receivable_id', '=', receivableId),
    )
    .selectFrom('ledger_txn')
    .innerJoin('ledger_entry', (on) => on.onRef('ledger_entry.tenant_id', '=', 'ledger_txn.tenant_id').onRef('ledger_entry.txn_id', '=', 'ledger_txn.id'))
    .select([
      'ledger_entry.id',
      'ledger_txn.posted_at as at',
      'ledger_txn.biz_date as bizDate',
      'ledger_txn.biz_no as bizNo',
      'ledger_txn.memo',
      'ledger_entry.account_code as account',
      'ledger_entry.dr',
      'ledger_entry.cr',
      'ledger_txn.actor',
    ])
    .where('ledger_txn.tenant_id', '=', me.tenantId)
    .where((where) =>
      where.or([
        where('ledger_txn.biz_id', '=', receivableId),
        // A part divided off was raised with what it was divided off from.
        where.and([
          where(
            'ledger_txn.biz_id',
            'in',
            where
              .selectFrom('receivable')
              .select('split_of')
              .where('tenant_id', '=', me.tenantId)
              .where('id', '=', receivableId)
              .where('split_of', 'is not', null)
              .$castTo<{ split_of: string }>(),
          ),
          where('ledger_txn.kind', '=', RAISE),
        ]),
        where(
          'ledger_txn.id',
          'in',
          where.selectFrom('order_refund_part').select('txn_id').where('tenant_id', '=', me.tenantId).where('receivable_id', '=', receivableId),
        ),
        where('ledger_txn.id', 'in', where.selectFrom('matched').select('txn_id').where('txn_id', 'is not', null).$castTo<{ txn_id: string }>()),
        where(
          'ledger_txn.biz_id',
          'in',
          where.selectFrom('matched').select('repayment_id').where('repayment_id', 'is not', null).$castTo<{ repayment_id: string }>(),
        ),
        where('ledger_txn.reverses_id', 'in', where.selectFrom('matched').select('txn_id').where('txn_id', 'is not', null).$castTo<{ txn_id: string }>()),
        where.and([
          where(
            'ledger_txn.biz_id',
            'in',
            where.selectFrom('matched').select('receipt_id').where('receipt_id', 'is not', null).$castTo<{ receipt_id: string }>(),
          ),
          where.or([
            where('ledger_txn.kind', '<>', 'UNAPPLY'),
            where('ledger_txn.idem_key', 'in', where.selectFrom('matched').select(sql<string>`'APPLY:' || matched.id || ':UNAPPLY'`.as('key'))),
          ]),
        ]),
      ]),
    )
    .orderBy('ledger_txn.posted_at')
    .orderBy('ledger_txn.id')
    .orderBy('ledger_entry.dr', 'desc')
    .orderBy('ledger_entry.id')
    .execute();
