import { href } from '~/portal/href';
import { CREDIT_REPAY, CREDIT_REPAY_AUDIT, CREDIT_REPAY_ENTER } from '~/portal/permissions';
import type { Todo } from '~/server/todo.server';
import { addDays } from '~/shared/dates';
import { changeApproval } from './change.server';
import { repayApproval, stillMoneyApproval } from './payment.server';

const LIST = '/portal/creditSystem/repayment/list';
const RECORD = '/portal/creditSystem/repayment/record';
/** Bills that fall due are told so many days before. */
const BILL_DAYS = 7;
const shown = { side: 'factory', apps: ['credit'], see: [CREDIT_REPAY] } as const;

export const todos: readonly Todo[] = [
  {
    ...shown,
    ...{ key: 'creditRepay', title: '待审批还款', act: repayApproval.decide, place: 210 },
    href: href(RECORD, { status: 'REVIEWING' }),
    rows: (tx, me) =>
      tx.selectFrom('repay_payment').select('id').where('tenant_id', '=', me.tenantId).where('status', '=', 'REVIEWING').where('backdated', '=', false),
  },
  {
    ...shown,
    ...{ key: 'stillMoney', title: '待审批的冲销与补录还款', act: stillMoneyApproval.decide, place: 220 },
    href: href(RECORD, { status: 'REVERSING' }),
    rows: (tx, me) =>
      tx
        .selectFrom('repay_payment')
        .select('id')
        .where('tenant_id', '=', me.tenantId)
        .where((where) => where.or([where('status', '=', 'REVERSING'), where.and([where('status', '=', 'REVIEWING'), where('backdated', '=', true)])])),
  },
  {
    ...shown,
    ...{ key: 'creditPayCycle', title: '待审批的还款周期变更', act: changeApproval.decide, place: 230 },
    href: '/portal/process/backLog/creditPayCycle',
    rows: (tx, me) => tx.selectFrom('repay_change').select('id').where('tenant_id', '=', me.tenantId).where('status', '=', 'PENDING'),
  },
  {
    ...shown,
    ...{ key: 'repayToday', title: '今日到期的还款', act: [CREDIT_REPAY_ENTER], place: 270 },
    href: (_me, today) => href(LIST, { tab: 'OPEN', dueStart: today, dueEnd: today }),
    rows: (tx, me, today) =>
      tx.selectFrom('repay_item').select('id').where('tenant_id', '=', me.tenantId).where('due_on', '=', today).where('settled_on', 'is', null),
  },
  {
    ...shown,
    ...{ key: 'repayOverdue', title: '逾期的还款', act: [CREDIT_REPAY_ENTER], place: 280 },
    href: href(LIST, { tab: 'OVERDUE' }),
    rows: (tx, me, today) =>
      tx.selectFrom('repay_item').select('id').where('tenant_id', '=', me.tenantId).where('grace_end', '<', today).where('settled_on', 'is', null),
  },
  {
    ...shown,
    ...{ key: 'repayBills', title: `${BILL_DAYS}天内到期的承兑汇票`, act: [CREDIT_REPAY_AUDIT, CREDIT_REPAY_ENTER], place: 290 },
    href: (_me, today) => href(RECORD, { bill: 'HELD', billEnd: addDays(today, BILL_DAYS) }),
    rows: (tx, me, today) =>
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
