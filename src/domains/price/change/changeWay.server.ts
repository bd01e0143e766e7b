import { type Approval, decide, hold, type Opinion, withdraw } from '~/domains/workflow/approval.server';
import { actorName, type Me } from '~/portal/me';
import type { Subject } from '~/portal/subject';
import { audit } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { refuse } from '~/shared/refusal';

type Ending = 'EFFECTIVE' | 'REJECTED' | 'WITHDRAWN';
interface Ref {
  id: string;
  version?: number | undefined;
}
type Saved = Pick<Ref, 'id'>;
interface Changed {
  id: string;
  no: string;
  status: string;
  created_by: string | null;
  creator: string;
}
interface Kind<Doc extends Changed> {
  subject: Subject;
  docs: {
    lock(tx: Tx, me: Me, ref: Ref): Promise<Doc>;
    title(doc: Doc): string;
    mustBecome(doc: Doc, to: Ending, action: string): void;
    update(tx: Tx, me: Me, doc: Doc, set: { status: Ending; opinion: string; decider: string; decided_at: Date }): Promise<unknown>;
  };
  approval: () => Approval<Doc, Opinion, Saved>;
  /** What to do instead of taking back a file whose change holds already. */
  instead: string;
}
const endings = { EFFECTIVE: '通过', REJECTED: '驳回', WITHDRAWN: '撤回' } as const;

/** How a change of prices that waits for somebody else ends, whatever it changes: passed, refused with a reason, or taken back by who asked. */
export function changeWay<Doc extends Changed>({ subject, docs, approval, instead }: Kind<Doc>) {
  const end = async (tx: Tx, me: Me, doc: Doc, status: Ending, opinion: string, now: Date): Promise<Saved> => {
    await docs.update(tx, me, doc, { status, opinion, decider: actorName(me), decided_at: now });
    await audit(tx, me, { action: endings[status], subject, id: doc.id, no: doc.no, after: { note: opinion } });
    return { id: doc.id };
  };
  const takeBack = async (tx: Tx, me: Me, doc: Doc, reason: string, now: Date): Promise<Saved> => {
    docs.mustBecome(doc, 'WITHDRAWN', '撤回');
    await withdraw(tx, me, approval(), doc, reason, now);
    return end(tx, me, doc, 'WITHDRAWN', reason, now);
  };
  return {
    end,
    /** Of the approval: the same for every change of prices. */
    judged: {
      lock: (tx: Tx, me: Me, ref: Ref) => docs.lock(tx, me, ref),
      subject: (doc: Doc) => ({ id: doc.id, no: doc.no, name: docs.title(doc), customerId: null }),
      mustAllow(doc: Doc, decision: string, { opinion }: Opinion) {
        docs.mustBecome(doc, decision === 'PASS' ? 'EFFECTIVE' : 'REJECTED', decision === 'PASS' ? '通过' : '驳回');
        if (decision === 'REJECT' && opinion === '') refuse('BAD_STATE', '驳回请填写原因');
      },
      submitters: async (_tx: Tx, _me: Me, doc: Doc) => ({ accounts: [doc.created_by], why: `${docs.title(doc)}由您提交，须由其他人审批` }),
      own: ['REJECT'] as ['REJECT'],
      withdraw: takeBack,
    },
    reject: (tx: Tx, me: Me, doc: Doc, { opinion }: Opinion, now: Date) => end(tx, me, doc, 'REJECTED', opinion, now),
    async decide(tx: Tx, me: Me, { pass, opinion, ...ref }: Ref & { version: number; pass: boolean; opinion: string }, now: Date): Promise<Saved> {
      await decide(tx, me, await hold(tx, me, approval(), ref), pass ? 'PASS' : 'REJECT', { opinion }, now);
      return { id: ref.id };
    },
    async withdraw(tx: Tx, me: Me, ref: Ref, now: Date): Promise<Saved> {
      const doc = await docs.lock(tx, me, ref);
      if (doc.created_by !== me.accountId) refuse('BAD_STATE', `${docs.title(doc)}由${doc.creator}提交，只有提交人可以撤回；审批人请驳回`);
      return takeBack(tx, me, doc, '', now);
    },
    /** 撤销导入 of a file that waits: it is withdrawn. What has passed holds; what was refused never did. */
    async withdrawImported(tx: Tx, me: Me, id: string, now: Date): Promise<void> {
      const doc = await docs.lock(tx, me, { id });
      if (doc.status === 'EFFECTIVE') refuse('IMPORT_STATE', `${docs.title(doc)}已审批通过，不能撤销导入，${instead}`);
      if (doc.status === 'PENDING') await takeBack(tx, me, doc, '撤销导入', now);
    },
  };
}
