import { postLedger } from '~/domains/finance/fund.server';
import type { Me } from '~/portal/me';
import type { Opened } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { as } from './stock';

/** A posting on what a customer owes, as deliveries (more) and receipts (less) make it. Answers the document's id. */
export async function owe(opened: Opened, me: Me, customerId: string, bizDate: string, amount: bigint, no = 'FH'): Promise<string> {
  const id = newId();
  const [kind, size] = amount > 0n ? ['DELIVERY', amount] : ['RECEIPT', -amount];
  const owed = { account: '1122', customerId } as const;
  const other = { account: amount > 0n ? '6001' : '1002', customerId } as const;
  const [dr, cr] = amount > 0n ? [owed, other] : [other, owed];
  await as(opened, me, (tx) =>
    postLedger(tx, me, {
      kind: kind as string,
      bizType: 'RECEIVABLE',
      bizId: id,
      bizNo: `${no}${id.slice(-6)}`,
      bizDate,
      idemKey: id,
      memo: '测试',
      entries: [
        { ...dr, dr: size as bigint },
        { ...cr, cr: size as bigint },
      ],
    }),
  );
  return id;
}

/** Another member of the same company. */
export async function colleagueOf(opened: Opened, me: Me): Promise<Me> {
  const accountId = newId();
  await opened.pool.query("insert into account (id, login_account, mobile, name, user_type, password_hash) values ($1, $2, $2, '复核员', 1, 'x')", [
    accountId,
    `138${accountId.slice(-8).replace(/\D/g, '1')}`,
  ]);
  return { ...me, accountId, name: '复核员', memberId: newId() };
}
