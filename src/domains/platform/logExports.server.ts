import { eventNames } from '~/domains/account/accountEvents';
import { SYSTEM_LOG } from '~/portal/permissions';
import { defineExport } from '~/server/export.server';
import { isFailedLogin, resultNames } from './log';
import { ApiQuery, LoginQuery, OperationQuery } from './log.schema';
import { listApiCalls, listLogins, operationsInWords } from './log.server';
import { subjectName, subjectNames } from './logSubjects';

const when = { startTime: '开始时间', endTime: '结束时间' } as const;
const result = ['结果', resultNames] as const;

defineExport({
  type: 'login-log',
  title: '登录日志',
  permission: SYSTEM_LOG,
  query: LoginQuery,
  filters: { actor: '人员', result, address: 'IP地址', ...when },
  rows: listLogins,
  columns: [
    { key: 'at', title: '时间', kind: 'time' },
    { key: 'actor', title: '人员' },
    { key: 'kind', title: '动作', value: (row) => eventNames[row.kind] ?? '其他' },
    { key: 'result', title: '结果', value: (row) => resultNames[isFailedLogin(row.kind) ? 'FAILED' : 'OK'] },
    { key: 'address', title: 'IP地址' },
    { key: 'newDevice', title: '新设备', value: (row) => (row.newDevice ? '是' : '否') },
    { key: 'agent', title: '浏览器', width: 60 },
    { key: 'detail', title: '说明', width: 40 },
  ],
});

defineExport({
  type: 'operation-log',
  title: '操作日志',
  permission: SYSTEM_LOG,
  query: OperationQuery,
  filters: {
    actor: '人员',
    subject: ['对象', subjectNames],
    action: '动作',
    subjectNo: '对象编号',
    ...when,
  },
  rows: operationsInWords,
  columns: [
    { key: 'at', title: '时间', kind: 'time' },
    { key: 'actor', title: '人员' },
    { key: 'subjectType', title: '对象', value: (row) => subjectName(row.subjectType) },
    { key: 'action', title: '动作' },
    // The list shows them in a drawer behind the action.
    { key: 'action', title: '变更内容', value: (row) => row.changes, width: 80 },
    { key: 'subjectNo', title: '对象编号' },
  ],
});

defineExport({
  type: 'api-log',
  title: '接口日志',
  permission: SYSTEM_LOG,
  query: ApiQuery,
  filters: { actor: '人员', path: '接口', result, address: 'IP地址', ...when },
  rows: listApiCalls,
  columns: [
    { key: 'at', title: '时间', kind: 'time' },
    { key: 'actor', title: '人员' },
    { key: 'title', title: '接口名称', width: 30 },
    { key: 'path', title: '接口', width: 50 },
    { key: 'code', title: '结果', value: (row) => (row.code === '0' ? resultNames.OK : `${resultNames.FAILED}（${row.code}）`) },
    { key: 'ms', title: '耗时(毫秒)', kind: 'number' },
    { key: 'address', title: 'IP地址' },
  ],
});
