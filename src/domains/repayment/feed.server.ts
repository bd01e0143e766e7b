import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { holdsAny, isDealer, type Me } from '~/portal/me';
import { CREDIT_REPAY } from '~/portal/permissions';
import { audit } from '~/server/audit.server';
import { database, type Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import type { FileAnswer } from '~/server/serve.server';
import { scopeOf } from '~/server/serve.server';
import { loadMe } from '~/server/session.server';
import { addDays, shanghaiDate } from '~/shared/dates';
import { displayYuan } from '~/shared/money';
import { notFound } from '~/shared/refusal';
import { items } from './itemViews.server';
import * as subjects from './subjects';

/** 订阅: a calendar programme reads due days under an address nobody guesses; it shows what its owner sees at the time, and nothing once they may not. */

const AHEAD_DAYS = 400;
const BACK_DAYS = 60;
const hashed = (key: string): string => createHash('sha256').update(key).digest('base64url');

/** A new address; one made before ends. */
export async function makeFeed(tx: Tx, me: Me, now: Date): Promise<{ path: string }> {
  const key = randomBytes(24).toString('base64url');
  const row = { customer_id: me.customerId, secret_hash: hashed(key), created_at: now, read_at: null };
  await tx
    .insertInto('repay_feed')
    .values({ tenant_id: me.tenantId, id: newId(), account_id: me.accountId, ...row })
    .onConflict((on) => on.columns(['tenant_id', 'account_id']).doUpdateSet(row))
    .execute();
  await audit(tx, me, { action: '生成还款日历订阅地址', subject: subjects.payment, id: '', no: '' });
  return { path: `/web/saas-credit/v1/credit/creditrepaymentplan/ics?key=${key}` };
}

export async function dropFeed(tx: Tx, me: Me): Promise<Record<string, never>> {
  await tx.deleteFrom('repay_feed').where('tenant_id', '=', me.tenantId).where('account_id', '=', me.accountId).execute();
  return {};
}

export async function readFeed(key: string, now: Date): Promise<FileAnswer> {
  const me = await database().inSystem(async (tx) => {
    const feed = await tx.selectFrom('repay_feed').select(['tenant_id', 'account_id', 'customer_id']).where('secret_hash', '=', hashed(key)).executeTakeFirst();
    const person = feed && (await loadMe(tx, feed.account_id, feed.tenant_id, feed.customer_id === null ? '1' : '2'));
    return person && person.tenantId === feed.tenant_id && person.customerId === feed.customer_id ? person : null;
  });
  if (!me || !(isDealer(me) || holdsAny(me, CREDIT_REPAY))) notFound('该订阅');
  const text = await database().inTenant(scopeOf(me), (tx) => calendarOf(tx, me, now), { readOnly: true });
  return { name: 'repayment.ics', mime: 'text/calendar; charset=utf-8', bytes: new TextEncoder().encode(text) } as unknown as FileAnswer;
}

/** One entry a day and customer; whoever does not see amounts reads how many only. */
async function calendarOf(tx: Tx, me: Me, now: Date): Promise<string> {
  const today = shanghaiDate(now);
  const rows = await items(tx, me)
    .select([
      'i.due_on as day',
      'i.customer_id as customerId',
      'c.name',
      sql<number>`count(*)::int`.as('count'),
      sql<string>`sum(i.open_principal)::text`.as('owed'),
    ])
    .where('i.settled_on', 'is', null)
    .where('i.principal', '>', 0n)
    .where('i.due_on', '>=', addDays(today, -BACK_DAYS))
    .where('i.due_on', '<=', addDays(today, AHEAD_DAYS))
    .groupBy(['i.due_on', 'i.customer_id', 'c.name'])
    .orderBy('i.due_on')
    .limit(5000)
    .execute();
  const hidden = me.hidden?.includes('amount') === true;
  const stamp = `${now.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
  const events = rows.flatMap((row) => [
    'BEGIN:VEVENT',
    `UID:${row.day}-${row.customerId}@repayment`,
    `DTSTAMP:${stamp}`,
    `DTSTART;VALUE=DATE:${row.day.replaceAll('-', '')}`,
    `DTEND;VALUE=DATE:${addDays(row.day, 1).replaceAll('-', '')}`,
    `SUMMARY:${escaped(`${isDealer(me) ? '' : `${row.name} `}应还${row.count}期${hidden ? '' : ` ${displayYuan(BigInt(row.owed))}元`}`)}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]);
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//repayment calendar//ZH',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'X-WR-CALNAME:还款日历',
    ...events,
    'END:VCALENDAR',
    '',
  ];
  return lines.map(folded).join('\r\n');
}

const escaped = (text: string): string => text.replace(/([\\;,])/g, '\\$1').replace(/\r?\n/g, '\\n');

/** Lines of at most 75 bytes, as the format asks; never within a character. */
export function folded(line: string): string {
  const parts: string[] = [];
  let part = '';
  for (const char of line) {
    if (Buffer.byteLength(part + char) > (parts.length ? 74 : 75)) {
      parts.push(part);
      part = '';
    }
    part += char;
  }
  return [...parts, part].join('\r\n ');
}
