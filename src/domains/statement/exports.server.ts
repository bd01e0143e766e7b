import { FUND_MANAGE } from '~/portal/permissions';
import { defineExport, type ExportColumn } from '~/server/export.server';
import { statementLines } from './lines.server';
import { disputeStates, myStatementStates, sides, statementStates } from './statement';
import { LineQuery, StatementQuery } from './statement.schema';
import { statementRows } from './views.server';

type Column = ExportColumn<Awaited<ReturnType<typeof statementRows>>['pagedRecords'][number]>;
const figures: readonly Column[] = [
  { key: 'periodStart', title: '账期起', kind: 'date' },
  { key: 'periodEnd', title: '账期止', kind: 'date' },
  { key: 'opening', title: '期初(元)', kind: 'yuan' },
  { key: 'debit', title: '本期增加(元)', kind: 'yuan' },
  { key: 'credit', title: '本期减少(元)', kind: 'yuan' },
  { key: 'closing', title: '期末(元)', kind: 'yuan' },
  { key: 'lineCount', title: '行数', kind: 'number' },
  { key: 'openDisputes', title: '待处理异议', kind: 'number' },
];
const times: readonly Column[] = [
  { key: 'sentAt', title: '发送时间', kind: 'time' },
  { key: 'confirmedAt', title: '确认时间', kind: 'time' },
];

defineExport({
  type: 'statement',
  title: '对账单',
  permission: FUND_MANAGE,
  query: StatementQuery,
  filters: {
    no: '对账单号',
    customerId: '客户',
    status: ['状态', statementStates],
    periodStart: '账期起',
    periodEnd: '账期止',
    disputed: ['有无异议', { true: '有', false: '无' }],
  },
  rows: statementRows,
  columns: [
    { key: 'no', title: '对账单号' },
    { key: 'customerName', title: '客户', width: 32 },
    ...figures,
    { key: 'status', title: '状态', value: (row) => statementStates[row.status] },
    ...times,
  ],
});

/** The same in the words of the customer it was sent to. */
defineExport({
  type: 'my-statement',
  title: '对账单',
  permission: [],
  dealers: true,
  query: StatementQuery,
  filters: { no: '对账单号', status: ['状态', myStatementStates], periodStart: '账期起', periodEnd: '账期止' },
  rows: statementRows,
  columns: [{ key: 'no', title: '对账单号' }, ...figures, { key: 'status', title: '状态', value: (row) => myStatementStates[row.status] }, ...times],
});

defineExport({
  type: 'statement-line',
  title: '对账单明细',
  permission: FUND_MANAGE,
  dealers: true,
  query: LineQuery,
  filters: { id: '对账单', side: ['方向', sides], kind: '类型', bizNo: '单号', disputed: ['有无异议', { true: '有', false: '无' }] },
  rows: statementLines,
  columns: [
    { key: 'seq', title: '行', kind: 'number' },
    { key: 'bizDate', title: '日期', kind: 'date' },
    { key: 'kindName', title: '类型' },
    { key: 'bizNo', title: '单号' },
    { key: 'memo', title: '摘要', width: 40 },
    { key: 'debit', title: '增加(元)', kind: 'yuan' },
    { key: 'credit', title: '减少(元)', kind: 'yuan' },
    { key: 'balance', title: '余额(元)', kind: 'yuan' },
    { key: 'dispute', title: '异议', value: (row) => disputeStates[row.dispute as keyof typeof disputeStates] ?? '' },
  ],
});
