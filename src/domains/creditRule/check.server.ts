import { sql } from 'kysely';
import { type CreditQuestion, type CreditVerdict, defineCreditCheck } from '~/domains/credit/creditCheck.server';
import { isDealer, type Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { shanghaiDate } from '~/shared/dates';
import { parseYuan } from '~/shared/money';
import { refuse } from '~/shared/refusal';
import { type Asked, type CustomerFacts, everyFigure, factsOfCustomer, figuresOf } from './facts.server';
import { type Case, hitsOf, judge, type Release, traceWords, type Verdict } from './judge';
import { type Checkpoint, type Reaction, type Rule, stopRule } from './rule';
import type { RuleInput } from './rule.schema';
import { rulesAt } from './rules.server';
import { keepRefused, writeTrace } from './trace.server';

interface Judged {
  verdict: Verdict;
  given: Case;
  rules: readonly Rule[];
}

type Held = Release & { id: string; accountId: string; bound: boolean };
/** What a decision stands on. */
interface Read {
  rules: readonly Rule[];
  releases: readonly Held[];
  facts: CustomerFacts;
}

const askedAt = (checkpoint: Checkpoint, stored: readonly Rule[]): Rule[] => [...(checkpoint === 'DELIVER' ? [stopRule] : []), ...stored];

async function readFor(
  tx: Tx,
  me: Pick<Me, 'tenantId'>,
  { customerId, bizId }: { customerId: string; bizId?: string | undefined },
  rules: readonly Rule[],
  day: string,
  wanted: ReadonlySet<string> = figuresOf(rules),
): Promise<Read> {
  const [facts, releases] = await Promise.all([factsOfCustomer(tx, me, customerId, day, wanted), releasesOf(tx, me, customerId, day, bizId)]);
  return { rules, facts, releases };
}

function judged({ rules, facts, releases }: Read, asked: Asked): Judged {
  const released = releases.filter(({ accountId }) => accountId === asked.accountId);
  const given = { ...facts(asked), releases: rules.some(({ reaction }) => reaction === 'APPROVE') ? released : [] };
  return { verdict: judge(rules, given), given, rules };
}

/** The rules in force on a day, asked about a customer: the one evaluation that enforcement, dry runs and applications share. */
export async function judgeNow(tx: Tx, me: Pick<Me, 'tenantId'>, asked: Asked, day: string, how: { all?: boolean; draft?: Rule | null } = {}): Promise<Judged> {
  const stored = (await rulesAt(tx, me, asked.checkpoint, day)).filter(({ ruleId }) => ruleId !== how.draft?.ruleId);
  const rules = [...askedAt(asked.checkpoint, stored), ...(how.draft ? [how.draft] : [])];
  return judged(await readFor(tx, me, asked, rules, day, how.all ? everyFigure : undefined), asked);
}

/** What was released for this document, and what no document has taken up yet, on each of the customer's accounts. */
async function releasesOf(tx: Tx, me: Pick<Me, 'tenantId'>, customerId: string, day: string, bizId: string | undefined): Promise<Held[]> {
  const accounts = tx.selectFrom('credit_account').select('id').where('tenant_id', '=', me.tenantId).where('customer_id', '=', customerId);
  const rows = await tx
    .selectFrom('credit_release')
    .select(['id', 'account_id', 'rule_id', 'amount', 'deviation_pct', sql<string>`valid_until::text`.as('until'), 'biz_id'])
    .where('tenant_id', '=', me.tenantId)
    .where('account_id', 'in', accounts)
    .where('valid_until', '>=', day)
    .where((by) => by.or([by('biz_id', 'is', null), by(sql`biz_id::text`, '=', bizId ?? '')]))
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    accountId: row.account_id,
    ruleId: row.rule_id,
    amount: row.amount,
    deviationPct: row.deviation_pct,
    until: row.until,
    bound: row.biz_id !== null,
  }));
}

