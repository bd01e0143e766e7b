import { thawAccount } from '~/domains/credit/freeze.server';
import { openAccount, renewAccount, setLine } from '~/domains/credit/line.server';
import type { Terms } from '~/domains/credit/terms';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { addDays, shanghaiDate } from '~/shared/dates';
import { refuse } from '~/shared/refusal';
import { saidYuan } from '~/shared/said';
import { type ApplyKind, applyKinds, problemOf } from './apply';
import { type Apply, applies, grantedOf, standingOf } from './applyStore.server';

/** What passing an application does to the account, in the same transaction. The account is looked at again: it may have changed since. */
export async function takeEffect(tx: Tx, me: Me, doc: Apply, now: Date): Promise<string> {
  const today = shanghaiDate(now);
  const account = await standingOf(tx, me, { customerId: doc.customer_id, creditTypeId: doc.credit_type_id });
  const kind = doc.kind as ApplyKind;
  const amount = grantedOf(doc);
  const problem = problemOf({ kind, requested: amount, validFrom: doc.valid_from, validTo: doc.valid_to }, account, today, saidYuan);
  if (problem) refuse('CREDIT_STATE', `${applies.title(doc)}不能通过：${problem}`);
  const source = { type: 'credit_apply', id: doc.id, no: doc.no };
  const reason = `${applyKinds[kind]}${doc.reason ? `：${doc.reason}` : ''}`;
  const from = doc.valid_from !== null && doc.valid_from > today ? doc.valid_from : today;
  if (kind === 'NEW') {
    const opened = await openAccount(
      tx,
      me,
      {
        customerId: doc.customer_id,
        creditTypeId: doc.credit_type_id,
        limit: amount,
        validFrom: from,
        validTo: doc.valid_to,
        terms: doc.terms as Partial<Terms>,
        reason,
        source,
        ...(doc.per_order_limit === null ? {} : { perOrderLimit: doc.per_order_limit }),
      },
      now,
    );
    return opened.id;
  }
  const accountId = account?.id ?? '';
  if (kind === 'INCREASE' || kind === 'DECREASE')
    await setLine(tx, me, accountId, { kind: 'BASE', amount, validFrom: today, validTo: null, reason, source }, now);
  if (kind === 'TEMP') await setLine(tx, me, accountId, { kind: 'TEMP', amount, validFrom: from, validTo: doc.valid_to, reason, source }, now);
  if (kind === 'RENEW') await renewAccount(tx, me, accountId, { validTo: doc.valid_to, reason, source }, now);
  if (kind === 'EXPIRE') await renewAccount(tx, me, accountId, { validTo: addDays(today, -1), reason, source }, now);
  if (kind === 'UNFREEZE') await thawAccount(tx, me, { accountId, reason: `${reason}（${doc.no}）` }, now);
  return accountId;
}
