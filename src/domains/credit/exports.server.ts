import { CREDIT_QUOTA } from '~/portal/permissions';
import { defineExport } from '~/server/export.server';
import { accountRows, journalRows } from './accountViews.server';
import { accountStateNames, creditOrderStates, journalEvents, useSources } from './credit';
import { AccountQuery, JournalQuery, OrderQuery } from './credit.schema';
import { creditOrderRows } from './orderViews.server';

const yesNo = { true: '是', false: '否' } as const;

export const accountExport = defineExport({
  type: 'credit-account',
  title: '授信额度',
  permission: CREDIT_QUOTA,
  query: AccountQuery,
  filters: {
    no: '账户编号',
    customerId: '客户',
    creditTypeId: '授信类型',
    status: ['状态', accountStateNames],
    groupId: '集团',
    validStart: '有效期起',
    validEnd: '有效期止',
    exceeded: ['是否超额', yesNo],
    overdue: ['是否逾期', yesNo],
  },
  rows: (tx, me, query, now) => accountRows(tx, me, query, now),
  columns: [
    { key: 'no', title: '账户编号' },
    { key: 'customerName', title: '客户', width: 32 },
    { key: 'typeName', title: '授信类型' },
    { key: 'groupName', title: '集团' },
    { key: 'status', title: '状态', value: (row) => accountStateNames[row.status] },
    { key: 'limit', title: '授信额度(元)', kind: 'yuan' },
    { key: 'used', title: '已用(元)', kind: 'yuan' },
    { key: 'held', title: '占用(元)', kind: 'yuan' },
    { key: 'frozen', title: '冻结(元)', kind: 'yuan' },
    { key: 'available', title: '可用(元)', kind: 'yuan' },
    { key: 'perOrderLimit', title: '单笔限额(元)', kind: 'yuan' },
    { key: 'validFrom', title: '有效期起' },
    { key: 'validTo', title: '有效期止', value: (row) => row.validTo ?? '长期' },
    { key: 'createdAt', title: '开立时间', kind: 'time' },
  ],
});

export const creditOrderExport = defineExport({
  type: 'credit-order',
  title: '用信单',
  permission: CREDIT_QUOTA,
  query: OrderQuery,
  filters: {
    no: '用信单号/订单号',
    customerId: '客户',
    accountId: '授信账户',
    status: ['状态', creditOrderStates],
    source: ['来源', useSources],
    dueStart: '应还日起',
    dueEnd: '应还日止',
    overdue: ['是否逾期', yesNo],
  },
  rows: (tx, me, query, now) => creditOrderRows(tx, me, query, now),
  columns: [
    { key: 'no', title: '用信单号' },
    { key: 'customerName', title: '客户', width: 32 },
    { key: 'accountNo', title: '授信账户' },
    { key: 'orderNo', title: '订单号' },
    { key: 'source', title: '来源', value: (row) => useSources[row.source] },
    { key: 'amount', title: '用信金额(元)', kind: 'yuan' },
    { key: 'held', title: '占用(元)', kind: 'yuan' },
    { key: 'committed', title: '已发货(元)', kind: 'yuan' },
    { key: 'returned', title: '已退货(元)', kind: 'yuan' },
    { key: 'repaid', title: '已还本金(元)', kind: 'yuan' },
    { key: 'open', title: '未还(元)', kind: 'yuan' },
    { key: 'startedOn', title: '起息日' },
    { key: 'nextDueOn', title: '最近应还日' },
    { key: 'overdueDays', title: '逾期天数' },
    { key: 'status', title: '状态', value: (row) => creditOrderStates[row.status] },
    { key: 'createdAt', title: '创建时间', kind: 'time' },
  ],
});

export const journalExport = defineExport({
  type: 'credit-journal',
  title: '用信记录',
  permission: CREDIT_QUOTA,
  query: JournalQuery,
  filters: {
    accountId: '授信账户',
    customerId: '客户',
    creditOrderId: '用信单',
    event: ['类型', journalEvents],
    bizNo: '单号',
    start: '时间起',
    end: '时间止',
  },
  rows: journalRows,
  columns: [
    { key: 'at', title: '时间', kind: 'time' },
    { key: 'accountNo', title: '授信账户' },
    { key: 'customerName', title: '客户', width: 32 },
    { key: 'event', title: '类型', value: (row) => journalEvents[row.event] },
    { key: 'amount', title: '变动(元)', kind: 'yuan' },
    { key: 'limit', title: '变动后额度(元)', kind: 'yuan' },
    { key: 'held', title: '变动后占用(元)', kind: 'yuan' },
    { key: 'used', title: '变动后已用(元)', kind: 'yuan' },
    { key: 'available', title: '变动后可用(元)', kind: 'yuan' },
    { key: 'bizNo', title: '单号' },
    { key: 'memo', title: '摘要', width: 40 },
    { key: 'actor', title: '操作人' },
  ],
});
