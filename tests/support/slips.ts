import { sql } from 'kysely';
import type { Decision } from '~/domains/workflow/approval';
import { type Approval, decide, defineApproval, hold, type Opinion } from '~/domains/workflow/approval.server';
import type { Me } from '~/portal/me';
import { STOCK_AUDIT, STOCK_MANAGE } from '~/portal/permissions';
import type { Opened } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { notFound, refuse } from '~/shared/refusal';
import { as } from './stock';

/** 借用单: a kind of document no domain has, to try approvals on. */
export interface Slip {
  id: string;
  no: string;
  status: 'DRAFT' | 'WAIT' | 'PASSED' | 'REJECTED';
  maker: string;
}
const names = { DRAFT: '草稿', WAIT: '待审核', PASSED: '已借出', REJECTED: '已驳回' } as const;
/** What colleagues were told and what the slip's own log says. */
export const told: string[] = [];
export const noted: string[] = [];
/** How often each slip was lent. */
export const lent = new Map<string, number>();

const slips = {
  decide: [STOCK_AUDIT],
  lock: async (tx, me, ref) =>
    (await sql<Slip>`select * from slip where tenant_id = ${me.tenantId} and id = ${ref.id} for update`.execute(tx)).rows[0] ?? notFound('该借用单'),
  subject: (slip) => ({ id: slip.id, no: slip.no, name: `借用单${slip.no}`, customerId: null }),
  mustAllow: (slip) => (slip.status === 'WAIT' ? undefined : refuse('BAD_STATE', `借用单${slip.no}${names[slip.status]}，不能审核`)),
  submitters: async (_tx, _me, slip) => ({ accounts: [slip.maker], why: `借用单${slip.no}由您填写，须由其他人审核` }),
  colleagues: {
    noun: '借用单',
    read: [STOCK_MANAGE],
    state: (slip) => ({ name: names[slip.status], waits: slip.status === 'WAIT' }),
    record: async (_tx, me, slip, _now, action, note) => void noted.push(`${slip.no} ${me.name} ${action} ${note}`),
    tell: async (_tx, _me, slip, to, what, words) => void told.push([slip.no, to.accountId, what, words.what, words.note].filter(Boolean).join(' ')),
  },
} satisfies Partial<Approval<Slip>>;

interface Lending extends Opinion {
  /** Lending goes wrong after everything was written. */
  fails?: boolean;
}
const moves =
  (status: Slip['status']) =>
  async (...[tx, me, slip, given]: Parameters<Approval<Slip, Lending, string>['on']['PASS']>) => {
    await sql`update slip set status = ${status} where tenant_id = ${me.tenantId} and id = ${slip.id}`.execute(tx);
    if (given.fails) refuse('STOCK_SHORT', '库存不足');
    if (status === 'PASSED') lent.set(slip.id, (lent.get(slip.id) ?? 0) + 1);
    return status;
  };

export const lending = defineApproval<Slip, Lending, string>({
  ...slips,
  type: 'test.slip',
  key: 'testSlip',
  form: {
    fields: [{ key: 'amount', label: '金额', type: 'AMOUNT' }],
    values: () => ({}),
    summary: () => [],
    route: ({ id }) => `/portal/supplyChain/factory/warehouse/inDetail?id=${id}`,
  },
  title: '借用单审核',
  own: ['REJECT'],
  together: (all, _, { opinion }) => (opinion.includes('分别') && all.length > 1 ? refuse('BAD_STATE', '不能一起审核') : undefined),
  on: { PASS: moves('PASSED'), REJECT: moves('REJECTED'), RETURN: moves('DRAFT') },
});
/** Another decision on the same document, which nothing waits for. */
export const extending = defineApproval<Slip, Lending, string>({
  ...slips,
  type: 'test.extension',
  key: 'testExtension',
  title: '延期审核',
  on: { PASS: moves('PASSED') },
});

export async function openSlips({ pool }: Opened): Promise<void> {
  await pool.query('create table slip (tenant_id bigint, id uuid, no text, status text, maker uuid, primary key (tenant_id, id))');
  await pool.query("call guard_table('slip')");
}

let count = 0;
export async function addSlip({ pool }: Opened, maker: Me): Promise<Slip> {
  const slip: Slip = { id: newId(), no: `JY${++count}`, status: 'WAIT', maker: maker.accountId };
  await pool.query('insert into slip values ($1, $2, $3, $4, $5)', [maker.tenantId, slip.id, slip.no, slip.status, slip.maker]);
  return slip;
}

export const judge = (opened: Opened, me: Me, slip: Slip, decision: Decision, given: Lending, now: Date): Promise<string> =>
  as(opened, me, async (tx) => decide(tx, me, await hold(tx, me, lending, { id: slip.id }), decision, given, now));
