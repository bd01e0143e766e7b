import { sql } from 'kysely';
import { freezeAccount } from '~/domains/credit/freeze.server';
import { href } from '~/portal/href';
import { actorName, type Me } from '~/portal/me';
import { URGE_MANAGE } from '~/portal/permissions';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { newId } from '~/server/ids.server';
import { tell, tellAll } from '~/server/outbox.server';
import { channels as outgoing, queueOutboundMessages } from '~/server/outgoing/outgoing.server';
import { raised } from '~/server/versioned.server';
import { daysBetween, shanghaiDate } from '~/shared/dates';
import { saidYuan } from '~/shared/said';
import { addWorkingMinutes } from '~/shared/workingTime';
import type { Standing } from './assess.server';
import { filled, type Words } from './case';
import type { Case, Noted } from './caseStore.server';
import { caseHref, type Telling, tellOwners } from './notices.server';
import { done, type Next, nextOf } from './rhythm';
import { channels, endActions, isTask, type Step, type Strategy } from './strategy';

export interface Addressee {
  id: string;
  name: string;
  mobile: string;
  email: string;
  readers: number;
}
export async function addressees(tx: Tx, me: Pick<Me, 'tenantId'>, ids: readonly string[]): Promise<Map<string, Addressee>> {
  const { rows } = await sql<Addressee>`
    select c.id, c.name, c.email,
      case when c.contact_mobile ~ '^1[0-9]{10}$' then c.contact_mobile else coalesce((select n.mobile from customer_contact n
        where n.tenant_id = c.tenant_id and n.customer_id = c.id and n.mobile ~ '^1[0-9]{10}$' order by n.created_at limit 1), '') end as mobile,
      (select count(*)::int from customer_member m where m.tenant_id = c.tenant_id and m.customer_id = c.id and m.status = 'ACTIVE') as readers
    from customer c where c.tenant_id = ${me.tenantId} and c.id = ${anyOf(ids)}`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

export function wordsFor({ row, assessed: { sums } }: Standing, { name }: Pick<Addressee, 'name'>, me: Me, today: string): Words {
  return {
    customer: name,
    factory: me.tenantName,
    open: saidYuan(sums.open),
    overdue: saidYuan(sums.overdue),
    days: String(sums.oldest ? daysBetween(sums.oldest, today) : 0),
    count: String(sums.items),
    firstDue: sums.oldest ?? row.anchor ?? '',
    promised: row.promised_until ?? '',
    today,
  };
}

const BY_PERSON = '由人办理';
/** Why a step cannot go out by itself; '' when it can. What cannot becomes a person's task, so that nothing is lost. */
function obstacle({ channel, auto }: Step, to: Addressee): string {
  if (!auto || isTask(channel) || channel === 'LAWYER' || channel === 'LETTER') return BY_PERSON;
  if (channel === 'MESSAGE') return to.readers === 0 ? '客户没有开通账号，收不到站内信' : '';
  if (channel === 'SMS') return to.mobile === '' ? '客户的联系人没有手机号' : outgoing.SMS.configured() ? '' : '系统没有配置短信网关';
  return to.email === '' ? '客户没有填写邮箱' : outgoing.MAIL.configured() ? '' : '系统没有配置邮件服务';
}

export interface Turn {
  standing: Standing;
  next: Next;
  to: Addressee;
}
/** A step with its words, as it is about to be taken. */
interface Taken extends Turn {
  id: string;
  step: Step;
  title: string;
  body: string;
  /** '' when the system sends it. */
  problem: string;
  assignee: string | null;
}

/**
 * Takes a step of each case; the customers' money and the cases are locked, and the debts were read under that lock.
 * Answers how many: what another process has taken is passed over.
 */
export async function takeSteps(tx: Tx, me: Me, turns: readonly Turn[], notes: Noted[], now: Date): Promise<number> {
  const ended = turns.filter((one) => !stepOf(one));
  for (const { standing, next } of ended) await endOf(tx, me, standing, next, notes, now);
  const taken = await record(
    tx,
    me,
    turns.flatMap((one) => worded(me, one, now)),
    now,
  );
  await tellOwners(tx, me, taken.filter(({ problem }) => problem).map(taskOf));
  await goOut(
    tx,
    me,
    taken.filter(({ problem }) => !problem),
  );
  for (const one of taken) notes.push(notedOf(one));
  await moveOn(tx, me, taken, now);
  return taken.length + ended.length;
}

const strategyOf = ({ assessed }: Standing) => assessed.chosen as NonNullable<typeof assessed.chosen>;
const stepOf = ({ standing, next }: Turn): Step | undefined => strategyOf(standing).strategy.steps[next.step - 1];

function worded(me: Me, turn: Turn, now: Date): Taken[] {
  const step = stepOf(turn);
  if (!step) return [];
  const { row } = turn.standing;
  const words = wordsFor(turn.standing, turn.to, me, shanghaiDate(now));
  const problem = obstacle(step, turn.to);
  const assignee = step.assignee === 'OWNER' ? (row.owner_id ?? row.sales_member_id) : (row.sales_member_id ?? row.owner_id);
  // A person's task is headed by whom it is about: the customer never reads it.
  const title = filled(step.title || (problem === BY_PERSON ? `{客户} · ${channels[step.channel]}` : `${me.tenantName}：应付货款提醒`), words);
  return [{ ...turn, id: newId(), step, title, body: filled(step.body, words), problem, assignee }];
}

/** Each step of a cycle has one row: those that got theirs are taken. */
async function record(tx: Tx, me: Me, all: readonly Taken[], now: Date): Promise<Taken[]> {
  if (all.length === 0) return [];
  const rows = await tx
    .insertInto('urge_send')
    .values(
      all.map(({ standing, next, id, step, title, body, problem, assignee }) => ({
        tenant_id: me.tenantId,
        id,
        case_id: standing.row.id,
        customer_id: standing.row.customer_id,
        strategy_id: strategyOf(standing).strategyId,
        version_id: strategyOf(standing).versionId,
        cycle_no: next.cycle,
        step_no: next.step,
        repeat_no: next.repeat,
        channel: step.channel,
        status: problem ? 'TASK' : 'SENT',
        sent_on: shanghaiDate(now),
        outstanding: standing.assessed.sums.open,
        title,
        body,
        assignee_id: problem ? assignee : null,
        problem: problem === BY_PERSON ? '' : problem,
        actor: actorName(me),
        created_at: now,
        escalate_at: problem && step.escalateHours > 0 ? addWorkingMinutes(now, step.escalateHours * 60) : null,
      })),
    )
    .onConflict((on) => on.doNothing())
    .returning('id')
    .execute();
  const there = new Set(rows.map((row) => row.id));
  return all.filter(({ id }) => there.has(id));
}

const notedOf = ({ standing: { row }, next, step, body, problem, id }: Taken): Noted => ({
  caseId: row.id,
  customerId: row.customer_id,
  kind: problem ? 'TASK' : 'SEND',
  channel: step.channel,
  content: `第${next.step}步${next.repeat ? `（第${next.repeat}次重复）` : ''}${channels[step.channel]}${problem ? (problem === BY_PERSON ? '，已派给办理人' : `，${problem}，已转为任务`) : '已发送'}${body ? `：${body}` : ''}`,
  refId: id,
});

/** What the system sends by itself. */
async function goOut(tx: Tx, me: Me, all: readonly Taken[]): Promise<void> {
  const [inside, outside] = [all.filter(({ step }) => step.channel === 'MESSAGE'), all.filter(({ step }) => step.channel !== 'MESSAGE')];
  await tellAll(
    tx,
    me,
    inside.map(({ title, body, standing: { row } }) => ({
      kind: 'receivable.dunning',
      title,
      body,
      link: href('/portal/supplyChain/dealer/account', { overdueDaysMin: 1 }),
      to: { side: 'dealer', customerId: row.customer_id },
    })),
  );
  if (outside.length === 0) return;
  await queueOutboundMessages(
    tx,
    outside.map(({ step, title, body, to }) =>
      step.channel === 'SMS'
        ? { channel: 'SMS', address: to.mobile, body, kind: 'receivable.dunning' }
        : { channel: 'MAIL', address: to.email, title, body, kind: 'receivable.dunning' },
    ),
  );
}

const taskOf = ({ standing: { row }, to, step: { channel }, assignee, problem }: Taken): Telling => ({
  row,
  assignee,
  said: {
    kind: 'collection.task',
    title: `催收任务：${to.name}${channels[channel]}`,
    body: `案件${row.no}需要${channels[channel]}${problem === BY_PERSON ? '' : `（${problem}）`}，请办理后登记跟进`,
  },
});

/** The end of a strategy speaks to nobody outside. */
async function endOf(tx: Tx, me: Me, standing: Standing, next: Next, notes: Noted[], now: Date): Promise<void> {
  const { row } = standing;
  const { strategy } = strategyOf(standing);
  const { endAction } = strategy;
  const set: { paused?: boolean; status?: string } = {};
  let said = '';
  if (endAction === 'MANUAL') set.paused = true;
  if (endAction === 'LEGAL') set.status = 'ESCALATED';
  if (endAction === 'FREEZE') said = await freezeAll(tx, me, row, strategy, now);
  notes.push({ caseId: row.id, customerId: row.customer_id, kind: 'STATE', content: `策略步骤已全部完成仍未付清：${endActions[endAction]}${said}` });
  await moveOn(tx, me, [{ standing, next }], now);
  if (Object.keys(set).length) await tx.updateTable('urge_case').set(set).where('tenant_id', '=', me.tenantId).where('id', '=', row.id).execute();
  await tell(tx, me, {
    kind: 'collection.ended',
    title: `催收案件${row.no}：${endActions[endAction]}`,
    body: `策略步骤已全部完成，仍逾期${saidYuan(standing.assessed.sums.overdue)}元`,
    link: caseHref(row.id),
    to: { side: 'factory', code: URGE_MANAGE, about: { customerIds: [row.customer_id] } },
  });
}

async function freezeAll(tx: Tx, me: Me, row: Case, { endAfter }: Strategy, now: Date): Promise<string> {
  const accounts = await tx
    .selectFrom('credit_account')
    .select('id')
    .where('tenant_id', '=', me.tenantId)
    .where('customer_id', '=', row.customer_id)
    .where('status', '=', 'ACTIVE')
    .orderBy('id')
    .execute();
  for (const { id } of accounts)
    await freezeAccount(tx, me, { accountId: id, amount: null, source: 'OVERDUE', reason: `催收案件${row.no}：提醒完成${endAfter}天后仍未付清` }, now);
  return accounts.length ? `，冻结授信账户${accounts.length}个` : '，客户没有正常的授信账户';
}

/** Where the cases stand after their step: all of them in one statement. */
async function moveOn(tx: Tx, me: Pick<Me, 'tenantId'>, turns: readonly Pick<Turn, 'standing' | 'next'>[], now: Date): Promise<void> {
  if (turns.length === 0) return;
  const rows = turns.map(({ standing, next }) => {
    const { strategy } = strategyOf(standing);
    const course = done(standing.assessed.course, strategy, next, shanghaiDate(now));
    const following = nextOf(course, strategy);
    const { step, repeat, lastStepOn, lastContactOn } = course;
    const status = standing.assessed.status === 'NEW' ? 'WORKING' : standing.assessed.status;
    return { id: standing.row.id, status, step, repeat, lastStepOn, lastContactOn, nextStep: following?.step ?? null, nextOn: following?.day ?? null };
  });
  await sql`
    update urge_case c set status = n.status, step_no = n.step, repeat_no = n.repeat, last_step_on = n."lastStepOn", last_contact_on = n."lastContactOn",
      next_step = n."nextStep", next_on = n."nextOn", updated_at = ${now}, version = ${raised('c.version')}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(id uuid, status text, step int, repeat int, "lastStepOn" date, "lastContactOn" date, "nextStep" int, "nextOn" date)
    where c.tenant_id = ${me.tenantId} and c.id = n.id`.execute(tx);
}
