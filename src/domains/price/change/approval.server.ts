import { decide, defineApproval, hold, type Opinion, withdraw } from '~/domains/workflow/approval.server';
import { href } from '~/portal/href';
import { actorName, type Me } from '~/portal/me';
import { PRICE_CUSTOMER_AUDIT, PRICE_MANAGE } from '~/portal/permissions';
import { audit } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { compareQty } from '~/shared/money';
import { refuse } from '~/shared/refusal';
import * as subjects from '../subjects';
import { type Change, docs } from './changeDoc.server';
import { type ChangeKind, changeKinds, changePath } from './priceChange';
import { type Writer, writers } from './writers.server';
import { type Written, writtenSince } from './written.server';

interface Ref {
  id: string;
  version: number;
}
type Saved = Pick<Ref, 'id'>;

/** 客户价变更审批: all lines of one save, adjustment, copy or file are one task. */
export const customerPriceChangeApproval = defineApproval<Change, Opinion, Saved>({
  type: 'customerPriceChange',
  key: 'customerPriceProcess',
  title: '客户价变更审批',
  form: {
    fields: [
      { key: 'kind', label: '变更方式', type: 'CHOICE', choices: changeKinds },
      { key: 'lineCount', label: '价格条数', type: 'NUMBER' },
      { key: 'customerCount', label: '客户数', type: 'NUMBER' },
      { key: 'deepestFall', label: '最大降幅(%)', type: 'NUMBER' },
      { key: 'low', label: '含低于最低限价', type: 'BOOLEAN' },
    ],
    values: (_tx, _me, doc) => ({
      kind: doc.kind,
      lineCount: String(doc.line_count),
      customerCount: String(doc.customer_count),
      deepestFall: doc.deepest_fall,
      low: String(doc.low_count > 0),
    }),
    summary: (doc) => [
      { label: '变更方式', value: changeKinds[doc.kind as ChangeKind] },
      { label: '价格', value: `${doc.customer_count}个客户，${doc.line_count}条` },
      { label: '最大降幅', value: `${Number(doc.deepest_fall)}%` },
    ],
    route: ({ id }) => href(changePath, { id }),
  },
  decide: [PRICE_CUSTOMER_AUDIT],
  lock: (tx, me, ref) => docs.lock(tx, me, ref),
  subject: (doc) => ({ id: doc.id, no: doc.no, name: docs.title(doc), customerId: null }),
  mustAllow(doc, decision, { opinion }) {
    docs.mustBecome(doc, decision === 'PASS' ? 'EFFECTIVE' : 'REJECTED', decision === 'PASS' ? '通过' : '驳回');
    if (decision === 'REJECT' && opinion === '') refuse('BAD_STATE', '驳回请填写原因');
  },
  submitters: async (_tx, _me, doc) => ({ accounts: [doc.created_by], why: `${docs.title(doc)}由您提交，须由其他人审批` }),
  own: ['REJECT'],
  on: { PASS: pass, REJECT: (tx, me, doc, { opinion }, now) => end(tx, me, doc, 'REJECTED', opinion, now) },
  withdraw: takeBack,
  waiting: {
    key: 'customerPriceChange',
    title: '待审批客户价变更',
    href: href(`${changePath}s`, { status: 'PENDING' }),
    see: PRICE_MANAGE,
    rows: (tx, me) => tx.selectFrom('customer_price_change').select('id').where('tenant_id', '=', me.tenantId).where('status', '=', 'PENDING'),
  },
});

export async function decideChange(tx: Tx, me: Me, { pass: passes, opinion, ...ref }: Ref & { pass: boolean; opinion: string }, now: Date): Promise<Saved> {
  await decide(tx, me, await hold(tx, me, customerPriceChangeApproval, ref), passes ? 'PASS' : 'REJECT', { opinion }, now);
  return { id: ref.id };
}

export async function withdrawChange(tx: Tx, me: Me, ref: Ref, now: Date): Promise<Saved> {
  const doc = await docs.lock(tx, me, ref);
  if (doc.created_by !== me.accountId) refuse('BAD_STATE', `${docs.title(doc)}由${doc.creator}提交，只有提交人可以撤回；审批人请驳回`);
  return takeBack(tx, me, doc, '', now);
}

/** 撤销导入 of a file that waits: it is withdrawn. What has passed holds; what was refused never did. */
export async function withdrawImported(tx: Tx, me: Me, id: string, now: Date): Promise<void> {
  const doc = await docs.lock(tx, me, { id });
  if (doc.status === 'EFFECTIVE') refuse('IMPORT_STATE', `${docs.title(doc)}已审批通过，不能撤销导入，请另行调整这些客户价`);
  if (doc.status === 'PENDING') await takeBack(tx, me, doc, '撤销导入', now);
}

async function takeBack(tx: Tx, me: Me, doc: Change, reason: string, now: Date): Promise<Saved> {
  docs.mustBecome(doc, 'WITHDRAWN', '撤回');
  await withdraw(tx, me, customerPriceChangeApproval, doc, reason, now);
  return end(tx, me, doc, 'WITHDRAWN', reason, now);
}

/** Asks for the same again: what passes is what whoever passes it has read, or it stays. */
async function pass(tx: Tx, me: Me, doc: Change, { opinion }: Opinion, now: Date): Promise<Saved> {
  const promised = await linesOf(tx, me, doc.id);
  if (promised.length !== doc.line_count) refuse('BAD_STATE', `${docs.title(doc)}含有您无权查看的客户的价格，请由能看到全部客户的人审批`);
  const from = newId();
  await (writers[doc.kind as ChangeKind] as Writer<unknown, unknown>).write(tx, me, doc.asked, now);
  const written = await writtenSince(tx, me, from);
  const other = written.length !== promised.length || written.some((line, index) => !sameLine(line, promised[index] as Line));
  if (other) refuse('BAD_STATE', `${docs.title(doc)}提交之后这些客户价又被修改，现在生效的结果与提交时不同，请驳回后由提交人重新提交`);
  return end(tx, me, doc, 'EFFECTIVE', opinion, now);
}

async function end(tx: Tx, me: Me, doc: Change, status: 'EFFECTIVE' | 'REJECTED' | 'WITHDRAWN', opinion: string, now: Date): Promise<Saved> {
  await docs.update(tx, me, doc, { status, opinion, decider: actorName(me), decided_at: now });
  const action = { EFFECTIVE: '通过', REJECTED: '驳回', WITHDRAWN: '撤回' }[status];
  await audit(tx, me, { action, subjectType: subjects.customerPriceChange.type, subjectId: doc.id, subjectNo: doc.no, after: { note: opinion } });
  return { id: doc.id };
}

type Line = Pick<Written, 'customerId' | 'skuId' | 'unitId' | 'minQty' | 'oldPrice' | 'newPrice'>;

const linesOf = (tx: Tx, me: Me, changeId: string): Promise<Line[]> =>
  tx
    .selectFrom('customer_price_change_line')
    .select(['customer_id as customerId', 'sku_id as skuId', 'unit_id as unitId', 'min_qty as minQty', 'old_price as oldPrice', 'new_price as newPrice'])
    .where('tenant_id', '=', me.tenantId)
    .where('change_id', '=', changeId)
    .orderBy('seq')
    .execute();

/** The days may differ: prices from an order hold from the day they pass. */
const sameLine = (a: Line, b: Line): boolean =>
  a.customerId === b.customerId &&
  a.skuId === b.skuId &&
  a.unitId === b.unitId &&
  compareQty(a.minQty, b.minQty) === 0 &&
  a.oldPrice === b.oldPrice &&
  a.newPrice === b.newPrice;
