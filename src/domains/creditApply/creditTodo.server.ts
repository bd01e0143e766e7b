import { changeApproval } from '~/domains/repayment/change.server';
import { repayApproval, stillMoneyApproval } from '~/domains/repayment/payment.server';
import type { Waiting } from '~/domains/workflow/approvalKind.server';
import { href } from '~/portal/href';
import { holds, holdsAny, type Me } from '~/portal/me';
import { CREDIT_APPLY, CREDIT_AUDIT, CREDIT_CONFIG, CREDIT_QUOTA, CREDIT_REPAY, CREDIT_REPAY_AUDIT, CREDIT_REPAY_ENTER } from '~/portal/permissions';
import type { Tx } from '~/server/db.server';
import { countsOf } from '~/server/tally.server';
import { addDays } from '~/shared/dates';
import { applyApprovals } from './approval.server';

const C = '/portal/creditSystem';
/** Limits that end, and bills that fall due, are told so many days before. */
const LIMIT_DAYS = 30;
const BILL_DAYS = 7;

/** Work of credit that waits, with the list of exactly its rows. */
export interface CreditWork extends Waiting {
  /** Who may do something about it; others only look. */
  act: readonly string[];
}

/** What waits in the credit app, of what this person sees. */
export function creditWork(me: Me, today: string): CreditWork[] {
  const approvals = [...Object.values(applyApprovals), repayApproval, stillMoneyApproval, changeApproval].flatMap(({ waiting, decide }) =>
    waiting ? [{ ...waiting, act: decide }] : [],
  );
  return [...approvals, ...limits(today), ...debts(today)].filter(({ see }) => holds(me, see));
}

const limits = (today: string): CreditWork[] => [
  {
    key: 'creditSpecial',
    title: '待审批的特批',
    href: `${C}/creditRule?tab=special&status=PENDING`,
    see: CREDIT_QUOTA,
    act: [CREDIT_AUDIT],
    rows: (tx, me) => tx.selectFrom('credit_special').select('id').where('tenant_id', '=', me.tenantId).where('status', '=', 'PENDING'),
  },
  {
    key: 'creditEnding',
    title: `${LIMIT_DAYS}天内到期的额度`,
    href: href(`${C}/quota/list`, { inUse: 'true', validStart: today, validEnd: addDays(today, LIMIT_DAYS) }),
    see: CREDIT_QUOTA,
    act: [CREDIT_APPLY],
    rows: (tx, me) =>
      tx
        .selectFrom('credit_account')
        .select('id')
        .where('tenant_id', '=', me.tenantId)
        .where('status', 'in', ['ACTIVE', 'FROZEN'])
        .where('valid_to', '>=', today)
        .where('valid_to', '<=', addDays(today, LIMIT_DAYS)),
  },
  {
    key: 'creditActions',
    title: '执行中的风控动作',
    href: `${C}/creditRisk?tab=actions&state=OPEN`,
    see: CREDIT_QUOTA,
    act: [CREDIT_CONFIG],
    rows: (tx, me) => tx.selectFrom('credit_risk_action').select('id').where('tenant_id', '=', me.tenantId).where('lifted_at', 'is', null),
  },
];

const debts = (today: string): CreditWork[] => [
  {
    key: 'repayToday',
    title: '今日到期的还款',
    href: href(`${C}/repayment/list`, { tab: 'OPEN', dueStart: today, dueEnd: today }),
    see: CREDIT_REPAY,
    act: [CREDIT_REPAY_ENTER],
    rows: (tx, me) => tx.selectFrom('repay_item').select('id').where('tenant_id', '=', me.tenantId).where('due_on', '=', today).where('settled_on', 'is', null),
  },
  {
    key: 'repayOverdue',
    title: '逾期的还款',
    href: href(`${C}/repayment/list`, { tab: 'OVERDUE' }),
    see: CREDIT_REPAY,
    act: [CREDIT_REPAY_ENTER],
    rows: (tx, me) =>
      tx.selectFrom('repay_item').select('id').where('tenant_id', '=', me.tenantId).where('grace_end', '<', today).where('settled_on', 'is', null),
  },
  {
    key: 'repayBills',
    title: `${BILL_DAYS}天内到期的承兑汇票`,
    href: href(`${C}/repayment/record`, { bill: 'HELD', billEnd: addDays(today, BILL_DAYS) }),
    see: CREDIT_REPAY,
    act: [CREDIT_REPAY_AUDIT, CREDIT_REPAY_ENTER],
    rows: (tx, me) =>
      tx
        .selectFrom('repay_payment')
        .select('id')
        .where('tenant_id', '=', me.tenantId)
        .where('bill_due_on', '>', today)
        .where('bill_due_on', '<=', addDays(today, BILL_DAYS))
        .where('dishonoured', '=', false)
        .where('status', 'in', ['REVIEWING', 'CONFIRMED', 'REVERSING']),
  },
];

/** How much of each there is, nothing of what there is none of; for the overview. */
export async function creditTodos(tx: Tx, me: Me, today: string): Promise<{ title: string; count: number; href: string; own: boolean }[]> {
  const work = creditWork(me, today);
  const counts = await countsOf(
    tx,
    work.map(({ rows }) => rows(tx, me)),
  );
  return work.map(({ title, href: to, act }, at) => ({ title, count: counts[at] ?? 0, href: to, own: holdsAny(me, ...act) }));
}
