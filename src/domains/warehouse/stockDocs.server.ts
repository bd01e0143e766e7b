import {
  type Approval,
  type ApprovalForm,
  decide,
  defineApproval,
  giveUp,
  hold,
  isDecider,
  type Opinion,
  submitDocument,
  withdraw,
} from '~/domains/workflow/approval.server';
import { href } from '~/portal/href';
import { actorName, type Me } from '~/portal/me';
import { STOCK_AUDIT, STOCK_MANAGE } from '~/portal/permissions';
import type { PortalPath } from '~/portal/screens';
import type { Subject } from '~/portal/subject';
import { defineAttachments, setAttachments } from '~/server/attachments.server';
import { audit } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { defineDocument } from '~/server/document.server';
import { eachOrOne } from '~/server/each.server';
import { oneNumber } from '~/server/numbers.server';
import { nextVersion, putUnsigned } from '~/server/versioned.server';
import { shanghaiDate } from '~/shared/dates';
import { refuse } from '~/shared/refusal';
import type { RowResults } from '~/shared/rowResults.schema';
import type { StockDocForm } from './stockDoc.schema';
import { insertLines, type PreparedLine, prepareLines, type StockDoc, totalsOf, usableWarehouse } from './stockDocLines.server';
import { isEditable, type StockDocState, stockDocFlow } from './stockDocState';
import { barredSubmitters } from './twoPeople.server';

export interface Saved {
  id: string;
  no: string;
  version: number;
}
export interface Ref {
  id: string;
  version: number;
}

/** What tells a stock-in from a stock-out; all else is said once, below. */
export interface StockDocWay {
  direction: 'IN' | 'OUT';
  /** 入库单. */
  noun: string;
  what: '入库' | '出库';
  kinds: Readonly<Record<string, string>>;
  subject: Subject & { page: PortalPath; number: { prefix: string } };
  /** Its process. */
  key: string;
  form: ApprovalForm<StockDoc>;
  /** Whoever writes them. */
  make: string;
  /** The message that one waits. */
  submitted: string;
  /** Where the cost of its lines comes from. */
  priced(me: Me): 'GIVEN' | 'KEPT' | 'UNKNOWN';
  /** Moves the goods of a locked document. */
  move(tx: Tx, me: Me, doc: StockDoc, step: 'DONE' | 'REVERSED', now: Date): Promise<void>;
  /** A document made by another one is changed there. */
  refuseEdit?(doc: StockDoc): void;
  /** A draft goes away. */
  dropped?(tx: Tx, me: Me, doc: StockDoc): Promise<void>;
}
interface Signed {
  audited_by?: string;
  auditor?: string;
  audited_at?: Date;
  reverse_reason?: string;
  reversed_at?: Date;
}

