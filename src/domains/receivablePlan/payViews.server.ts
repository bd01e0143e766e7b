import { sql } from 'kysely';
import type { z } from 'zod';
import { type ReceiptWay, receiptWays } from '~/domains/finance/receiptWay';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { pageFromAll } from '~/server/list.server';
import { FOUND_CAP, holdsNumber, writtenBefore } from '~/server/search.server';
import { instantRange } from '~/shared/dates';
import { displayYuan } from '~/shared/money';
import type { Page } from '~/shared/page';
import type { MoneyQuery, MoneyRow } from './pay.schema';
import type { MoneyKind, moneyStates } from './plan';

/** Where numbers and flow numbers of each kind are searched. */
const texts = {
  RECEIPT: ['receipt_text', 'bank_flow_no'],
  REPAYMENT: ['repay_payment_text', 'bank_ref'],
  DEPOSIT: ['enter_account_text', 'bank_flow_no'],
} as const satisfies Record<MoneyKind, readonly [string, string]>;
const kinds = Object.keys(texts) as MoneyKind[];
/** Kinds that grow with every delivery: their newest are read first. */
const cameAt = { RECEIPT: ['receipt', 'received_at'], REPAYMENT: [], DEPOSIT: ['enter_account', 'paid_at'] } as const;

/** One kind of money; each reads only its own table. */
async function moneyOf(tx: Tx, me: Me, query: MoneyQuery, kind: MoneyKind) {
  const [text, flow] = texts[kind];
  let rows = tx
    .selectFrom('money_in as o')
    .where('o.tenant_id', '=', me.tenantId)
    .where(sql<boolean>`o.kind = ${sql.lit(kind)}`);
  if (query.no) rows = rows.where(await holdsNumber(tx, 'o.id', text as 'receipt_text', 'no', query.no));
  if (query.bankFlowNo) rows = rows.where(await holdsNumber(tx, 'o.id', text as 'receipt_text', flow as 'bank_flow_no', query.bankFlowNo));
  if (query.customerId) rows = rows.where('o.customer_id', '=', query.customerId);
  // Written out: the index is for the states few have.
  if (query.status) rows = rows.where(sql<boolean>`o.status = ${sql.lit(query.status)}`);
  const came = instantRange(query.receivedStart, query.receivedEnd);
  if (came.from) rows = rows.where('o.came_at', '>=', came.from);
  if (came.before) rows = rows.where('o.came_at', '<', came.before);
  const [table, column] = cameAt[kind];
  if (came.before && table) rows = rows.where('o.created_at', '<', await writtenBefore(tx, me, table, column, came.before));
  return rows;
}
const asked = (tx: Tx, me: Me, query: MoneyQuery) => Promise.all((query.kind ? [query.kind as MoneyKind] : kinds).map((kind) => moneyOf(tx, me, query, kind)));

/** 回款信息: receipts, repayments of credit and entries into the fund account, the newest first. */
export async function moneyPage(tx: Tx, me: Me, query: MoneyQuery): Promise<Page<z.output<typeof MoneyRow>>> {
  return pageAmong(tx, me, query, await asked(tx, me, query));
}

async function pageAmong(tx: Tx, me: Me, query: MoneyQuery, all: Awaited<ReturnType<typeof asked>>): Promise<Page<z.output<typeof MoneyRow>>> {
  const parts = all.map((rows) =>
    rows.select([
      'o.id',
      'o.kind',
      'o.no',
      'o.customer_id as customerId',
      'o.amount',
      'o.unapplied',
      'o.pay_way as payWay',
      'o.flow_no as bankFlowNo',
      'o.payer',
      'o.came_at as receivedAt',
      'o.status',
      'o.creator',
      'o.created_at as createdAt',
      // As the order of all kinds together knows them.
      'o.came_at',
      'o.created_at',
    ]),
  );
  const page = await pageFromAll(tx, parts, query.no || query.bankFlowNo ? { countTo: FOUND_CAP, ...query } : query, {
    sort: { no: 'o.no', amount: 'o.amount', receivedAt: 'o.came_at', createdAt: 'o.created_at' },
    initial: [['o.created_at', 'desc']],
    tiebreak: 'o.id',
    neverNull: ['o.no', 'o.amount', 'o.came_at'],
  });
  const names = await namesOf(tx, me, [...new Set(page.pagedRecords.map((row) => row.customerId as string))]);
  return {
    ...page,
    pagedRecords: page.pagedRecords.map((row) => ({
      id: row.id as string,
      kind: row.kind as MoneyKind,
      no: row.no as string,
      customerId: row.customerId as string,
      customerName: names.get(row.customerId as string) ?? '',
      amount: BigInt(row.amount as bigint),
      unapplied: row.status === 'REVERSED' ? 0n : BigInt(row.unapplied as bigint),
      applied: row.status === 'REVERSED' ? 0n : BigInt(row.amount as bigint) - BigInt(row.unapplied as bigint),
      payWay: wayName(row.payWay as string),
      bankFlowNo: row.bankFlowNo as string,
      payer: row.payer as string,
      receivedAt: new Date(row.receivedAt as Date),
      status: row.status as keyof typeof moneyStates,
      creator: row.creator as string,
      createdAt: new Date(row.createdAt as Date),
    })),
  };
}

const wayName = (way: string): string => receiptWays[way as ReceiptWay] ?? '其他';

async function namesOf(tx: Tx, me: Me, ids: readonly string[]): Promise<Map<string, string>> {
  if (!ids.length) return new Map();
  const rows = await tx
    .selectFrom('customer')
    .select(['id', 'name'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map((row) => [row.id, row.name]));
}

/** With sums of what counts. */
export async function listMoney(tx: Tx, me: Me, query: MoneyQuery): Promise<Page<z.output<typeof MoneyRow>>> {
  const all = await asked(tx, me, query);
  const page = await pageAmong(tx, me, query, all);
  // More than can be counted is not added up either.
  if (page.capped) return page;
  const sums = await Promise.all(
    all.map((rows) =>
      rows
        .where('o.status', '=', 'CONFIRMED')
        .select([sql<string>`coalesce(sum(o.amount), 0)::text`.as('amount'), sql<string>`coalesce(sum(o.unapplied), 0)::text`.as('unapplied')])
        .executeTakeFirstOrThrow(),
    ),
  );
  const amount = sums.reduce((sum, one) => sum + BigInt(one.amount), 0n);
  const unapplied = sums.reduce((sum, one) => sum + BigInt(one.unapplied), 0n);
  return { ...page, totals: { amount: displayYuan(amount), applied: displayYuan(amount - unapplied), unapplied: displayYuan(unapplied) } };
}
