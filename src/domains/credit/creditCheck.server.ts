import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { refuse } from '~/shared/refusal';

/** When credit is asked about: at an application, when an order is submitted, approved, delivered, or takes up credit again. */
export type Checkpoint = 'APPLY' | 'ORDER' | 'AUDIT' | 'DELIVER' | 'REOPEN';

export interface CreditQuestion {
  checkpoint: Checkpoint;
  customerId: string;
  accountId: string | null;
  /** The document it is asked for, as people know it. */
  bizType: string;
  bizId: string;
  bizNo: string;
  /** 分; what is to be set aside or committed now. */
  amount: bigint;
}

/** `words` says in a sentence with figures why not; what is explained beside it is the rules' own. */
export interface CreditVerdict {
  verdict: 'PASS' | 'WARN' | 'APPROVE' | 'BLOCK';
  words: string;
  /** What was said is being written down: awaited together with what is written next. */
  written?: Promise<unknown>;
}

type Check = (tx: Tx, me: Me, question: CreditQuestion, now: Date) => Promise<CreditVerdict>;

const shared = globalThis as { portalCreditCheck?: Check };

/** The rules every use of credit must pass, said by the domain that keeps them. Without it all is well. */
export const defineCreditCheck = (check: Check): void => {
  shared.portalCreditCheck = check;
};

/** Refuses what the rules block, or what needs a special approval nobody has given; a warning lets it pass. Await `written` with the statements that follow. */
export async function passes(tx: Tx, me: Me, question: CreditQuestion, now: Date): Promise<{ written: Promise<unknown> | undefined }> {
  const answer = await shared.portalCreditCheck?.(tx, me, question, now);
  if (answer && (answer.verdict === 'BLOCK' || answer.verdict === 'APPROVE')) refuse('CREDIT_RULE', answer.words, { verdict: answer.verdict });
  return { written: answer?.written };
}

export async function mustPass(tx: Tx, me: Me, question: CreditQuestion, now: Date): Promise<void> {
  await (await passes(tx, me, question, now)).written;
}