export function defineStockDoc(way: StockDocWay) {
  const { noun, what, subject } = way;
  const { type } = subject;
  const docs = defineDocument({
    table: 'stock_doc',
    noun,
    title: (doc) => `${noun}${doc.no}`,
    states: stockDocFlow,
    is: (doc) => doc.direction === way.direction,
  });
  defineAttachments({
    subject,
    title: noun,
    see: [STOCK_MANAGE],
    edit: [way.make],
    dealer: 'none',
    find: async (tx, me, id) => {
      const row = await tx.selectFrom('stock_doc').select('no').where('tenant_id', '=', me.tenantId).where('id', '=', id).executeTakeFirst();
      return row ? { no: row.no, customerId: null } : null;
    },
  });

  const log = (tx: Tx, me: Me, doc: { id: string; no: string }, action: string, note: string) =>
    audit(tx, me, { action, subject, id: doc.id, no: doc.no, after: { note } });

  const step = async (tx: Tx, me: Me, doc: StockDoc, status: StockDocState, action: string, note: string, signed: Signed = {}): Promise<Saved> => {
    const version = await docs.update(tx, me, doc, { ...signed, status });
    await log(tx, me, doc, action, note);
    return { id: doc.id, no: doc.no, version };
  };

  const takeBack = async (tx: Tx, me: Me, doc: StockDoc, reason: string, now: Date): Promise<Saved> => {
    docs.mustBecome(doc, 'DRAFT', '退回');
    await withdraw(tx, me, approval, doc, reason, now);
    return step(tx, me, doc, 'DRAFT', '退回修改', reason);
  };

  const approval: Approval<StockDoc, Opinion, Saved> = defineApproval<StockDoc, Opinion, Saved>({
    type,
    title: `${noun}审核`,
    key: way.key,
    form: way.form,
    stays: (_tx, _me, { id, no, version }) => ({ id, no, version }),
    decide: [STOCK_AUDIT],
    lock: docs.lock,
    subject: (doc) => ({ id: doc.id, no: doc.no, name: docs.title(doc), customerId: null, warehouseId: doc.warehouse_id }),
    mustAllow: (doc, decision) => (decision === 'PASS' ? docs.mustBecome(doc, 'DONE', '审核') : docs.mustBecome(doc, 'DRAFT', '退回')),
    submitters: (tx, me, doc) => barredSubmitters(tx, me, docs.title(doc), doc.created_by),
    on: {
      /** 审核通过: the goods have moved from now on. */
      PASS: async (tx, me, doc, { opinion }, now) => {
        await usableWarehouse(tx, me, doc.warehouse_id, what);
        await way.move(tx, me, doc, 'DONE', now);
        return step(tx, me, doc, 'DONE', '审核通过', opinion, { audited_by: me.accountId, auditor: actorName(me), audited_at: now });
      },
      RETURN: (tx, me, doc, { opinion }) => step(tx, me, doc, 'DRAFT', '退回修改', opinion),
    },
    withdraw: takeBack,
  });

  const comeToWait = async (tx: Tx, me: Me, saved: Saved, now: Date): Promise<Saved> => {
    const doc = await docs.lock(tx, me, { id: saved.id });
    const submitted = await submitDocument(tx, me, approval, doc, now, {
      notice: {
        kind: way.submitted,
        params: { docNo: doc.no, person: actorName(me) },
        link: href(subject.page, { id: doc.id }),
        to: { side: 'factory', code: STOCK_AUDIT, about: { warehouseId: doc.warehouse_id } },
      },
    });
    return submitted.done ?? saved;
  };

  const auditOne = async (tx: Tx, me: Me, ref: Ref, now: Date): Promise<Saved> =>
    decide(tx, me, await hold(tx, me, approval, ref), 'PASS', { opinion: '' }, now);

  return {
    approval,
    docs,

    /** Saves a draft, or a new document; `submit` sends it to audit in the same step. */
    async save(tx: Tx, me: Me, form: StockDocForm, now: Date): Promise<Saved> {
      const before = form.id ? await docs.lock(tx, me, { id: form.id, version: form.version }) : null;
      if (before) docs.mustBe(before, isEditable, '编辑');
      if (before) way.refuseEdit?.(before);
      refuseTomorrow(form.bizDate, now);
      await usableWarehouse(tx, me, form.warehouseId, what);
      const lines = await prepareLines(tx, me, form, before?.id ?? null, way.priced(me), way.direction === 'IN');
      const saved = await write(tx, me, way, { ...form, before, lines }, now);
      await setAttachments(tx, me, { subject, id: saved.id, customerId: null }, form.attachments);
      await log(tx, me, saved, before ? '编辑' : '新建', `${way.kinds[form.kind]}，${lines.length}行`);
      return form.submit ? comeToWait(tx, me, saved, now) : saved;
    },

    /** A document another domain writes about its own; it waits at once. */
    async raise(tx: Tx, me: Me, form: RaisedForm, now: Date): Promise<Saved> {
      const saved = await write(tx, me, way, { ...form, before: null, submit: true }, now);
      await log(tx, me, saved, '新建', `${way.kinds[form.kind]}，${form.lines.length}行`);
      return comeToWait(tx, me, saved, now);
    },

    async submit(tx: Tx, me: Me, ref: Ref, now: Date): Promise<Saved> {
      const doc = await docs.lock(tx, me, ref);
      docs.mustBecome(doc, 'PENDING_AUDIT', '提交');
      return comeToWait(tx, me, await step(tx, me, doc, 'PENDING_AUDIT', '提交审核', ''), now);
    },

    /** 退回: its maker takes it back, an auditor gives it back. */
    async giveBack(tx: Tx, me: Me, input: Ref & { reason: string }, now: Date): Promise<Saved> {
      const held = await hold(tx, me, approval, input);
      if (held.doc.created_by === me.accountId) return takeBack(tx, me, held.doc, input.reason, now);
      if (!isDecider(me, approval)) refuse('STOCK_DOC', `${docs.title(held.doc)}由${held.doc.creator}制单，只有制单人或审核人可以退回`);
      return decide(tx, me, held, 'RETURN', { opinion: input.reason }, now);
    },

    async remove(tx: Tx, me: Me, ref: Ref, now: Date): Promise<{ id: string }> {
      const doc = await docs.lock(tx, me, ref);
      docs.mustBe(doc, 'DRAFT', { said: '只能删除草稿' });
      await giveUp(tx, me, approval, doc, '', now);
      await way.dropped?.(tx, me, doc);
      await tx.deleteFrom('stock_doc').where('tenant_id', '=', me.tenantId).where('id', '=', doc.id).execute();
      await log(tx, me, doc, '删除', '');
      return { id: doc.id };
    },

    audit: auditOne,
    auditMany: async (tx: Tx, me: Me, input: { items: readonly Ref[] }, now: Date): Promise<RowResults> => ({
      results: await eachOrOne(tx, input.items, async (ref) => `${(await auditOne(tx, me, ref, now)).no}已审核`),
    }),

    /** 冲销, by somebody else than who made it: the goods go back at their cost, where they can. */
    async reverse(tx: Tx, me: Me, input: Ref & { reason: string }, now: Date): Promise<Saved> {
      const doc = await docs.lock(tx, me, input);
      docs.mustBecome(doc, 'REVERSED', '冲销');
      if (doc.created_by === me.accountId) refuse('SAME_PERSON', `${docs.title(doc)}由您制单，须由其他人冲销`);
      await way.move(tx, me, doc, 'REVERSED', now);
      return step(tx, me, doc, 'REVERSED', '冲销', input.reason, { reverse_reason: input.reason, reversed_at: now });
    },
  };
}

