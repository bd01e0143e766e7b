import type { z } from 'zod';
import { href } from '~/portal/href';
import { actorName, type Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import { jsonb, type Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { newId } from '~/server/ids.server';
import { oneNumber } from '~/server/numbers.server';
import { tell } from '~/server/outbox.server';
import { assertCovered } from '~/server/pdf/font.server';
import { renderPaper } from '~/server/pdf/render.server';
import { daysBetween, shanghaiDate } from '~/shared/dates';
import { displayYuan } from '~/shared/money';
import { notFound, refuse } from '~/shared/refusal';
import { said } from '~/shared/told';
import { caseDebts } from './assess.server';
import { filled, isOpenCase, type LetterKind, letterKinds, type Words } from './case';
import { type Case, cases, note } from './caseStore.server';
import type { LetterInput } from './letter.schema';
import { paperOf } from './letterPaper';
import { templateOf } from './letterTemplate.server';
import { lockOwing } from './lock.server';
import * as subjects from './subjects';

async function wordsOf(tx: Tx, me: Me, row: Pick<Case, 'customer_id' | 'source' | 'promised_until'>, now: Date) {
  const today = shanghaiDate(now);
  const customer = await tx
    .selectFrom('customer')
    .select('name')
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', row.customer_id)
    .executeTakeFirstOrThrow();
  const debts = (await caseDebts(tx, me, [row.customer_id], () => row.source === 'MANUAL'))
    .filter(({ open }) => open > 0n)
    .sort((a, b) => (a.since < b.since ? -1 : 1));
  const late = debts.filter(({ due }) => due < today);
  const sum = (of: typeof debts) => of.reduce((total, { open }) => total + open, 0n);
  const words: Words = {
    customer: customer.name,
    factory: me.tenantName,
    open: displayYuan(sum(debts)),
    overdue: displayYuan(sum(late)),
    days: String(late[0] ? daysBetween(late[0].since, today) : 0),
    count: String(late.length),
    firstDue: late[0]?.since ?? debts[0]?.since ?? today,
    promised: row.promised_until ?? '',
    today,
  };
  return { words, late, open: sum(debts), today };
}

/** A template with the case's figures of this moment. */
export async function previewLetter(tx: Tx, me: Me, input: { id: string; templateId: string }, now: Date): Promise<{ title: string; body: string }> {
  const row = await tx.selectFrom('urge_case').selectAll().where('tenant_id', '=', me.tenantId).where('id', '=', input.id).executeTakeFirst();
  if (!row) return notFound('该催收案件');
  const template = await templateOf(tx, me, input.templateId);
  const { words } = await wordsOf(tx, me, row, now);
  return { title: letterKinds[template.kind], body: filled(template.body, words) };
}

/** Keeps the letter as it will be sent: words, figures and the debts it speaks of. Refused when nothing is owed or a character cannot be printed. */
export async function makeLetter(tx: Tx, me: Me, input: z.output<typeof LetterInput>, now: Date): Promise<{ id: string; no: string }> {
  const found = await tx.selectFrom('urge_case').select('customer_id').where('tenant_id', '=', me.tenantId).where('id', '=', input.id).executeTakeFirst();
  if (!found) return notFound('该催收案件');
  await lockOwing(tx, me, [found.customer_id]);
  const row = await cases.lock(tx, me, { id: input.id });
  if (!isOpenCase(row.status)) refuse('BAD_STATE', `催收案件${row.no}已结束，不能再发函`);
  const { words, late, open, today } = await wordsOf(tx, me, row, now);
  if (late.length === 0) refuse('BAD_STATE', `客户“${words.customer}”没有逾期的应收，不能发${letterKinds[input.kind]}`);
  const body = filled(input.body, words);
  assertCovered(`${letterKinds[input.kind]}“${input.title}”`, `${input.title}${body}${words.customer}${words.factory}`);
  const template = input.templateId ? await templateOf(tx, me, input.templateId) : undefined;
  const id = newId();
  const no = await oneNumber(tx, me, subjects.urgeLetter, now);
  const items = late.slice(0, 200).map((one) => ({ no: one.no, due: one.since, open: displayYuan(one.open), days: daysBetween(one.since, today) }));
  await tx
    .insertInto('urge_letter')
    .values({
      tenant_id: me.tenantId,
      id,
      no,
      case_id: row.id,
      customer_id: row.customer_id,
      kind: input.kind,
      title: input.title,
      body,
      items: jsonb(items),
      outstanding: open,
      template_id: template?.builtIn === false ? template.id : null,
      template_ver: template?.builtIn === false ? template.version : null,
      shown_at: input.show ? now : null,
      creator: actorName(me),
      created_by: me.accountId,
      created_at: now,
    })
    .execute();
  await cases.update(tx, me, row, { last_contact_on: today, updated_at: now });
  await note(
    tx,
    me,
    [
      {
        caseId: row.id,
        customerId: row.customer_id,
        kind: 'LETTER',
        channel: letterKinds[input.kind],
        content: `${letterKinds[input.kind]}${no}：逾期${said('amount', words.overdue)}元${input.show ? '，已通知客户查看' : ''}`,
        refId: id,
      },
    ],
    now,
  );
  await audit(tx, me, {
    action: `制作${letterKinds[input.kind]}`,
    subject: subjects.urgeLetter,
    id,
    no,
    after: { 案件: row.no, 逾期金额: `${said('amount', words.overdue)}元` },
  });
  if (input.show)
    await tell(tx, me, {
      kind: 'collection.letter',
      title: `${me.tenantName}向贵司发出${letterKinds[input.kind]}`,
      body: `${input.title}（${no}），逾期${said('amount', words.overdue)}元，请查看并安排付款`,
      link: href('/portal/supplyChain/dealer/account', { tab: 'letters' }),
      to: { side: 'dealer', customerId: row.customer_id },
    });
  await finishTasks(tx, me, row, input.kind, now);
  return { id, no };
}

/** A letter that was asked for as a task is done by being written. */
async function finishTasks(tx: Tx, me: Me, row: Case, kind: LetterKind, now: Date): Promise<void> {
  await tx
    .updateTable('urge_send')
    .set({ status: 'DONE', done_at: now, actor: actorName(me) })
    .where('tenant_id', '=', me.tenantId)
    .where('case_id', '=', row.id)
    .where('channel', '=', kind)
    .where('status', '=', 'TASK')
    .execute();
}

/** 批量发函: one wording with each case's own figures. What cannot be written is named with its reason. */
export async function makeLetters(
  tx: Tx,
  me: Me,
  { ids, templateId, show }: { ids: string[]; templateId: string; show: boolean },
  now: Date,
): Promise<{ made: number; skipped: { no: string; reason: string }[] }> {
  const template = await templateOf(tx, me, templateId);
  const rows = await tx
    .selectFrom('urge_case')
    .select(['id', 'no', 'status', 'overdue_amount'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', anyOf(ids))
    .orderBy('customer_id')
    .execute();
  const skipped: { no: string; reason: string }[] = [];
  let made = 0;
  for (const row of rows) {
    const reason = !isOpenCase(row.status) ? '案件已结束' : row.overdue_amount <= 0n ? '没有逾期的应收' : '';
    if (reason) {
      skipped.push({ no: row.no, reason });
      continue;
    }
    await makeLetter(tx, me, { id: row.id, templateId, kind: template.kind, title: template.name, body: template.body, show }, now);
    made++;
  }
  return { made, skipped };
}

/** The letter as PDF, the same words every time it is opened. */
export async function letterFile(tx: Tx, me: Me, { id }: { id: string }) {
  const row = await tx
    .selectFrom('urge_letter as l')
    .innerJoin('customer as c', (on) => on.onRef('c.tenant_id', '=', 'l.tenant_id').onRef('c.id', '=', 'l.customer_id'))
    .selectAll('l')
    .select('c.name as customerName')
    .where('l.tenant_id', '=', me.tenantId)
    .where('l.id', '=', id)
    // A customer reads what was shown to it, of its own.
    .$if(me.customerId !== null, (query) => query.where('l.customer_id', '=', me.customerId as string).where('l.shown_at', 'is not', null))
    .executeTakeFirst();
  if (!row) return notFound('该函件');
  const { bytes } = await renderPaper(paperOf(row, me.tenantName), `${letterKinds[row.kind as LetterKind]}${row.no}`, row.created_at);
  return { name: `${row.title}-${row.no}.pdf`, mime: 'application/pdf', bytes, inline: true };
}

/** 我收到的函件: of a customer, newest first. */
export async function myLetters(tx: Tx, me: Me) {
  const rows = await tx
    .selectFrom('urge_letter')
    .select(['id', 'no', 'kind', 'title', 'outstanding', 'created_at as createdAt'])
    .where('tenant_id', '=', me.tenantId)
    .where('customer_id', '=', me.customerId as string)
    .where('shown_at', 'is not', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(50)
    .execute();
  return { letters: rows.map((row) => ({ ...row, kind: row.kind as LetterKind })) };
}
