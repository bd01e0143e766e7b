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

/** Decides one question with what was read for it. */
export type Check = (question: CreditQuestion) => Promise<CreditVerdict>;
/** Reads the customer's figures, to be sent behind the lock of its money and together with whatever else is asked there. */
type ReadFigures = () => Promise<Check>;
/** Reads the rules, which no customer's lock holds still. */
type ReadRules = (tx: Tx, me: Me, about: Pick<CreditQuestion, 'checkpoint' | 'customerId' | 'bizId'>, now: Date) => Promise<ReadFigures>;

const shared = globalThis as { portalCreditRules?: ReadRules };

/** The rules every use of credit must pass, said by the domain that keeps them. Without it all is well. */
export const defineCreditCheck = (read: ReadRules): void => {
  shared.portalCreditRules = read;
};

/** For whoever locks the customer's money while others wait for it: the rules before that, the figures behind it, and what comes of both to `passes`. */
export const checkAhead: (...about: Parameters<ReadRules>) => Promise<ReadFigures | undefined> = async (...about) => shared.portalCreditRules?.(...about);

/**
 * Refuses what the rules block, or what needs a special approval nobody has given; a warning lets it pass. Await `written` with the statements that follow.
 * `check` was read ahead for this very checkpoint, customer and document.
 */
export async function passes(tx: Tx, me: Me, question: CreditQuestion, now: Date, check?: Check): Promise<{ written: Promise<unknown> | undefined }> {
  const decide = check ?? (await (await checkAhead(tx, me, question, now))?.());
  const answer = await decide?.(question);
  if (answer && (answer.verdict === 'BLOCK' || answer.verdict === 'APPROVE')) refuse('CREDIT_RULE', answer.words, { verdict: answer.verdict });
  return { written: answer?.written };
}

export async function mustPass(tx: Tx, me: Me, question: CreditQuestion, now: Date): Promise<void> {
  await (await passes(tx, me, question, now)).written;
}