export function refuseTomorrow(bizDate: string, now: Date): void {
  if (bizDate > shanghaiDate(now)) refuse('STOCK_DOC', `业务日期${bizDate}不能晚于今天${shanghaiDate(now)}`, { fields: { bizDate: '不能晚于今天' } });
}

export interface RaisedForm {
  kind: string;
  warehouseId: string;
  bizDate: string;
  counterparty: string;
  sourceNo: string;
  sourceId?: string;
  remark: string;
  lines: readonly PreparedLine[];
}
type Written = RaisedForm & { before: StockDoc | null; submit: boolean };

async function write(tx: Tx, me: Me, way: StockDocWay, form: Written, now: Date): Promise<Saved> {
  const { before, lines } = form;
  const values = {
    kind: form.kind,
    warehouse_id: form.warehouseId,
    counterparty: form.counterparty,
    source_no: form.sourceNo,
    biz_date: form.bizDate,
    remark: form.remark,
    status: form.submit ? 'PENDING_AUDIT' : 'DRAFT',
    ...totalsOf(lines, way.what),
  };
  const no = before?.no ?? (await oneNumber(tx, me, way.subject, now));
  const id = await putUnsigned(tx, me, 'stock_doc', before ?? undefined, values, {
    no,
    direction: way.direction,
    source_id: form.sourceId ?? null,
    created_by: me.accountId,
    creator: actorName(me),
    created_at: now,
  });
  if (before) await tx.deleteFrom('stock_doc_line').where('tenant_id', '=', me.tenantId).where('doc_id', '=', id).execute();
  await insertLines(tx, me, id, lines);
  return { id, no, version: nextVersion(before) };
}
