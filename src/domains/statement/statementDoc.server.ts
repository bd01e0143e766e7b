import { href } from '~/portal/href';
import type { Me } from '~/portal/me';
import { FUND_CHECK } from '~/portal/permissions';
import { audit } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { defineDocument } from '~/server/document.server';
import { tell } from '~/server/outbox.server';
import { periodName, statementFlow } from './statement';
import * as subjects from './subjects';

interface Named {
  no: string | null;
  period_start: string;
  period_end: string;
}
/** 对账单DZ2026…, or the period of a draft. */
export const titleOf = (doc: Named): string => (doc.no ? `对账单${doc.no}` : `${periodName(doc.period_start, doc.period_end)}的对账单草稿`);

export const docs = defineDocument({ table: 'statement', noun: '对账单', title: titleOf, states: statementFlow });
export type Doc = Awaited<ReturnType<typeof docs.lock>>;

export const note = (tx: Tx, me: Me, doc: Doc, action: string, after: Record<string, unknown> = {}): Promise<void> =>
  audit(tx, me, { action, subject: subjects.statement, id: doc.id, no: doc.no ?? doc.debtor_name, after });

export const tellCustomer = (tx: Tx, me: Me, doc: Doc, kind: 'sent' | 'urged' | 'answered' | 'withdrawn', title: string, body: string): Promise<void> =>
  tell(tx, me, {
    kind: `statement.${kind}`,
    title,
    body,
    link: href('/portal/supplyChain/dealer/accountCheckDetail', { id: doc.id }),
    to: { side: 'dealer', customerId: doc.debtor_id },
  });

export const tellFactory = (tx: Tx, me: Me, doc: Doc, kind: 'disputed' | 'confirmed', body: string): Promise<void> =>
  tell(tx, me, {
    kind: `statement.${kind}`,
    title: kind === 'disputed' ? `${titleOf(doc)}有异议` : `${titleOf(doc)}已确认`,
    body,
    link: href('/portal/supplyChain/factory/finance/receivables/accountCheckDetail', { id: doc.id }),
    to: { side: 'factory', code: FUND_CHECK, about: { customerIds: [doc.debtor_id] } },
  });
