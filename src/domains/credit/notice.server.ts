import { sql } from 'kysely';
import { href } from '~/portal/href';
import type { Me } from '~/portal/me';
import { CREDIT_QUOTA } from '~/portal/permissions';
import type { Opened, Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { type Notice, tell, tellAll } from '~/server/outbox.server';
import { forgetRows, keep } from '~/server/retention.server';
import { inEveryTenant } from '~/server/tenantChore.server';
import { addDays, shanghaiDate, shanghaiTime } from '~/shared/dates';
import { saidYuan } from '~/shared/said';
import type { Account } from './move.server';

const MY_PAGE = href('/portal/supplyChain/dealer/account', { tab: 'credit' });
/** So many days before a limit ends; a missed day is made up by the next step, never said late. */
const expirySteps = [30, 7, 1];
const HOLD_HOURS = 24;

const dealerOf = (customerId: string) => ({ side: 'dealer', customerId }) as const;
const yuan = (amount: bigint | null): string => (amount === null ? '不限' : `${saidYuan(amount)}元`);

/** What changed for the customer; reasons and people stay the factory's. Nothing is told of what stayed as it was. */
export async function tellChanges(tx: Tx, me: Me, changes: readonly { before: Account; after: Account }[]): Promise<void> {
  const told = changes.flatMap(({ before, after }) => {
    const words = wordsOf(before, after);
    return words ? [{ after, words }] : [];
  });
  if (!told.length) return;
  const types = await tx
    .selectFrom('credit_type')
    .select(['id', 'name'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', anyOf([...new Set(told.map(({ after }) => after.credit_type_id))]))
    .execute();
  const names = new Map(types.map(({ id, name }) => [id, name]));
  const notices = told.map(({ after, words: { kind, title, body } }): Notice => {
    const about = `您的${names.get(after.credit_type_id) ?? ''}账户${after.no}`;
    return { kind, title, body: `${about}${body}`, link: MY_PAGE, to: dealerOf(after.customer_id) };
  });
  await tellAll(tx, me, notices);
}

function wordsOf(before: Account, after: Account): { kind: string; title: string; body: string } | null {
  const until = after.valid_to === null ? '长期有效' : `有效期至${after.valid_to}`;
  if (before.status !== after.status) {
    if (after.status === 'FROZEN')
      return { kind: 'credit.frozen', title: '授信已冻结', body: '已冻结，暂不能用授信支付，已下的订单不受影响，请联系您的业务员' };
    if (after.status === 'EXPIRED') return { kind: 'credit.frozen', title: '授信已失效', body: `有效期已满，不能再用授信支付，请联系您的业务员续期` };
    if (after.status === 'ACTIVE' && before.status === 'FROZEN')
      return { kind: 'credit.frozen', title: '授信已恢复', body: `已解冻，可用额度${yuan(after.available)}` };
    if (after.status === 'ACTIVE') return { kind: 'credit.limit', title: '授信已生效', body: `已生效，额度${yuan(after.limit_amount)}，${until}` };
    return null;
  }
  if (after.status !== 'ACTIVE' || before.limit_amount === after.limit_amount) return null;
  return { kind: 'credit.limit', title: '授信额度调整', body: `额度由${yuan(before.limit_amount)}调整为${yuan(after.limit_amount)}，${until}` };
}

export const noticeCredit = (opened: Opened, now: Date, stop?: AbortSignal): Promise<number> =>
  inEveryTenant(opened, 'credit-notice', (tx, clock) => noticeSome(tx, clock, now), stop);

/** Limits that end in 30, 7 and 1 days, and what was set aside and falls free within a day: each once. */
export async function noticeSome(tx: Tx, me: Me, now: Date): Promise<number> {
  await tellExpiring(tx, me, now);
  await tellFalling(tx, me, now);
  return 0;
}

async function tellExpiring(tx: Tx, me: Me, now: Date): Promise<void> {
  const today = shanghaiDate(now);
  const days = expirySteps.map((step) => addDays(today, step));
  const { rows } = await sql<{ id: string; no: string; customer_id: string; customer: string; type: string; valid_to: string; step: number }>`
    with told as (
      insert into credit_notice (tenant_id, subject_id, customer_id, kind, ends_at, step, told_at)
      select a.tenant_id, a.id, a.customer_id, 'EXPIRY', a.valid_to, s.step, ${now}
      from unnest(${days}::date[], ${expirySteps}::int[]) as s(day, step)
      join credit_account a on a.tenant_id = ${me.tenantId} and a.status in ('ACTIVE', 'FROZEN') and a.valid_to = s.day
      on conflict do nothing returning subject_id, step
    )
    select a.id, a.no, a.customer_id, c.name as customer, t.name as type, a.valid_to::text as valid_to, told.step
    from told join credit_account a on a.tenant_id = ${me.tenantId} and a.id = told.subject_id
    join customer c on c.tenant_id = a.tenant_id and c.id = a.customer_id join credit_type t on t.tenant_id = a.tenant_id and t.id = a.credit_type_id
    order by a.id`.execute(tx);
  for (const one of rows) {
    const body = `${one.type}账户${one.no}将于${one.valid_to}到期（还有${one.step}天），到期后不能再用信`;
    await tell(tx, me, {
      kind: 'credit.expiring',
      title: '授信即将到期',
      body: `客户${one.customer}的${body}`,
      link: href('/portal/creditSystem/quota/list/{id}', { id: one.id }),
      to: { side: 'factory', code: CREDIT_QUOTA, about: { customerIds: [one.customer_id] } },
    });
    await tell(tx, me, { kind: 'credit.ending', title: '授信即将到期', body: `您的${body}，请及时续期`, link: MY_PAGE, to: dealerOf(one.customer_id) });
  }
}

async function tellFalling(tx: Tx, me: Me, now: Date): Promise<void> {
  const soon = new Date(now.getTime() + HOLD_HOURS * 3_600_000);
  const { rows } = await sql<{ id: string; no: string; order_no: string; customer_id: string; customer: string; held: string; ends: Date }>`
    with told as (
      insert into credit_notice (tenant_id, subject_id, customer_id, kind, ends_at, step, told_at)
      select o.tenant_id, o.id, o.customer_id, 'HOLD', o.hold_expires_at, 1, ${now} from credit_order o
      where o.tenant_id = ${me.tenantId} and o.held > 0 and o.hold_expires_at > ${now} and o.hold_expires_at <= ${soon} and o.created_at <= o.hold_expires_at - interval '48 hours'
      on conflict do nothing returning subject_id
    )
    select o.id, o.no, o.order_no, o.customer_id, c.name as customer, o.held::text as held, o.hold_expires_at as ends
    from told join credit_order o on o.tenant_id = ${me.tenantId} and o.id = told.subject_id join customer c on c.tenant_id = o.tenant_id and c.id = o.customer_id
    order by o.id`.execute(tx);
  for (const one of rows)
    await tell(tx, me, {
      kind: 'credit.expiring',
      title: '用信占用即将释放',
      body: `客户${one.customer}的用信单${one.no}（订单${one.order_no}）占用${saidYuan(BigInt(one.held))}元，${shanghaiTime(one.ends)}前未发货将自动释放`,
      link: href('/portal/creditSystem/useCredit/list/{id}', { id: one.id }),
      to: { side: 'factory', code: CREDIT_QUOTA, about: { customerIds: [one.customer_id] } },
    });
}

keep({
  key: 'credit_notice',
  title: '授信到期与占用释放的提醒记录',
  why: '同一次提醒只发一次',
  days: 400,
  forget: (tx, before, most) => forgetRows(tx, 'credit_notice', sql<boolean>`told_at < ${before} and ends_at < ${before}`, most),
});
