import { sql } from 'kysely';
import { decide, defineApproval, hold, type Opinion, submitDocument, withdraw } from '~/domains/workflow/approval.server';
import { defineTaskCard } from '~/domains/workflow/taskCard.server';
import { href } from '~/portal/href';
import { actorName, type Me } from '~/portal/me';
import { CREDIT_AUDIT } from '~/portal/permissions';
import { audit } from '~/server/audit.server';
import { jsonb, type Tx } from '~/server/db.server';
import { defineDocument } from '~/server/document.server';
import { newId } from '~/server/ids.server';
import { pageFrom } from '~/server/list.server';
import { oneNumber } from '~/server/numbers.server';
import { tell } from '~/server/outbox.server';
import { addDays, instantRange, shanghaiDate } from '~/shared/dates';
import { formatYuan } from '~/shared/money';
import { notFound, refuse } from '~/shared/refusal';
import { saidYuan } from '~/shared/said';
import { stateTable } from '~/shared/states';
import { judgeNow, wordsOf } from './check.server';
import { hitsOf, type RuleTrace, traceWords } from './judge';
import { type Checkpoint, checkpoints, specialStates } from './rule';
import type { SpecialQuery } from './rule.schema';
import * as subjects from './subjects';

const PAGE = href('/portal/creditSystem/creditRule', { tab: 'special' });
const states = stateTable<keyof typeof specialStates>(specialStates, { PENDING: ['PASSED', 'REJECTED', 'WITHDRAWN'], PASSED: [], REJECTED: [], WITHDRAWN: [] });
const docs = defineDocument({ table: 'credit_special', noun: '特批单', title: (doc) => `特批单${doc.no}`, states });
type Doc = Awaited<ReturnType<typeof docs.lock>>;
interface Ref {
  id: string;
  version: number;
}

/** Asks to let through what the rules would ask about; refused when they would not, or when they block it whoever agrees. */
export async function askSpecial(
  tx: Tx,
  me: Me,
  input: { checkpoint: Checkpoint; customerId: string; accountId: string; amount: bigint; reason: string },
  now: Date,
): Promise<{ id: string; no: string }> {
  const { verdict } = await judgeNow(tx, me, input, shanghaiDate(now));
  if (verdict.verdict === 'BLOCK') refuse('CREDIT_RULE', `${wordsOf(verdict, '')}，拦截的事项不能特批`);
  const hits = hitsOf(verdict, 'APPROVE');
  if (hits.length === 0) refuse('BAD_STATE', `${checkpoints[input.checkpoint]}${saidYuan(input.amount)}元不需要特批，可以直接办理`);
  const id = newId();
  const no = await oneNumber(tx, me, subjects.creditSpecial, now);
  const { customerId, accountId, checkpoint, amount, reason } = input;
  await tx
    .insertInto('credit_special')
    .values({
      tenant_id: me.tenantId,
      id,
      no,
      customer_id: customerId,
      account_id: accountId,
      checkpoint,
      amount,
      reason,
      rules: jsonb(hits),
      created_by: me.accountId,
      creator: actorName(me),
      created_at: now,
    })
    .execute();
  const doc = await docs.lock(tx, me, { id });
  await log(tx, me, doc, '申请特批', `${checkpoints[checkpoint]}${saidYuan(amount)}元：${hits.map(({ name }) => name).join('、')}`);
  await submitDocument(tx, me, special, doc, now, {
    notice: {
      kind: 'credit.special',
      title: `特批单${no}待审批`,
      body: `${actorName(me)}申请${checkpoints[checkpoint]}特批，金额${saidYuan(amount)}元`,
      link: '/portal/process/backLog',
      to: { side: 'factory', code: CREDIT_AUDIT, about: { customerIds: [customerId] } },
    },
  });
  return { id, no };
}

export async function withdrawSpecial(tx: Tx, me: Me, ref: Ref, now: Date): Promise<{ id: string }> {
  const { doc } = await hold(tx, me, special, ref);
  if (doc.created_by !== me.accountId) refuse('BAD_STATE', `${docs.title(doc)}由${doc.creator}申请，只有本人可以撤回`);
  await takeBack(tx, me, doc, '', now);
  return { id: doc.id };
}
async function takeBack(tx: Tx, me: Me, doc: Doc, reason: string, now: Date): Promise<void> {
  docs.mustBecome(doc, 'WITHDRAWN', '撤回');
  await withdraw(tx, me, special, doc, reason, now);
  await docs.update(tx, me, doc, { status: 'WITHDRAWN' });
  await log(tx, me, doc, '撤回', reason);
}

