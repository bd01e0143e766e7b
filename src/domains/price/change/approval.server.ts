import { type Approval, defineApproval, type Opinion } from '~/domains/workflow/approval.server';
import { href } from '~/portal/href';
import type { Me } from '~/portal/me';
import { PRICE_CUSTOMER_AUDIT } from '~/portal/permissions';
import type { Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { compareQty } from '~/shared/money';
import { refuse } from '~/shared/refusal';
import * as subjects from '../subjects';
import { type Change, docs } from './changeDoc.server';
import { changeWay } from './changeWay.server';
import { type ChangeKind, changeKinds, changePath } from './priceChange';
import { type Writer, writers } from './writers.server';
import { type Written, writtenSince } from './written.server';

type Saved = { id: string };

const way = changeWay<Change>({ subject: subjects.customerPriceChange, docs, approval: () => customerPriceChangeApproval, instead: '请另行调整这些客户价' });

/** 客户价变更审批: all lines of one save, adjustment, copy or file are one task. */
export const customerPriceChangeApproval: Approval<Change, Opinion, Saved> = defineApproval<Change, Opinion, Saved>({
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
  ...way.judged,
  on: { PASS: pass, REJECT: way.reject },
});

export const { decide: decideChange, withdraw: withdrawChange, withdrawImported } = way;

/** Asks for the same again: what passes is what whoever passes it has read, or it stays. */
async function pass(tx: Tx, me: Me, doc: Change, { opinion }: Opinion, now: Date): Promise<Saved> {
  const promised = await linesOf(tx, me, doc.id);
  if (promised.length !== doc.line_count) refuse('BAD_STATE', `${docs.title(doc)}含有您无权查看的客户的价格，请由能看到全部客户的人审批`);
  const from = newId();
  await (writers[doc.kind as ChangeKind] as Writer<unknown, unknown>).write(tx, me, doc.asked, now);
  const written = await writtenSince(tx, me, from);
  const other = written.length !== promised.length || written.some((line, index) => !sameLine(line, promised[index] as Line));
  if (other) refuse('BAD_STATE', `${docs.title(doc)}提交之后这些客户价又被修改，现在生效的结果与提交时不同，请驳回后由提交人重新提交`);
  return way.end(tx, me, doc, 'EFFECTIVE', opinion, now);
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