/** As `credit` asks before it sets aside, commits or takes up again: decided, written down, and what was released for it is its own from now on. */
async function checkCredit(tx: Tx, me: Me, question: CreditQuestion, read: Read, now: Date): Promise<CreditVerdict> {
  const { verdict, given } = judged(read, question);
  const released = verdict.rules.filter(({ outcome }) => outcome === 'RELEASED').map(({ ruleId }) => ruleId);
  if (released.length) await takeReleases(tx, me, question, released, given);
  const said = { ...question, verdict: verdict.verdict, rules: verdict.rules };
  const answer = { verdict: verdict.verdict, words: isDealer(me) ? dealerWords : wordsOf(verdict, question.bizNo) };
  if (answer.verdict === 'BLOCK' || answer.verdict === 'APPROVE') {
    keepRefused(me, said, now);
    return answer;
  }
  const written = writeTrace(tx, me, said, now);
  // Whoever asked waits for it; should they be refused before that, its failure is none of its own.
  written.catch(() => undefined);
  return { ...answer, written };
}
defineCreditCheck(async (tx, me, about, now) => {
  const day = shanghaiDate(now);
  const rules = askedAt(about.checkpoint, await rulesAt(tx, me, about.checkpoint, day));
  if (rules.length === 0) return async () => async () => ({ verdict: 'PASS', words: '' });
  return async () => {
    const read = await readFor(tx, me, about, rules, day);
    return (question) => checkCredit(tx, me, question, read, now);
  };
});

/** A dealer is told neither how it is judged nor with which figures. */
const dealerWords = '本次赊销需要厂家先处理，请联系您的业务员';

export function wordsOf(verdict: Verdict, no: string): string {
  const about = no ? `${no}` : '本次赊销';
  const told = (reaction: Reaction) => hitsOf(verdict, reaction).map(traceWords).join('；');
  if (verdict.verdict === 'BLOCK') return `${about}被授信规则拦截。${told('BLOCK')}`;
  if (verdict.verdict === 'APPROVE') return `${about}需要先通过特批（赊销管家的“授信规则”中发起）。${told('APPROVE')}`;
  return verdict.verdict === 'WARN' ? `授信规则提醒：${told('WARN')}` : '通过全部授信规则';
}

async function takeReleases(tx: Tx, me: Me, { bizId, bizNo, amount }: CreditQuestion, ruleIds: readonly string[], { releases }: Case): Promise<void> {
  for (const ruleId of ruleIds) {
    const fitting = (releases as Held[]).filter((one) => one.ruleId === ruleId && amount * 100n <= one.amount * BigInt(100 + one.deviationPct));
    const [first] = fitting;
    if (!first || fitting.some(({ bound }) => bound)) continue;
    const taken = await tx
      .updateTable('credit_release')
      .set({ biz_id: bizId, biz_no: bizNo })
      .where('tenant_id', '=', me.tenantId)
      .where('id', '=', first.id)
      .where('biz_id', 'is', null)
      .executeTakeFirst();
    if (!taken.numUpdatedRows) refuse('CREDIT_RULE', `${bizNo || '本次赊销'}的特批刚被另一笔使用，请重新申请特批`);
  }
}

/** What the rules in force would say; with a draft, as if it were in force in place of its own version. Nothing is written. */
export async function dryRun(
  tx: Tx,
  me: Me,
  { ruleId, draft, accountId, ...asked }: Omit<Asked, 'accountId'> & { accountId: string; ruleId: string; draft: RuleInput | null },
  now: Date,
) {
  const written = draft && { ...draft, ruleId: ruleId || newId(), ver: 0, enabled: true, effectiveFrom: '2000-01-01', scope: draft };
  return answerOf(await judgeNow(tx, me, { ...asked, accountId: accountId || null }, shanghaiDate(now), { all: true, draft: written }));
}

export const ruleCheck = (tx: Tx, me: Me, input: Omit<Asked, 'accountId'> & { accountId: string }, now: Date) =>
  dryRun(tx, me, { ...input, ruleId: '', draft: null }, now);

export function answerOf({ verdict, given }: Pick<Judged, 'verdict' | 'given'>) {
  const fen = (key: string) => {
    const text = given.values[key];
    return typeof text === 'string' ? parseYuan(text) : null;
  };
  return { verdict: verdict.verdict, words: wordsOf(verdict, ''), availableLimit: fen('available'), projectedLimit: fen('projected'), rules: verdict.rules };
}