export const special = defineApproval<Doc, Opinion, void>({
  type: 'credit_special',
  key: 'creditSpecial',
  title: '赊销特批',
  form: {
    fields: [
      { key: 'amount', label: '特批金额', type: 'AMOUNT' },
      { key: 'checkpoint', label: '检查点', type: 'CHOICE', choices: checkpoints },
    ],
    values: (_tx, _me, doc) => ({ amount: formatYuan(doc.amount), checkpoint: doc.checkpoint }),
    summary: (doc) => [
      { label: '特批金额', value: `${saidYuan(doc.amount)}元` },
      { label: '原因', value: doc.reason },
    ],
    route: () => PAGE,
  },
  decide: [CREDIT_AUDIT],
  lock: docs.lock,
  subject: (doc) => ({ id: doc.id, no: doc.no, name: docs.title(doc), customerId: doc.customer_id }),
  mustAllow: (doc, decision) => docs.mustBecome(doc, decision === 'PASS' ? 'PASSED' : 'REJECTED', decision === 'PASS' ? '通过' : '驳回'),
  submitters: async (_tx, _me, doc) => ({ accounts: [doc.created_by], why: `${docs.title(doc)}由您申请，须由其他人审批` }),
  on: { PASS: release, REJECT: (tx, me, doc, { opinion }, now) => end(tx, me, doc, 'REJECTED', opinion, now) },
  withdraw: takeBack,
});

export const decideSpecial = async (tx: Tx, me: Me, { decision, opinion, ...ref }: Ref & { decision: 'PASS' | 'REJECT'; opinion: string }, now: Date) => {
  await decide(tx, me, await hold(tx, me, special, ref), decision, { opinion }, now);
  return { id: ref.id };
};

/** Every rule that asked is answered for as many days, and with as much room, as it says itself. */
async function release(tx: Tx, me: Me, doc: Doc, { opinion }: Opinion, now: Date): Promise<void> {
  const rules = doc.rules as unknown as RuleTrace[];
  await tx
    .insertInto('credit_release')
    .values(
      rules.map((rule) => ({
        tenant_id: me.tenantId,
        id: newId(),
        special_id: doc.id,
        rule_id: rule.ruleId,
        customer_id: doc.customer_id,
        account_id: doc.account_id,
        amount: doc.amount,
        deviation_pct: rule.releaseDeviationPct,
        valid_until: addDays(shanghaiDate(now), rule.releaseValidDays),
        created_at: now,
      })),
    )
    .execute();
  await end(tx, me, doc, 'PASSED', opinion, now);
}

async function end(tx: Tx, me: Me, doc: Doc, status: 'PASSED' | 'REJECTED', opinion: string, now: Date): Promise<void> {
  await docs.update(tx, me, doc, { status, opinion, decided_at: now, decider: actorName(me) });
  await log(tx, me, doc, status === 'PASSED' ? '通过' : '驳回', opinion);
  if (doc.created_by)
    await tell(tx, me, {
      kind: 'credit.decided',
      title: `特批单${doc.no}${specialStates[status]}`,
      body: `特批单${doc.no}${specialStates[status]}${opinion ? `：${opinion}` : ''}`,
      link: PAGE,
      to: { side: 'account', accountId: doc.created_by },
    });
}

const log = (tx: Tx, me: Me, doc: { id: string; no: string }, action: string, note: string) =>
  audit(tx, me, { action, subject: subjects.creditSpecial, id: doc.id, no: doc.no, after: { note } });

