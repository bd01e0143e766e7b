import { sql } from 'kysely';
import '~/domains/expense/proof.server';
import '~/domains/finance/fundProof.server';
import '~/domains/receivable/receivableProof.server';
import { subjectOf } from '~/domains/subjects';
import '~/domains/warehouse/proof.server';
import { href } from '~/portal/href';
import { holds, type Me } from '~/portal/me';
import type { Opened, Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { type Difference, definedProofs, type Proof } from '~/server/proof.server';
import { forgetRows, keep } from '~/server/retention.server';
import { inEveryTenant } from '~/server/tenantChore.server';
import { shanghaiDate } from '~/shared/dates';

/** So many differing rows of a proof are kept; how many there are is counted. */
const KEPT = 500;
/** So many are shown at once. */
const SHOWN = 50;

/** Recomputes every book of every tenant once a Shanghai day, a transaction each proof; nothing is ever "corrected" by it. */
export async function proveBooks(opened: Opened, now: Date, stop?: AbortSignal): Promise<number> {
  return opened.unlimited(() => inEveryTenant(opened, 'prove-books', (tx, clock) => proveNext(tx, clock, now), stop));
}

/** The next proof that did not run this day; 0 when all have. */
export async function proveNext(tx: Tx, me: Pick<Me, 'tenantId'>, now: Date): Promise<number> {
  const day = shanghaiDate(now);
  const done = await tx.selectFrom('proof_run').select('key').where('tenant_id', '=', me.tenantId).where('day', '=', day).execute();
  const proof = definedProofs().find((one) => !done.some(({ key }) => key === one.key));
  if (!proof) return 0;
  const began = performance.now();
  const { compared, differences, failure } = await attempt(tx, me, proof);
  const id = newId();
  await tx
    .insertInto('proof_run')
    .values({
      tenant_id: me.tenantId,
      id,
      key: proof.key,
      day,
      compared: BigInt(compared),
      differing: differences.length,
      failure,
      took_ms: Math.round(performance.now() - began),
      ran_at: now,
    })
    .execute();
  const kept = differences.slice(0, KEPT);
  if (kept.length)
    await tx
      .insertInto('proof_row')
      .values(kept.map(({ id: subjectId, ...row }, index) => ({ ...row, tenant_id: me.tenantId, run_id: id, seq: index + 1, subject_id: subjectId ?? null })))
      .execute();
  return 1;
}

/** A proof that fails says so and does not keep the others. */
async function attempt(tx: Tx, me: Pick<Me, 'tenantId'>, proof: Proof): Promise<{ compared: number; differences: readonly Difference[]; failure: string }> {
  await sql`savepoint proof`.execute(tx);
  try {
    return { ...(await proof.run(tx, me)), failure: '' };
  } catch (error) {
    await sql`rollback to savepoint proof`.execute(tx);
    return { compared: 0, differences: [], failure: error instanceof Error ? error.message.slice(0, 300) : String(error) };
  }
}

/** The proof is over the whole tenant: who sees a part of the customers or warehouses does not see it. */
const maySee = (me: Me, { see, of }: Proof): boolean => holds(me, see) && !me.scope?.[of];

/** The last run of each proof this person may see, with its first differing rows. */
export async function proofBoard(tx: Tx, me: Me) {
  const proofs = definedProofs().filter((proof) => maySee(me, proof));
  const { rows: runs } = await sql<{
    id: string;
    key: string;
    day: string;
    compared: bigint;
    differing: number;
    failure: string;
    took_ms: number;
    ran_at: Date;
  }>`
    select distinct on (key) id, key, day::text as day, compared, differing, failure, took_ms, ran_at from proof_run
    where tenant_id = ${me.tenantId} order by key, day desc`.execute(tx);
  const rows = await tx
    .selectFrom('proof_row')
    .select(['run_id', 'subject_id', 'name', 'figure', 'balance', 'proof'])
    .where('tenant_id', '=', me.tenantId)
    .where('run_id', 'in', [...runs.map((run) => run.id), '00000000-0000-0000-0000-000000000000'])
    .where('seq', '<=', SHOWN)
    .orderBy('seq')
    .execute();
  return {
    proofs: proofs.map((proof) => {
      const run = runs.find((one) => one.key === proof.key);
      const page = proof.subject && subjectOf(proof.subject)?.page;
      return {
        key: proof.key,
        book: proof.book,
        title: proof.title,
        ranAt: run?.ran_at ?? null,
        compared: Number(run?.compared ?? 0),
        differing: run?.differing ?? 0,
        failure: run?.failure ?? '',
        tookMs: run?.took_ms ?? 0,
        rows: rows
          .filter((row) => row.run_id === run?.id)
          .map((row) => ({
            what: `${row.name} ${row.figure}`,
            balance: row.balance,
            proof: row.proof,
            href: page && row.subject_id ? href(page, { id: row.subject_id }) : '',
          })),
      };
    }),
  };
}

/** For the workbench: when it last ran, over how many rows, and what differs. */
export async function lastProof(tx: Tx, me: Me) {
  const { proofs } = await proofBoard(tx, me);
  const ran = proofs.flatMap(({ ranAt }) => (ranAt ? [ranAt.getTime()] : []));
  return {
    at: ran.length ? new Date(Math.max(...ran)) : null,
    compared: proofs.reduce((sum, one) => sum + one.compared, 0),
    differing: proofs.reduce((sum, one) => sum + one.differing, 0),
    failed: proofs.filter((one) => one.failure !== '').length,
    differences: proofs.flatMap(({ book, rows }) => rows.map(({ what, balance, proof }) => ({ book, what, balance, proof }))).slice(0, SHOWN),
  };
}

keep({
  key: 'proof_run',
  title: '每晚账目核对的记录',
  why: '查看哪一天起账目不平',
  days: 400,
  forget: (tx, before, most) => forgetRows(tx, 'proof_run', sql<boolean>`ran_at < ${before}`, most),
});