const rows = (tx: Tx, me: Me) =>
  tx
    .selectFrom('credit_special')
    .innerJoin('customer', (on) => on.onRef('customer.tenant_id', '=', 'credit_special.tenant_id').onRef('customer.id', '=', 'credit_special.customer_id'))
    .innerJoin('credit_account', (on) =>
      on.onRef('credit_account.tenant_id', '=', 'credit_special.tenant_id').onRef('credit_account.id', '=', 'credit_special.account_id'),
    )
    .where('credit_special.tenant_id', '=', me.tenantId)
    .select([
      'credit_special.id',
      'credit_special.no',
      'credit_special.customer_id as customerId',
      'customer.name as customerName',
      'credit_account.no as accountNo',
      'credit_special.checkpoint',
      'credit_special.amount',
      'credit_special.reason',
      'credit_special.rules',
      'credit_special.status',
      'credit_special.opinion',
      'credit_special.version',
      'credit_special.creator',
      'credit_special.created_by as createdBy',
      'credit_special.created_at as createdAt',
      'credit_special.decider',
      'credit_special.decided_at as decidedAt',
      sql<
        string | null
      >`(select max(r.valid_until)::text from credit_release r where r.tenant_id = credit_special.tenant_id and r.special_id = credit_special.id)`.as(
        'validUntil',
      ),
      sql<string>`coalesce((select max(r.biz_no) from credit_release r where r.tenant_id = credit_special.tenant_id and r.special_id = credit_special.id), '')`.as(
        'usedBy',
      ),
    ]);

export async function listSpecials(tx: Tx, me: Me, query: SpecialQuery) {
  let chosen = rows(tx, me);
  if (query.customerId) chosen = chosen.where('credit_special.customer_id', '=', query.customerId);
  if (query.status) chosen = chosen.where('credit_special.status', '=', query.status);
  const { from, before } = instantRange(query.startDate, query.endDate);
  if (from) chosen = chosen.where('credit_special.created_at', '>=', from);
  if (before) chosen = chosen.where('credit_special.created_at', '<', before);
  const page = await pageFrom(tx, chosen, query, {
    sort: { createdAt: 'credit_special.created_at' },
    initial: [['credit_special.created_at', 'desc']],
    tiebreak: 'credit_special.id',
  });
  return {
    ...page,
    pagedRecords: page.pagedRecords.map(({ rules, createdBy, ...row }) => ({
      ...row,
      ruleNames: (rules as unknown as RuleTrace[]).map(({ name }) => name).join('、'),
      mine: createdBy === me.accountId,
    })),
  };
}

defineTaskCard('credit_special', async (tx, me, id) => {
  const row = await rows(tx, me).where('credit_special.id', '=', id).executeTakeFirst();
  if (!row) return notFound('该特批单');
  const hits = row.rules as unknown as RuleTrace[];
  return {
    facts: [
      { key: 'customer', label: '客户', text: row.customerName, tone: 'strong' },
      { key: 'amount', label: '特批金额(元)', amount: row.amount, tone: 'strong' },
      { key: 'account', label: '授信账户', text: row.accountNo },
      { key: 'checkpoint', label: '检查点', text: checkpoints[row.checkpoint as Checkpoint] },
      { key: 'reason', label: '原因', text: row.reason },
      { key: 'creator', label: '申请人', text: row.creator },
    ],
    tables: [
      {
        title: '命中的规则',
        columns: [
          { key: 'rule', title: '规则' },
          { key: 'hint', title: '要通过需' },
          { key: 'room', title: '通过后' },
        ],
        rows: hits.map((rule) => [
          { text: rule.name },
          { text: rule.hint },
          { text: `${rule.releaseValidDays}天内有效，金额可多${rule.releaseDeviationPct}%` },
        ]),
      },
    ],
    warnings: hits.map(traceWords),
  };
});

/** The accounts of a customer, to ask about. */
export async function accountOptions(tx: Tx, me: Me, { customerId }: { customerId: string }) {
  const accounts = await tx
    .selectFrom('credit_account')
    .innerJoin('credit_type', (on) =>
      on.onRef('credit_type.tenant_id', '=', 'credit_account.tenant_id').onRef('credit_type.id', '=', 'credit_account.credit_type_id'),
    )
    .select(['credit_account.id', 'credit_account.no', 'credit_type.name as typeName', 'credit_account.status'])
    .where('credit_account.tenant_id', '=', me.tenantId)
    .where('credit_account.customer_id', '=', customerId)
    .orderBy('credit_type.sort')
    .execute();
  return { accounts };
}
